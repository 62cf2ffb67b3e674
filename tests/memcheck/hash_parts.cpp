// SPDX-License-Identifier: MIT
// Hash functions, HMAC, PBKDF2 and PKCS #12: messages, keys, passwords and salts are secret, their sizes not.
#include "call.hpp"

#include <algorithm>

namespace og::memcheck {

namespace {

// About the ends of blocks and of what is padded in one piece, several blocks, many blocks.
constexpr std::size_t sizes[] = {0, 1, 31, 32, 55, 56, 63, 64, 65, 128, 200, 567, 568, 1000, 5000};

struct Sha1 {
    using Context = og_sha1_ctx;
    static constexpr std::size_t digest_size = OG_SHA1_DIGEST_SIZE;
    static constexpr og_hash hash = OG_HASH_SHA1;
    static constexpr auto init = og_sha1_init;
    static constexpr auto update = og_sha1_update;
    static constexpr auto final = og_sha1_final;
    static constexpr auto once = og_sha1;
    static constexpr std::size_t state_size = OG_SHA1_STATE_SIZE, most_saved = 5000;
    static constexpr auto save = og_sha1_export;
    static constexpr auto restore = og_sha1_import;
    static constexpr auto two_part = og_sha1_two_part;
    static constexpr auto many = og_sha1_many;
    static constexpr auto update_many = og_sha1_update_many;
};

struct Whirlpool {
    using Context = og_whirlpool_ctx;
    static constexpr std::size_t digest_size = OG_WHIRLPOOL_DIGEST_SIZE;
    static constexpr og_hash hash = OG_HASH_WHIRLPOOL;
    static constexpr auto init = og_whirlpool_init;
    static constexpr auto update = og_whirlpool_update;
    static constexpr auto final = og_whirlpool_final;
    static constexpr auto once = og_whirlpool;
    static constexpr std::size_t state_size = OG_WHIRLPOOL_STATE_SIZE, most_saved = 5000;
    static constexpr auto save = og_whirlpool_export;
    static constexpr auto restore = og_whirlpool_import;
    static constexpr auto many = og_whirlpool_many;
    static constexpr auto update_many = og_whirlpool_update_many;
};

struct Sha1dc {
    using Context = og_sha1dc_ctx;
    static constexpr std::size_t digest_size = OG_SHA1_DIGEST_SIZE;
    // Detection, whose time depends on secrets, begins with the first whole block.
    static constexpr std::size_t state_size = OG_SHA1DC_STATE_SIZE, most_saved = 63;
    static constexpr auto save = og_sha1dc_export;
    static constexpr auto restore = og_sha1dc_import;
    static int init(Context *ctx) { return og_sha1dc_init(ctx, OG_SHA1DC_SAFE_HASH); }
    static constexpr auto update = og_sha1dc_update;
    static int final(Context *ctx, std::uint8_t *digest) {
        og_sha1dc_verdict verdict;
        return og_sha1dc_final(ctx, digest, &verdict);
    }
    static int once(const void *data, std::size_t size, std::uint8_t *digest) {
        og_sha1dc_verdict verdict;
        return og_sha1dc(data, size, OG_SHA1DC_SAFE_HASH, digest, &verdict);
    }
    static int two_part(const og_two_part *message, std::uint8_t *digest) {
        og_sha1dc_verdict verdict;
        return og_sha1dc_two_part(message, OG_SHA1DC_SAFE_HASH, digest, &verdict);
    }
    static int many(const og_message *messages, std::size_t n, std::uint8_t (*digests)[20],
                    std::size_t *bad) {
        std::vector<og_sha1dc_verdict> verdicts(n);
        return og_sha1dc_many(messages, n, 0, digests, verdicts.data(), bad);
    }
    static constexpr auto update_many = og_sha1dc_update_many;
};

template <typename H> void hash_at_once(Call &call) {
    for (std::size_t size : sizes) {
        std::uint8_t *digest = call.room(H::digest_size);
        call.expect(H::once(call.secret(size), size, digest));
        call.result(digest, H::digest_size);
    }
}

template <typename H> void hash_two_part(Call &call) {
    for (std::size_t head : {0, 10, 64, 70})
        for (std::size_t size : sizes) {
            const og_two_part message = {call.secret(head), head, call.secret(size), size};
            std::uint8_t *digest = call.room(H::digest_size);
            call.expect(H::two_part(&message, digest));
            call.result(digest, H::digest_size);
        }
}

template <typename H> void hash_in_parts(Call &call) {
    typename H::Context ctx;
    std::uint8_t *digest = call.room(H::digest_size);
    for (std::size_t first : sizes) {
        call.expect(H::init(&ctx));
        for (std::size_t size : {first, std::size_t{3}, std::size_t{61}, std::size_t{200}})
            call.expect(H::update(&ctx, call.secret(size), size));
        call.expect(H::final(&ctx, digest));
        call.wiped(&ctx, sizeof ctx);
        call.result(digest, H::digest_size);
    }
}

// More messages than lanes, of all kinds of length; few of them; long ones, which are put in order.
template <typename H> void hash_many(Call &call) {
    for (std::size_t n : {2, 3, 5, 19}) {
        std::vector<og_message> messages(n);
        for (std::size_t i = 0; i < n; i++) {
            const std::size_t size = sizes[(7 * i + n) % std::size(sizes)];
            messages[i] = {call.secret(size), size};
        }
        std::uint8_t *digests = call.room(n * H::digest_size);
        call.expect(
            H::many(messages.data(), n, reinterpret_cast<std::uint8_t(*)[H::digest_size]>(digests), nullptr));
        call.result(digests, n * H::digest_size);
    }
}

template <typename H> void export_state(Call &call) {
    std::uint8_t *state = call.room(H::state_size);
    typename H::Context ctx;
    for (std::size_t size : sizes) {
        if (size > H::most_saved) continue;
        call.expect(H::init(&ctx));
        call.expect(H::update(&ctx, call.secret(size), size));
        call.expect(H::save(&ctx, state));
        call.result(state, H::state_size);
    }
}

// Imports the state of a message of one secret byte in the unfinished block, or of many in all places. The
// check depends on each.
template <typename H, bool several> void import_state(Call &call) {
    typename H::Context ctx;
    std::uint8_t *state = call.room(H::state_size);
    const std::size_t size = std::min<std::size_t>(H::most_saved, 191), secret = several ? size : 1;
    call.expect(H::init(&ctx));
    call.expect(H::update(&ctx, call.room(size - secret), size - secret));
    call.expect(H::update(&ctx, call.secret(secret), secret));
    call.expect(H::save(&ctx, state));
    call.expect(H::restore(&ctx, state));
}

void hash_many_two_part(Call &call) {
    for (std::size_t n : {2, 19}) {
        std::vector<og_two_part> messages(n);
        for (std::size_t i = 0; i < n; i++) {
            const std::size_t head = sizes[i % std::size(sizes)],
                              size = sizes[(7 * i + n) % std::size(sizes)];
            messages[i] = {call.secret(head), head, call.secret(size), size};
        }
        std::uint8_t *digests = call.room(n * 20);
        call.expect(og_sha1_two_part_many(messages.data(), n, reinterpret_cast<std::uint8_t(*)[20]>(digests),
                                          nullptr));
        call.result(digests, n * 20);
    }
}

// Pieces of streams, after which the partial blocks have all kinds of length.
template <typename H> void update_many(Call &call) {
    for (std::size_t n : {2, 5, 19}) {
        std::vector<typename H::Context> contexts(n);
        std::vector<typename H::Context *> streams;
        for (auto &ctx : contexts) {
            call.expect(H::init(&ctx));
            streams.push_back(&ctx);
        }
        for (std::size_t round : {0, 4, 9}) {
            std::vector<og_message> pieces(n);
            for (std::size_t i = 0; i < n; i++) {
                const std::size_t size = sizes[(7 * i + round) % std::size(sizes)];
                pieces[i] = {call.secret(size), size};
            }
            call.expect(H::update_many(streams.data(), pieces.data(), n, nullptr));
        }
        std::uint8_t *digest = call.room(H::digest_size);
        for (auto &ctx : contexts) {
            call.expect(H::final(&ctx, digest));
            call.result(digest, H::digest_size);
        }
    }
}

template <typename H> void hmac(Call &call) {
    std::uint8_t *mac = call.room(H::digest_size);
    og_hmac_ctx ctx;
    for (std::size_t key_size : {1, 63, 64, 65, 200})
        for (std::size_t size : {0, 55, 64, 300}) {
            call.expect(og_hmac(H::hash, call.secret(key_size), key_size, call.secret(size), size, mac));
            call.result(mac, H::digest_size);
            call.expect(og_hmac_init(&ctx, H::hash, call.secret(key_size), key_size));
            call.expect(og_hmac_update(&ctx, call.secret(size), size));
            call.expect(og_hmac_update(&ctx, call.secret(7), 7));
            call.expect(og_hmac_final(&ctx, mac));
            call.wiped(&ctx, sizeof ctx);
            call.result(mac, H::digest_size);
        }
}

// One output block, some, and more than are worked on at a time.
template <typename H> void pbkdf2(Call &call) {
    for (std::size_t blocks : {1, 2, 3, 5, 17}) {
        const std::size_t size = blocks * H::digest_size - 3;
        std::uint8_t *out = call.room(size);
        call.expect(og_pbkdf2(H::hash, call.secret(70), 70, call.secret(9), 9, 4, out, size));
        call.result(out, size);
    }
}

// Passwords with one output block and with two. The numbers of iterations, which differ, and all sizes are
// public.
template <typename H> void pbkdf2_many(Call &call) {
    for (std::size_t n : {1, 5, 19}) {
        std::vector<og_pbkdf2_derivation> all(n);
        for (std::size_t i = 0; i < n; i++) {
            const std::size_t size = H::digest_size - 3 + 10 * (i % 2);
            all[i] = {call.secret(5 + 4 * i), 5 + 4 * i, call.secret(8), 8, 1 + i % 4, call.room(size), size};
        }
        call.expect(og_pbkdf2_many(H::hash, all.data(), n, nullptr));
        for (const og_pbkdf2_derivation &d : all) call.result(d.out, d.out_size);
    }
}

// Outputs of one and of several digests, alone and in a batch that fills the lanes. Which derivation has
// which sizes is public.
template <typename H> void pkcs12(Call &call) {
    for (std::size_t n : {1, 3, 18}) {
        std::vector<og_pkcs12_derivation> all(n);
        for (std::size_t i = 0; i < n; i++) {
            const std::size_t size = 8 + 60 * (i % 3);
            all[i] = {1 + static_cast<int>(i % 3),
                      call.secret(10 + 9 * i),
                      10 + 9 * i,
                      call.secret(8),
                      8,
                      call.room(size),
                      size};
        }
        call.expect(og_pkcs12_kdf_many(H::hash, 3, all.data(), n, nullptr));
        for (const og_pkcs12_derivation &d : all) call.result(d.out, d.out_size);
    }
    std::uint8_t *out = call.room(100);
    call.expect(og_pkcs12_kdf(H::hash, OG_PKCS12_MAC, call.secret(70), 70, call.secret(9), 9, 4, out, 100));
    call.result(out, 100);
}

void whirlpool_of_version(Call &call) {
    std::uint8_t *digest = call.room(OG_WHIRLPOOL_DIGEST_SIZE);
    for (og_whirlpool_version version : {OG_WHIRLPOOL_0, OG_WHIRLPOOL_T, OG_WHIRLPOOL_FINAL}) {
        call.expect(og_whirlpool_of_version(version, call.secret(100), 100, digest));
        call.result(digest, OG_WHIRLPOOL_DIGEST_SIZE);
    }
}

template <typename H> void add(std::vector<Part> &parts, const std::string &name, Claim claim) {
    const std::string one = name + ".blocks", lanes = name + ".lanes", f = "og_" + name;
    parts.push_back({f, {one}, claim, hash_at_once<H>});
    parts.push_back({f + "_init, _update, _final", {one}, claim, hash_in_parts<H>});
    parts.push_back({f + "_many", {one, lanes}, claim, hash_many<H>});
    parts.push_back({f + "_update_many", {one, lanes}, claim, update_many<H>});
    parts.push_back({f + "_export", {one}, Claim::independent, export_state<H>});
}

}  // namespace

std::vector<Part> hash_parts() {
    std::vector<Part> parts;
    add<Sha1>(parts, "sha1", Claim::independent);
    parts.push_back({"og_sha1_two_part", {"sha1.blocks"}, Claim::independent, hash_two_part<Sha1>});
    add<Whirlpool>(parts, "whirlpool", Claim::independent);
    // the header: time depends on which blocks are suspects, under every policy
    add<Sha1dc>(parts, "sha1dc", Claim::dependent);
    parts.push_back({"og_sha1dc_two_part", {"sha1dc.blocks"}, Claim::dependent, hash_two_part<Sha1dc>});
    parts.push_back(
        {"og_sha1_two_part_many", {"sha1.blocks", "sha1.lanes"}, Claim::independent, hash_many_two_part});
    // the header: by the tables of the specification, whatever the policy
    parts.push_back({"og_whirlpool_of_version", {}, Claim::dependent, whirlpool_of_version});
    parts.push_back({"og_hmac*, SHA-1", {"sha1.blocks"}, Claim::independent, hmac<Sha1>});
    parts.push_back({"og_hmac*, Whirlpool", {"whirlpool.blocks"}, Claim::independent, hmac<Whirlpool>});
    const std::vector<std::string> derive_sha1 = {"sha1.blocks", "sha1.lanes", "pbkdf2.sha1_lanes"};
    const std::vector<std::string> derive_whirlpool = {"whirlpool.blocks", "pbkdf2.whirlpool_blocks"};
    parts.push_back({"og_pbkdf2, SHA-1", derive_sha1, Claim::independent, pbkdf2<Sha1>});
    parts.push_back({"og_pbkdf2_many, SHA-1", derive_sha1, Claim::independent, pbkdf2_many<Sha1>});
    parts.push_back({"og_pbkdf2, Whirlpool", derive_whirlpool, Claim::independent, pbkdf2<Whirlpool>});
    parts.push_back(
        {"og_pbkdf2_many, Whirlpool", derive_whirlpool, Claim::independent, pbkdf2_many<Whirlpool>});
    parts.push_back(
        {"og_pkcs12_kdf*, SHA-1", {"sha1.blocks", "sha1.lanes"}, Claim::independent, pkcs12<Sha1>});
    parts.push_back({"og_pkcs12_kdf*, Whirlpool",
                     {"whirlpool.blocks", "whirlpool.lanes"},
                     Claim::independent,
                     pkcs12<Whirlpool>});
    return parts;
}

std::vector<Verdict> hash_verdicts() {
    return {{"og_sha1_import", import_state<Sha1, false>, import_state<Sha1, true>},
            {"og_sha1dc_import", import_state<Sha1dc, false>, import_state<Sha1dc, true>},
            {"og_whirlpool_import", import_state<Whirlpool, false>, import_state<Whirlpool, true>}};
}

}  // namespace og::memcheck
