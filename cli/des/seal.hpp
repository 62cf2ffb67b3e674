// SPDX-License-Identifier: MIT
// Sealed files: AES-256-GCM over segments, each of which is verified before any of it is used.
//
// A file is a header of 76 bytes and then segments; docs/des.md has the format byte by byte. It is
// the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizar, "Online authenticated-encryption
// and its nonce-reuse misuse-resistance" (CRYPTO 2015): the nonce of a segment has its number and
// whether it is the last one, so that segments can neither change places nor be left out at either
// end. The key of a file comes from the user's and a random nonce of 32 bytes in the header by
// HKDF-SHA-256 (RFC 5869), and so does a commitment to the key, which tells a wrong one at once.
#pragma once

#include "files/input.hpp"
#include "files/sink.hpp"
#include "libcrypto.hpp"
#include "secret.hpp"
#include "text/progress.hpp"

#include <array>
#include <memory>
#include <span>
#include <string>

namespace og::cli {

using SealKey = Secret<32>;

inline constexpr std::size_t seal_header_size = 76;
inline constexpr std::size_t seal_tag_size = 16;
inline constexpr std::size_t seal_segment = 256 * 1024;  // bytes of data in all but the last

using SealHeader = std::array<std::uint8_t, seal_header_size>;

// Whether a file that starts with these bytes is a sealed one, of any version.
bool looks_sealed(std::span<const std::uint8_t> start);

// The segments of one file under one key; for one thread.
class SealSegments {
  public:
    SealSegments(const Libcrypto &lib, bool encrypt);
    ~SealSegments();
    SealSegments(const SealSegments &) = delete;
    SealSegments &operator=(const SealSegments &) = delete;

    // A header for a new file; false where the system gives no random bytes or libcrypto fails.
    bool start(const SealKey &key, SealHeader &header);

    // Whether the key is the one that the header commits to.
    bool start_from(const SealKey &key, const SealHeader &header);

    // Ciphers the next segment in place. The tag is written when encrypting, else compared: false,
    // and the data are of no use, where it is another.
    bool next(std::uint8_t *data, std::size_t size, bool last, std::uint8_t tag[seal_tag_size]);

  private:
    bool derive(const SealKey &key, const SealHeader &header, std::uint8_t commitment[32]);

    const Libcrypto &lib_;
    evp_cipher_ctx_st *gcm_;
    bool encrypt_;
    SealHeader header_{};
    std::array<std::uint8_t, 12> nonce_{};
    std::uint64_t number_ = 0;  // of the next segment
};

// Seals what is written to it into another sink.
class Sealer final : public Sink {
  public:
    Sealer(const Libcrypto &lib, Sink &to) : segments_(lib, true), to_(to) {}

    bool start(const SealKey &key);  // first
    bool write(const void *data, std::size_t size) override;
    bool finish();  // last: the segment that ends the file
    std::string complaint() const override;

  private:
    bool put(bool last);

    SealSegments segments_;
    Sink &to_;
    bool sealing_failed_ = false;
    Secret<seal_segment + seal_tag_size> segment_;
    std::size_t have_ = 0;
};

// Opens all of a sealed file into a sink, which gets nothing that was not verified. The message of
// what went wrong, which starts with `name` or is the sink's own; "" when nothing did.
std::string open_sealed(const Libcrypto &lib, const SealKey &key, Input &input,
                        const std::string &name, Sink &sink, Progress &progress);

}  // namespace og::cli
