// SPDX-License-Identifier: MIT
#include "seal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <span>

namespace og::cli {
namespace {

// Magic, version 1, algorithm 1 (AES-256-GCM, HKDF-SHA-256), log2 of the segment size, and a zero.
constexpr std::array<std::uint8_t, 12> preamble{'o', 'l', 'd', 'g', 'u', 'a', 'r', 'd', 1, 1, 18, 0};
constexpr std::size_t magic_size = 8, nonce_size = 32, hash_size = 32, prefix_size = 7;
constexpr std::size_t commitment_at = preamble.size() + nonce_size;
constexpr std::size_t header_size = commitment_at + hash_size, tag_size = 16;
constexpr std::size_t segment_size = 256 * 1024;  // bytes of data in every segment except the last
static_assert(std::size_t{1} << preamble[10] == segment_size);
static_assert(header_size == 76);

using Header = std::array<std::uint8_t, header_size>;

constexpr std::uint64_t most_segments = std::uint64_t{1} << 32;

// Computes three blocks of HKDF-SHA-256 (RFC 5869). Returns false if libcrypto fails.
bool hkdf(const Libcrypto &lib, const SealKey &key, std::span<const std::uint8_t> salt,
          std::span<const std::uint8_t> info, Secret<3 * hash_size> &out) {
    Secret<hash_size> extracted;
    unsigned int size = 0;
    if (!lib.HMAC(lib.EVP_sha256(), salt.data(), static_cast<int>(salt.size()), key.data(), key.bytes.size(),
                  extracted.data(), &size))
        return false;
    Secret<hash_size + preamble.size() + 1> block;  // the previous block, info, a counter
    std::size_t before = 0;
    for (std::uint8_t i = 1; i <= 3; i++) {
        std::memcpy(block.data() + before, info.data(), info.size());
        block.bytes[before + info.size()] = i;
        std::uint8_t *to = out.data() + (i - 1) * hash_size;
        if (!lib.HMAC(lib.EVP_sha256(), extracted.data(), hash_size, block.data(), before + info.size() + 1,
                      to, &size))
            return false;
        std::memcpy(block.data(), to, hash_size);
        before = hash_size;
    }
    return true;
}

// Decrypts the segments of one file.
class Segments {
public:
    explicit Segments(const Libcrypto &lib) : lib_(lib), gcm_(lib.EVP_CIPHER_CTX_new()) {}
    ~Segments() { lib_.EVP_CIPHER_CTX_free(gcm_); }
    Segments(const Segments &) = delete;
    Segments &operator=(const Segments &) = delete;

    // Derives the key of the file. Returns false if the header commits to another key. The three blocks of
    // HKDF are the key, the commitment and the prefix of the nonces.
    bool start(const SealKey &key, const Header &header) {
        Secret<3 * hash_size> derived;
        if (gcm_ == nullptr || !hkdf(lib_, key, {header.data() + preamble.size(), nonce_size},
                                     {header.data(), preamble.size()}, derived))
            return false;
        header_ = header;
        std::memcpy(nonce_.data(), derived.data() + 2 * hash_size, prefix_size);
        return std::memcmp(derived.data() + hash_size, &header[commitment_at], hash_size) == 0 &&
               lib_.EVP_DecryptInit_ex(gcm_, lib_.EVP_aes_256_gcm(), nullptr, derived.data(), nullptr) == 1;
    }

    // Decrypts the next segment in place. Returns false if the tag after it does not match. The data must not
    // be used then.
    bool next(std::uint8_t *data, std::size_t size, bool last) {
        if (number_ == most_segments) return false;
        for (std::size_t i = 0; i < 4; i++)
            nonce_[prefix_size + i] = static_cast<std::uint8_t>(number_ >> (24 - 8 * i));
        nonce_[prefix_size + 4] = last;
        number_++;
        int done = 0;
        return lib_.EVP_DecryptInit_ex(gcm_, nullptr, nullptr, nullptr, nonce_.data()) == 1 &&
               lib_.EVP_DecryptUpdate(gcm_, nullptr, &done, header_.data(), header_size) == 1 &&
               lib_.EVP_DecryptUpdate(gcm_, data, &done, data, static_cast<int>(size)) == 1 &&
               lib_.EVP_CIPHER_CTX_ctrl(gcm_, ctrl_set_tag, tag_size, data + size) == 1 &&
               lib_.EVP_DecryptFinal_ex(gcm_, data + size, &done) == 1;
    }

private:
    const Libcrypto &lib_;
    evp_cipher_ctx_st *gcm_;
    Header header_{};
    std::array<std::uint8_t, 12> nonce_{};
    std::uint64_t number_ = 0;  // of the next segment
};

}  // namespace

std::string open_sealed(const Libcrypto &lib, const SealKey &key, Input &input, const std::string &name,
                        Sink &sink, Progress &progress) {
    const auto unreadable = [&] { return fmt::format("{}: {}", name, std::strerror(input.error())); };
    Header header;
    ssize_t got = input.fill(header.data(), header.size());
    if (got < 0) return unreadable();
    if (static_cast<std::size_t>(got) < magic_size ||
        !std::equal(preamble.begin(), preamble.begin() + magic_size, header.begin()))
        return fmt::format("{}: not a sealed file", name);
    if (static_cast<std::size_t>(got) < header.size()) return fmt::format("{}: truncated", name);
    if (!std::equal(preamble.begin(), preamble.end(), header.begin()))
        return fmt::format("{}: unknown version of the format", name);
    Segments segments(lib);
    if (!segments.start(key, header)) return fmt::format("{}: wrong key, or damaged header", name);
    progress.add(header.size());

    // A segment, its tag, and the first byte of the next segment, which shows that there is one.
    constexpr std::size_t whole = segment_size + tag_size;
    const auto buffer = std::make_unique<Secret<whole + 1>>();
    std::uint8_t *data = buffer->data();
    std::uint64_t at = 0;  // bytes of data written so far
    std::size_t held = 0;
    for (bool last = false; !last;) {
        got = input.fill(data + held, whole + 1 - held);
        if (got < 0) return unreadable();
        std::size_t size = held + static_cast<std::size_t>(got);
        last = size <= whole;
        if (!last) size = whole;
        const std::uint8_t ahead = data[whole];
        if (size < tag_size || !segments.next(data, size - tag_size, last))
            return fmt::format("{}: damaged or truncated, at or after byte {} of the data", name, at);
        size -= tag_size;
        if (!sink.write(data, size)) return sink.complaint();
        at += size;
        progress.add(size + tag_size);
        data[0] = ahead;
        held = 1;
    }
    return "";
}

}  // namespace og::cli
