// SPDX-License-Identifier: MIT
#include "digest.hpp"

namespace og::cli {

Hasher::Hasher(const Algorithm &algorithm, bool detect) {
    // The status of init is ignored. If no kernel may run, init still starts the context, and final returns
    // the same error.
    if (&algorithm == &sha1 && detect)
        og_sha1dc_init(&context_.emplace<og_sha1dc_ctx>(), 0);
    else if (&algorithm == &sha1)
        og_sha1_init(&context_.emplace<og_sha1_ctx>());
    else
        og_whirlpool_init(&context_.emplace<og_whirlpool_ctx>());
}

int Hasher::update(const void *data, std::size_t size) {
    if (auto *context = std::get_if<og_sha1_ctx>(&context_)) return og_sha1_update(context, data, size);
    if (auto *context = std::get_if<og_sha1dc_ctx>(&context_)) return og_sha1dc_update(context, data, size);
    return og_whirlpool_update(&std::get<og_whirlpool_ctx>(context_), data, size);
}

int Hasher::final(Digest &digest, bool &attacked) {
    attacked = false;
    if (auto *context = std::get_if<og_sha1_ctx>(&context_)) return og_sha1_final(context, digest.data());
    if (auto *context = std::get_if<og_sha1dc_ctx>(&context_)) {
        og_sha1dc_verdict verdict{-1, 0};
        const int status = og_sha1dc_final(context, digest.data(), &verdict);
        attacked = verdict.vector >= 0;
        return status;
    }
    return og_whirlpool_final(&std::get<og_whirlpool_ctx>(context_), digest.data());
}

int hash_many(const Algorithm &algorithm, std::span<const og_message> messages, std::uint8_t *digests,
              og_sha1dc_verdict *verdicts) {
    if (&algorithm == &sha1) {
        auto *out = reinterpret_cast<std::uint8_t(*)[OG_SHA1_DIGEST_SIZE]>(digests);
        return verdicts ? og_sha1dc_many(messages.data(), messages.size(), 0, out, verdicts, nullptr)
                        : og_sha1_many(messages.data(), messages.size(), out, nullptr);
    }
    return og_whirlpool_many(messages.data(), messages.size(),
                             reinterpret_cast<std::uint8_t(*)[OG_WHIRLPOOL_DIGEST_SIZE]>(digests), nullptr);
}

}  // namespace og::cli
