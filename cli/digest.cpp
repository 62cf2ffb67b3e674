// SPDX-License-Identifier: MIT
#include "digest.hpp"

namespace og::cli {

Hasher::Hasher(const Algorithm &algorithm) {
    // init fails only on NULL; a wrong OLDGUARD_* variable comes back from update and final.
    if (&algorithm == &sha1)
        og_sha1_init(&context_.emplace<og_sha1_ctx>());
    else
        og_whirlpool_init(&context_.emplace<og_whirlpool_ctx>());
}

int Hasher::update(const void *data, std::size_t size) {
    if (auto *context = std::get_if<og_sha1_ctx>(&context_))
        return og_sha1_update(context, data, size);
    return og_whirlpool_update(&std::get<og_whirlpool_ctx>(context_), data, size);
}

int Hasher::final(Digest &digest) {
    if (auto *context = std::get_if<og_sha1_ctx>(&context_))
        return og_sha1_final(context, digest.data());
    return og_whirlpool_final(&std::get<og_whirlpool_ctx>(context_), digest.data());
}

int hash_many(const Algorithm &algorithm, std::span<const og_message> messages,
              std::uint8_t *digests) {
    if (&algorithm == &sha1)
        return og_sha1_many(messages.data(), messages.size(),
                            reinterpret_cast<std::uint8_t(*)[OG_SHA1_DIGEST_SIZE]>(digests));
    return og_whirlpool_many(messages.data(), messages.size(),
                             reinterpret_cast<std::uint8_t(*)[OG_WHIRLPOOL_DIGEST_SIZE]>(digests));
}

}  // namespace og::cli
