// SPDX-License-Identifier: MIT
#include "digest.hpp"

#include <oldguard/state.h>

namespace og::cli {
Hasher::Hasher(const Algorithm &algorithm, bool detect) {
    // The status of init is ignored. If no kernel may run, init still starts the context, and final returns
    // the same error.
    if (&algorithm == &sha1 && detect)
        og_sha1dc_init(&context_.emplace<og_sha1dc_ctx>(), detection);
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

int Hasher::final(Digest &digest, og_sha1dc_verdict &verdict) {
    verdict = no_attack;
    if (auto *context = std::get_if<og_sha1_ctx>(&context_)) return og_sha1_final(context, digest.data());
    if (auto *context = std::get_if<og_sha1dc_ctx>(&context_))
        return og_sha1dc_final(context, digest.data(), &verdict);
    return og_whirlpool_final(&std::get<og_whirlpool_ctx>(context_), digest.data());
}

int Hasher::save(std::vector<std::uint8_t> &state) const {
    if (const auto *context = std::get_if<og_sha1_ctx>(&context_)) {
        state.resize(OG_SHA1_STATE_SIZE);
        return og_sha1_export(context, state.data());
    }
    if (const auto *context = std::get_if<og_sha1dc_ctx>(&context_)) {
        state.resize(OG_SHA1DC_STATE_SIZE);
        return og_sha1dc_export(context, state.data());
    }
    state.resize(OG_WHIRLPOOL_STATE_SIZE);
    return og_whirlpool_export(&std::get<og_whirlpool_ctx>(context_), state.data());
}

int Hasher::restore(std::span<const std::uint8_t> state) {
    if (auto *context = std::get_if<og_sha1_ctx>(&context_))
        return state.size() != OG_SHA1_STATE_SIZE ? OG_ERR_STATE : og_sha1_import(context, state.data());
    if (auto *context = std::get_if<og_sha1dc_ctx>(&context_))
        return state.size() != OG_SHA1DC_STATE_SIZE ? OG_ERR_STATE : og_sha1dc_import(context, state.data());
    auto *context = &std::get<og_whirlpool_ctx>(context_);
    return state.size() != OG_WHIRLPOOL_STATE_SIZE ? OG_ERR_STATE
                                                   : og_whirlpool_import(context, state.data());
}

int Hasher::update_many(std::span<Hasher *const> hashers, const og_message *pieces) {
    const auto all = [&]<typename Context>(Context *, auto update) {
        Context *contexts[most_lanes];
        for (std::size_t i = 0; i < hashers.size(); i++)
            contexts[i] = &std::get<Context>(hashers[i]->context_);
        return update(contexts, pieces, hashers.size(), nullptr);
    };
    if (hashers.empty()) return OG_OK;
    const auto &first = hashers.front()->context_;
    if (std::holds_alternative<og_sha1_ctx>(first))
        return all(static_cast<og_sha1_ctx *>(nullptr), og_sha1_update_many);
    if (std::holds_alternative<og_sha1dc_ctx>(first))
        return all(static_cast<og_sha1dc_ctx *>(nullptr), og_sha1dc_update_many);
    return all(static_cast<og_whirlpool_ctx *>(nullptr), og_whirlpool_update_many);
}

}  // namespace og::cli
