// SPDX-License-Identifier: MIT
#include "seal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <sys/random.h>

namespace og::cli {
namespace {

// Magic, version 1, algorithm 1 (AES-256-GCM, HKDF-SHA-256), log2 of the segment size, and a zero.
constexpr std::array<std::uint8_t, 12> preamble{'o', 'l', 'd', 'g', 'u', 'a', 'r', 'd', 1, 1, 18, 0};
constexpr std::size_t magic_size = 8, nonce_size = 32, hash_size = 32, prefix_size = 7;
constexpr std::size_t commitment_at = preamble.size() + nonce_size;
static_assert(std::size_t{1} << preamble[10] == seal_segment);
static_assert(commitment_at + hash_size == seal_header_size);

constexpr std::uint64_t most_segments = std::uint64_t{1} << 32;

// HKDF-SHA-256 (RFC 5869) into three blocks.
bool hkdf(const Libcrypto &lib, const SealKey &key, std::span<const std::uint8_t> salt,
          std::span<const std::uint8_t> info, Secret<3 * hash_size> &out) {
    Secret<hash_size> extracted;
    unsigned int size = 0;
    if (!lib.HMAC(lib.EVP_sha256(), salt.data(), static_cast<int>(salt.size()), key.data(),
                  key.bytes.size(), extracted.data(), &size))
        return false;
    Secret<hash_size + preamble.size() + 1> block;  // the block before, info, a counter
    std::size_t before = 0;
    for (std::uint8_t i = 1; i <= 3; i++) {
        std::memcpy(block.data() + before, info.data(), info.size());
        block.bytes[before + info.size()] = i;
        std::uint8_t *to = out.data() + (i - 1) * hash_size;
        if (!lib.HMAC(lib.EVP_sha256(), extracted.data(), hash_size, block.data(),
                      before + info.size() + 1, to, &size))
            return false;
        std::memcpy(block.data(), to, hash_size);
        before = hash_size;
    }
    return true;
}

bool random_bytes(std::uint8_t *to, std::size_t size) {
    return getrandom(to, size, 0) == static_cast<ssize_t>(size);  // whole up to 256 bytes
}

}  // namespace

bool looks_sealed(std::span<const std::uint8_t> start) {
    return start.size() >= magic_size &&
           std::equal(preamble.begin(), preamble.begin() + magic_size, start.begin());
}

SealSegments::SealSegments(const Libcrypto &lib, bool encrypt)
    : lib_(lib), gcm_(lib.EVP_CIPHER_CTX_new()), encrypt_(encrypt) {}

SealSegments::~SealSegments() { lib_.EVP_CIPHER_CTX_free(gcm_); }

// Blocks of HKDF: the key, the commitment, the start of every nonce.
bool SealSegments::derive(const SealKey &key, const SealHeader &header,
                          std::uint8_t commitment[hash_size]) {
    Secret<3 * hash_size> derived;
    if (gcm_ == nullptr ||
        !hkdf(lib_, key, {header.data() + preamble.size(), nonce_size},
              {header.data(), preamble.size()}, derived))
        return false;
    std::memcpy(commitment, derived.data() + hash_size, hash_size);
    std::memcpy(nonce_.data(), derived.data() + 2 * hash_size, prefix_size);
    return lib_.EVP_CipherInit_ex(gcm_, lib_.EVP_aes_256_gcm(), nullptr, derived.data(), nullptr,
                                  encrypt_) == 1;
}

bool SealSegments::start(const SealKey &key, SealHeader &header) {
    std::copy(preamble.begin(), preamble.end(), header.begin());
    if (!random_bytes(&header[preamble.size()], nonce_size) ||
        !derive(key, header, &header[commitment_at]))
        return false;
    header_ = header;
    return true;
}

bool SealSegments::start_from(const SealKey &key, const SealHeader &header) {
    std::uint8_t commitment[hash_size];
    header_ = header;
    return derive(key, header, commitment) &&
           std::equal(commitment, commitment + hash_size, &header[commitment_at]);
}

bool SealSegments::next(std::uint8_t *data, std::size_t size, bool last,
                        std::uint8_t tag[seal_tag_size]) {
    if (number_ == most_segments)
        return false;
    for (std::size_t i = 0; i < 4; i++)
        nonce_[prefix_size + i] = static_cast<std::uint8_t>(number_ >> (24 - 8 * i));
    nonce_[prefix_size + 4] = last;
    number_++;
    int done = 0;
    return lib_.EVP_CipherInit_ex(gcm_, nullptr, nullptr, nullptr, nonce_.data(), encrypt_) == 1 &&
           lib_.EVP_CipherUpdate(gcm_, nullptr, &done, header_.data(), seal_header_size) == 1 &&
           lib_.EVP_CipherUpdate(gcm_, data, &done, data, static_cast<int>(size)) == 1 &&
           (encrypt_ || lib_.EVP_CIPHER_CTX_ctrl(gcm_, ctrl_set_tag, seal_tag_size, tag) == 1) &&
           lib_.EVP_CipherFinal_ex(gcm_, data + size, &done) == 1 &&
           (!encrypt_ || lib_.EVP_CIPHER_CTX_ctrl(gcm_, ctrl_get_tag, seal_tag_size, tag) == 1);
}

bool Sealer::start(const SealKey &key) {
    SealHeader header;
    sealing_failed_ = !segments_.start(key, header);
    return !sealing_failed_ && to_.write(header.data(), header.size());
}

bool Sealer::put(bool last) {
    sealing_failed_ =
        !segments_.next(segment_.data(), have_, last, segment_.data() + have_);
    const std::size_t size = have_ + seal_tag_size;
    have_ = 0;
    return !sealing_failed_ && to_.write(segment_.data(), size);
}

// A full segment waits for what follows: it may be the last.
bool Sealer::write(const void *data, std::size_t size) {
    auto *bytes = static_cast<const std::uint8_t *>(data);
    while (size > 0) {
        if (have_ == seal_segment && !put(false))
            return false;
        const std::size_t part = std::min(size, seal_segment - have_);
        std::memcpy(segment_.data() + have_, bytes, part);
        have_ += part;
        bytes += part;
        size -= part;
    }
    return true;
}

bool Sealer::finish() { return put(true); }

std::string Sealer::complaint() const {
    return sealing_failed_ ? "libcrypto could not seal the data" : to_.complaint();
}

std::string open_sealed(const Libcrypto &lib, const SealKey &key, Input &input,
                        const std::string &name, Sink &sink, Progress &progress) {
    const auto unreadable = [&] {
        return fmt::format("{}: {}", name, std::strerror(input.error()));
    };
    SealHeader header;
    ssize_t got = input.fill(header.data(), header.size());
    if (got < 0)
        return unreadable();
    if (!looks_sealed({header.data(), static_cast<std::size_t>(got)}))
        return fmt::format("{}: not a sealed file", name);
    if (static_cast<std::size_t>(got) < header.size())
        return fmt::format("{}: cut short", name);
    if (!std::equal(preamble.begin(), preamble.end(), header.begin()))
        return fmt::format("{}: of a version that is not known here", name);
    SealSegments segments(lib, false);
    if (!segments.start_from(key, header))
        return fmt::format("{}: another key, or a damaged header", name);
    progress.add(header.size());

    // A segment, its tag, and a byte of the next one, which tells that there is one.
    constexpr std::size_t whole = seal_segment + seal_tag_size;
    const auto buffer = std::make_unique<Secret<whole + 1>>();
    std::uint8_t *data = buffer->data();
    std::uint64_t at = 0;  // bytes that were opened
    std::size_t held = 0;
    for (bool last = false; !last;) {
        got = input.fill(data + held, whole + 1 - held);
        if (got < 0)
            return unreadable();
        std::size_t size = held + static_cast<std::size_t>(got);
        last = size <= whole;
        if (!last)
            size = whole;
        const std::uint8_t ahead = data[whole];
        if (size < seal_tag_size ||
            !segments.next(data, size - seal_tag_size, last, data + size - seal_tag_size))
            return fmt::format("{}: damaged or cut short, at byte {} of the data or after it", name,
                               at);
        size -= seal_tag_size;
        if (!sink.write(data, size))
            return sink.complaint();
        at += size;
        progress.add(size + seal_tag_size);
        data[0] = ahead;
        held = 1;
    }
    return "";
}

}  // namespace og::cli
