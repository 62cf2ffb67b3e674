// SPDX-License-Identifier: MIT
// A common interface to SHA-1 and Whirlpool, selected at run time.
#pragma once

#include <oldguard/sha1dc.h>
#include <oldguard/whirlpool.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace og::cli {

struct Algorithm {
    std::string_view name;  // the value of --algorithm
    std::string_view tag;   // in BSD-style checksum lines
    std::size_t size;       // of a digest in bytes
};

inline constexpr Algorithm sha1{"sha1", "SHA1", OG_SHA1_DIGEST_SIZE};
inline constexpr Algorithm whirlpool{"whirlpool", "WHIRLPOOL", OG_WHIRLPOOL_DIGEST_SIZE};
inline constexpr std::array<const Algorithm *, 2> algorithms{&sha1, &whirlpool};

// A digest of either algorithm: the first algorithm.size bytes.
using Digest = std::array<std::uint8_t, OG_WHIRLPOOL_DIGEST_SIZE>;

// The verdict on a message without an attack, or without detection.
inline constexpr og_sha1dc_verdict no_attack{-1, 0};

// The flags of detection. Files are no secret, so the states are not wiped, which takes longer than hashing a
// short one.
inline constexpr unsigned detection = OG_SHA1DC_NO_WIPE;

// Hashes one message. All functions return OG_OK or an og_status.
class Hasher {
public:
    // detect: detect collision attacks. Whirlpool ignores it.
    Hasher(const Algorithm &algorithm, bool detect);
    int update(const void *data, std::size_t size);
    int final(Digest &digest, og_sha1dc_verdict &verdict);

    // Saves and restores the state (oldguard/state.h). The state to restore must be one of the same algorithm
    // with the same detection, else the status is OG_ERR_STATE.
    int save(std::vector<std::uint8_t> &state) const;
    int restore(std::span<const std::uint8_t> state);

    // Appends pieces[i] to the message of hashers[i], in the lanes of a multi-buffer kernel. All hashers have
    // the same algorithm and detection, and there are at most `most_lanes`.
    static int update_many(std::span<Hasher *const> hashers, const og_message *pieces);
    static constexpr std::size_t most_lanes = 16;

private:
    std::variant<og_sha1_ctx, og_sha1dc_ctx, og_whirlpool_ctx> context_;
};

}  // namespace og::cli
