// SPDX-License-Identifier: MIT
// A peer whose rows are wrong in every way that is possible for a peer or its adapter, except one correct
// row.
#include "bench/peers/peer.hpp"

#include <oldguard/des.h>
#include <oldguard/kdf.h>
#include <oldguard/sha1.h>

namespace {

using namespace og::peer;

struct Sha1 {
    using Ctx = og_sha1_ctx;
    static constexpr std::size_t size = OG_SHA1_DIGEST_SIZE;
    static void init(Ctx *c) { og_sha1_init(c); }
    static void update(Ctx *c, const void *in, std::size_t n) { og_sha1_update(c, in, n); }
    static void final(Ctx *c, std::uint8_t *out) { og_sha1_final(c, out); }
};

struct LastBit : UpdateJob<Sha1> {
    using UpdateJob::UpdateJob;
    std::size_t answer(std::uint8_t *out) {
        const std::size_t size = UpdateJob::answer(out);
        out[size - 1] ^= 1;
        return size;
    }
};

struct LongInput : UpdateJob<Sha1> {  // forgets the end of all but the shortest messages
    using UpdateJob::UpdateJob;
    void call() { Sha1::update(&ctx, task.in, task.size > 64 ? task.size - 64 : task.size); }
};

struct Truncated : UpdateJob<Sha1> {
    using UpdateJob::UpdateJob;
    std::size_t answer(std::uint8_t *out) { return UpdateJob::answer(out) - 1; }
};

struct Refuses : UpdateJob<Sha1> {
    explicit Refuses(const og_peer_task &t) : UpdateJob(t) { throw std::runtime_error("no"); }
};

struct Idle : CipherJob {  // writes nothing
    using CipherJob::CipherJob;
    void call() {}
};

struct ForgetsIv : CipherJob {  // begins anew with each call
    using CipherJob::CipherJob;
    void call() {
        og_des_crypt(OG_DES, OG_CBC, OG_ENCRYPT, task.key, 8, task.iv, 8, OG_DES_CHECK_NONE, task.out,
                     task.in, task.size);
    }
};

struct FewIterations : CipherJob {
    using CipherJob::CipherJob;
    void call() {
        og_pbkdf2(OG_HASH_SHA1, task.key, 24, task.iv, 8, OG_PEER_ITERATIONS - 1, task.out, task.size);
    }
};

}  // namespace

extern "C" const og_peer_module *og_peer_open(const char **) {
    static const og_peer_row rows[] = {
        row<UpdateJob<Sha1>>("planted.right", "sha1.blocks", "the path"),
        row<LastBit>("planted.last_bit", "sha1.blocks"),
        row<LongInput>("planted.long_input", "sha1.blocks"),
        row<Truncated>("planted.truncated", "sha1.blocks"),
        row<Refuses>("planted.refuses", "sha1.blocks"),
        row<Idle>("planted.idle", "des.ecb"),
        row<ForgetsIv>("planted.forgets_iv", "des.cbc_enc"),
        row<FewIterations>("planted.few_iterations", "pbkdf2.sha1"),
    };
    static const og_peer_module module = {OG_PEER_ABI, "planted", "7", rows, sizeof rows / sizeof rows[0]};
    return &module;
}
