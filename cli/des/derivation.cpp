// SPDX-License-Identifier: MIT
#include "derivation.hpp"

#include "secret.hpp"
#include "text/quote.hpp"

#include <oldguard/kdf.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <climits>
#include <memory>
#include <optional>
#include <vector>

#ifdef OLDGUARD_LIBCRYPTO
#include "libcrypto.hpp"

#include <openssl/evp.h>
#endif

namespace og::cli {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t longest_digest = 64;

// The digests of this project.
std::optional<og_hash> own(const std::string &digest) {
    if (digest == "sha1") return OG_HASH_SHA1;
    if (digest == "whirlpool") return OG_HASH_WHIRLPOOL;
    return std::nullopt;
}

void hash(og_hash which, std::initializer_list<Bytes> parts, std::uint8_t *digest) {
    const auto all = [&](auto &ctx, auto init, auto update, auto final) {
        init(&ctx);
        for (const Bytes part : parts) update(&ctx, part.data(), part.size());
        final(&ctx, digest);
        os::wipe(&ctx, sizeof ctx);
    };
    if (which == OG_HASH_SHA1) {
        og_sha1_ctx ctx;
        all(ctx, og_sha1_init, og_sha1_update, og_sha1_final);
    } else {
        og_whirlpool_ctx ctx;
        all(ctx, og_whirlpool_init, og_whirlpool_update, og_whirlpool_final);
    }
}

// EVP_BytesToKey with the count 1: each digest is that of the digest before it, the password and the salt.
// `digest_of` hashes its three arguments and returns the size of the digest, or 0.
template <class Digest>
bool bytes_to_key(Digest digest_of, Bytes password, Bytes salt, std::span<std::uint8_t> out) {
    Secret<longest_digest> digest;
    std::size_t size = 0;
    for (std::size_t at = 0; at < out.size(); at += size) {
        size = digest_of(Bytes(digest.data(), size), password, salt, digest.data());
        if (size == 0) return false;
        std::copy_n(digest.data(), std::min(size, out.size() - at),
                    out.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return true;
}

#ifdef OLDGUARD_LIBCRYPTO
std::string derive_by_libcrypto(const Derivation &derivation, Bytes password, Bytes salt,
                                std::span<std::uint8_t> out) try {
    const std::unique_ptr<EVP_MD, void (*)(EVP_MD *)> type(
        OG_LIB(EVP_MD_fetch)(nullptr, derivation.digest.c_str(), nullptr), OG_LIB(EVP_MD_free));
    if (!type) return fmt::format("libcrypto has no digest {}", shell_quoted(derivation.digest));
    const char *text = reinterpret_cast<const char *>(password.data());
    if (derivation.pbkdf2) {
        if (derivation.iterations > INT_MAX) return "libcrypto takes at most 2147483647 iterations";
        const bool done =
            OG_LIB(PKCS5_PBKDF2_HMAC)(text, static_cast<int>(password.size()), salt.data(),
                                      static_cast<int>(salt.size()), static_cast<int>(derivation.iterations),
                                      type.get(), static_cast<int>(out.size()), out.data()) == 1;
        return done ? "" : fmt::format("libcrypto has no PBKDF2 with {}", derivation.digest);
    }
    const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX *)> ctx(OG_LIB(EVP_MD_CTX_new)(),
                                                                  OG_LIB(EVP_MD_CTX_free));
    const auto digest_of = [&](Bytes before, Bytes middle, Bytes end, std::uint8_t *digest) -> std::size_t {
        unsigned size = 0;
        bool done = ctx && OG_LIB(EVP_DigestInit_ex)(ctx.get(), type.get(), nullptr) == 1;
        for (const Bytes part : {before, middle, end})
            done = done && OG_LIB(EVP_DigestUpdate)(ctx.get(), part.data(), part.size()) == 1;
        return done && OG_LIB(EVP_DigestFinal_ex)(ctx.get(), digest, &size) == 1 ? size : 0;
    };
    return bytes_to_key(digest_of, password, salt, out)
               ? ""
               : fmt::format("libcrypto cannot use the digest {}", shell_quoted(derivation.digest));
} catch (const LibcryptoMissing &why) {
    return fmt::format("the digest {} needs OpenSSL 3 or later: {}", derivation.digest, why.what());
}
#else
std::string derive_by_libcrypto(const Derivation &derivation, Bytes, Bytes, std::span<std::uint8_t>) {
    return fmt::format("this build has the digests sha1 and whirlpool only, not {}",
                       shell_quoted(derivation.digest));
}
#endif

}  // namespace

std::string Derivation::options() const {
    return fmt::format("--digest {}{}", digest,
                       pbkdf2 ? fmt::format(" --pbkdf2 --iterations {}", iterations) : "");
}

std::string derive(const Derivation &derivation, Bytes password, Bytes salt, std::span<std::uint8_t> out) {
    const auto which = own(derivation.digest);
    if (!which) return derive_by_libcrypto(derivation, password, salt, out);
    if (derivation.pbkdf2) {
        const int status = og_pbkdf2(*which, password.data(), password.size(), salt.data(), salt.size(),
                                     derivation.iterations, out.data(), out.size());
        return status == OG_OK ? "" : og_strerror(status);
    }
    const auto digest_of = [&](Bytes before, Bytes middle, Bytes end, std::uint8_t *digest) {
        hash(*which, {before, middle, end}, digest);
        return og_hash_size(*which);
    };
    bytes_to_key(digest_of, password, salt, out);
    return "";
}

bool derives_in_lanes(const Derivation &derivation) {
    return derivation.pbkdf2 && own(derivation.digest).has_value();
}

bool derive_many(const Derivation &derivation, Bytes password,
                 std::span<const std::array<std::uint8_t, 8>> salts,
                 std::span<const std::span<std::uint8_t>> out) {
    std::vector<og_pbkdf2_derivation> all;
    for (std::size_t i = 0; i < salts.size(); i++)
        all.push_back({password.data(), password.size(), salts[i].data(), salts[i].size(),
                       derivation.iterations, out[i].data(), out[i].size()});
    return og_pbkdf2_many(*own(derivation.digest), all.data(), all.size(), nullptr) == OG_OK;
}

}  // namespace og::cli
