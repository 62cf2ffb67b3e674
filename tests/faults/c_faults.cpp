// SPDX-License-Identifier: MIT
// Broken kernels in C++. Each computes its operation correctly except for one fault.
#include "faults.hpp"

#include <cstring>
#include <stdexcept>
#include <utility>

namespace og::faults {

namespace {

using Byte = unsigned char;

template <typename Fn> Fn *kernel(const char *op, const char *stem) {
    const og_kernel *found = og_kernel_find(op, stem);
    if (!found || !found->fn) throw std::runtime_error("no kernel to break");
    return reinterpret_cast<Fn *>(found->fn);
}

void sha1(uint32_t cv[5], const uint8_t *blocks, size_t n) {
    static auto *const good = kernel<og_sha1_blocks_fn>("sha1.blocks", "sha1_c_fast");
    good(cv, blocks, n);
}
void sha1dc(uint32_t cv[5], const uint8_t *blocks, size_t n, og_sha1dc_block_info *info) {
    static auto *const good = kernel<og_sha1dc_blocks_fn>("sha1dc.blocks", "sha1dc_c_fast");
    good(cv, blocks, n, info);
}
// The kernel that the library chooses. Derivations are long, and with sanitizers the C kernel would count as
// hanging. It is chosen before any call, because a caught hang must not interrupt a choice.
const auto good_whirlpool =
    reinterpret_cast<og_whirlpool_blocks_fn *>(og_kernel_for("whirlpool.blocks", 1 << 20, nullptr)->fn);
void whirlpool(uint8_t cv[64], const uint8_t *blocks, size_t n) { good_whirlpool(cv, blocks, n); }
void encrypt1(uint32_t data[2], const og_des_key *ks, int encrypt) {
    static auto *const good = kernel<og_des_block_fn>("des.encrypt1", "des_c_sp");
    good(data, ks, encrypt);
}
void encrypt3(uint32_t data[2], const og_des_key *k1, const og_des_key *k2, const og_des_key *k3) {
    static auto *const good = kernel<og_des_block3_fn>("des.encrypt3", "des_c_sp");
    good(data, k1, k2, k3);
}
void ecb(uint8_t *out, const uint8_t *in, size_t n, const og_des_key *ks, int encrypt) {
    static auto *const good = kernel<og_des_ecb_fn>("des.ecb", "des_c_sp");
    good(out, in, n, ks, encrypt);
}
void cbc_dec(uint8_t *out, const uint8_t *in, size_t n, const og_des_key *ks, uint8_t iv[8]) {
    static auto *const good = kernel<og_des_cbc_fn>("des3.cbc_dec", "des_c_sp");
    good(out, in, n, ks, iv);
}

void crypt25(uint8_t out[8], const og_des_key *ks, uint32_t salt) {
    static auto *const good = kernel<og_des_crypt25_fn>("des.crypt25", "des_c_crypt");
    good(out, ks, salt);
}

constexpr unsigned lane_count = 4;
void sha1_lanes(uint32_t (*cv)[5], const uint8_t *const *blocks, size_t n) {
    for (unsigned i = 0; i < lane_count; i++) sha1(cv[i], blocks[i], n);
}
void sha1dc_lanes(uint32_t (*cv)[5], const uint8_t *const *blocks, size_t n, uint32_t *info) {
    for (unsigned lane = 0; lane < lane_count; lane++)
        for (size_t i = 0; i < n; i++) {
            og_sha1dc_block_info one;
            uint32_t *const words = info + 6 * lane_count * i + lane;
            sha1dc(cv[lane], blocks[lane] + 64 * i, 1, &one);
            for (unsigned k = 0; k < 5; k++) words[lane_count * k] = one.cv[k];
            words[lane_count * 5] = one.mask;
        }
}
void whirlpool_lanes(uint8_t (*cv)[64], const uint8_t *const *blocks, size_t n) {
    for (unsigned i = 0; i < lane_count; i++) whirlpool(cv[i], blocks[i], n);
}
void pbkdf2_sha1(uint32_t *u, uint32_t *sums, const uint32_t *keys, size_t n) {
    for (size_t i = 0; i < n * lane_count; i++) {
        const size_t lane = i % lane_count;
        for (unsigned half = 0; half < 2; half++) {
            uint8_t block[64] = {};
            uint32_t cv[5];
            for (unsigned k = 0; k < 5; k++) {
                for (unsigned j = 0; j < 4; j++)
                    block[4 * k + j] = static_cast<uint8_t>(u[lane_count * k + lane] >> (24 - 8 * j));
                cv[k] = keys[lane_count * (5 * half + k) + lane];
            }
            block[20] = 0x80;
            block[62] = 2;  // 672 bits
            block[63] = 0xa0;
            sha1(cv, block, 1);
            for (unsigned k = 0; k < 5; k++) u[lane_count * k + lane] = cv[k];
        }
        for (size_t at = lane; at < 5 * lane_count; at += lane_count) sums[at] ^= u[at];
    }
}
void pbkdf2_whirlpool(uint8_t (*u)[64], uint8_t (*sums)[64], const uint8_t (*keys)[64], size_t n) {
    uint8_t cv[64], blocks[128] = {};
    blocks[64] = 0x80;
    blocks[126] = 4;  // 1024 bits
    for (size_t i = 0; i < n * lane_count; i++) {
        const size_t lane = i % lane_count;
        for (unsigned key = 0; key < 2; key++) {
            std::memcpy(cv, keys[key * lane_count + lane], 64);
            std::memcpy(blocks, u[lane], 64);
            whirlpool(cv, blocks, 2);
            std::memcpy(u[lane], cv, 64);
        }
        for (unsigned j = 0; j < 64; j++) sums[lane][j] ^= cv[j];
    }
}

// Accesses that the compiler must not remove. Only the harness checks their bounds.
void touch(const void *base, std::ptrdiff_t offset) {
    (void)*(static_cast<const volatile Byte *>(base) + offset);
}
void spoil(const void *base, std::ptrdiff_t offset) {
    volatile Byte *at = static_cast<volatile Byte *>(const_cast<void *>(base)) + offset;
    *at = static_cast<Byte>(*at ^ 0x80);
}
void write_again(const void *base, std::ptrdiff_t offset) {  // writes the value that is already there
    volatile Byte *at = static_cast<volatile Byte *>(const_cast<void *>(base)) + offset;
    *at = *at;
}

void run_illegal_instruction() {
#ifdef __s390x__
    __asm__ volatile(".short 0");  // __builtin_trap is a conditional trap there, an arithmetic exception
#else
    __builtin_trap();
#endif
}

template <typename Fn> og_fn untyped(Fn *fn) { return reinterpret_cast<og_fn>(fn); }

// The bodies, by function type.
#define SHA1(...) untyped(+[](uint32_t cv[5], const uint8_t *blocks, size_t n) { __VA_ARGS__ })
#define SHA1_LANES(...) untyped(+[](uint32_t(*cv)[5], const uint8_t *const *blocks, size_t n) { __VA_ARGS__ })
#define SHA1DC_LANES(...) \
    untyped(+[](uint32_t(*cv)[5], const uint8_t *const *blocks, size_t n, uint32_t *info) { __VA_ARGS__ })
#define WHIRLPOOL_LANES(...) \
    untyped(+[](uint8_t(*cv)[64], const uint8_t *const *blocks, size_t n) { __VA_ARGS__ })
#define SHA1DC(...) \
    untyped(+[](uint32_t cv[5], const uint8_t *blocks, size_t n, og_sha1dc_block_info *info) { __VA_ARGS__ })
#define DERIVE(...) \
    untyped(+[](uint8_t(*u)[64], uint8_t(*sums)[64], const uint8_t(*keys)[64], size_t n) { __VA_ARGS__ })
#define DERIVE_SHA1(...) \
    untyped(+[](uint32_t *u, uint32_t *sums, const uint32_t *keys, size_t n) { __VA_ARGS__ })
#define WHIRLPOOL(...) untyped(+[](uint8_t cv[64], const uint8_t *blocks, size_t n) { __VA_ARGS__ })
#define BLOCK(...) untyped(+[](uint32_t data[2], const og_des_key *ks, int encrypt) { __VA_ARGS__ })
#define BLOCK3(...)                                                                                   \
    untyped(+[](uint32_t data[2], const og_des_key *k1, const og_des_key *k2, const og_des_key *k3) { \
        __VA_ARGS__                                                                                   \
    })
#define ECB(...) \
    untyped(+[](uint8_t *out, const uint8_t *in, size_t n, const og_des_key *ks, int encrypt) { __VA_ARGS__ })
#define CBC(...) \
    untyped(     \
        +[](uint8_t *out, const uint8_t *in, size_t n, const og_des_key *ks, uint8_t iv[8]) { __VA_ARGS__ })

#define CRYPT25(...) untyped(+[](uint8_t out[8], const og_des_key *ks, uint32_t salt) { __VA_ARGS__ })

const std::ptrdiff_t ks_size = sizeof(og_des_key);
const std::ptrdiff_t far_away = std::ptrdiff_t{1} << (sizeof(void *) == 8 ? 46 : 30);

std::ptrdiff_t last(size_t n, size_t block) { return static_cast<std::ptrdiff_t>(n * block); }

std::vector<Planted> healthy() {
    return {
        {"healthy sha1", "sha1.blocks", SHA1(sha1(cv, blocks, n);), nullptr},
        {"healthy whirlpool", "whirlpool.blocks", WHIRLPOOL(whirlpool(cv, blocks, n);), nullptr},
        {"healthy encrypt1", "des.encrypt1", BLOCK(encrypt1(data, ks, encrypt);), nullptr},
        {"healthy encrypt3", "des.encrypt3", BLOCK3(encrypt3(data, k1, k2, k3);), nullptr},
        {"healthy crypt25", "des.crypt25", CRYPT25(crypt25(out, ks, salt);), nullptr},
        {"healthy ecb", "des.ecb", ECB(ecb(out, in, n, ks, encrypt);), nullptr},
        {"healthy cbc", "des3.cbc_dec", CBC(cbc_dec(out, in, n, ks, iv);), nullptr},
    };
}

std::vector<Planted> wrong_answers() {
    return {
        {"always wrong", "sha1.blocks", SHA1(sha1(cv, blocks, n); if (n) cv[2] ^= 1;), "vectors"},
        {"wrong on the 2nd block", "sha1.blocks", SHA1(sha1(cv, blocks, n); if (n >= 2) cv[4] ^= 0x100;),
         "blocks"},
        {"ignores the salt", "des.crypt25", CRYPT25((void)salt; crypt25(out, ks, 0);), "vectors"},
        {"ignores the salt's highest bit", "des.crypt25", CRYPT25(crypt25(out, ks, salt & 0x7fffff);),
         "blocks"},
        {"wrong on the 2nd block", "des.ecb", ECB(ecb(out, in, n, ks, encrypt); if (n >= 2) out[9] ^= 4;),
         "blocks"},
        {"wrong for 7 blocks", "whirlpool.blocks",
         WHIRLPOOL(whirlpool(cv, blocks, n); if (n == 7) cv[63] ^= 1;), "blocks"},
        {"wrong for 13 blocks decrypted", "des.ecb",
         ECB(ecb(out, in, n, ks, encrypt); if (n == 13 && !encrypt) out[103] ^= 1;), "blocks"},
        {"wrong when carries meet", "sha1.blocks",
         SHA1(sha1(cv, blocks, n); if (n && cv[0] >> 30 == 3) cv[0] -= 1;), "blocks"},
        {"wrong chaining block", "des3.cbc_dec", CBC(cbc_dec(out, in, n, ks, iv); if (n > 1) iv[7] ^= 1;),
         "blocks"},
        {"wrong for one key in 16", "des.encrypt1",
         BLOCK(encrypt1(data, ks, encrypt); data[0] ^= (ks->k[15][0] >> 2 & 15) == 5;), "blocks"},
        {"no blocks change the chaining value", "sha1.blocks",
         SHA1(if (n == 0) cv[0]++; sha1(cv, blocks, n);), "zero-blocks"},
        {"no blocks change the chaining block", "des3.cbc_dec",
         CBC(cbc_dec(out, in, n, ks, iv); if (n == 0) iv[0] ^= 1;), "zero-blocks"},
        {"wrong for one alignment of the data", "sha1.blocks",
         SHA1(sha1(cv, blocks, n); if (n && (uintptr_t)blocks % 64 == 17) cv[1]++;), "alignment"},
        {"wrong for one alignment of the chaining value", "whirlpool.blocks",
         WHIRLPOOL(whirlpool(cv, blocks, n); if (n && (uintptr_t)cv % 64 == 63) cv[0]++;), "alignment"},
        {"wrong at a page's end", "des.ecb",
         ECB(ecb(out, in, n, ks, encrypt); if (n && (uintptr_t)(in + 8 * n) % 4096 == 0) out[0]++;),
         "guard-pages"},
        {"wrong in place", "des.ecb",
         ECB(if (n > 1 && out == in) std::memset(out + 8, 0, 8); ecb(out, in, n, ks, encrypt);), "in-place"},
        {"wrong in place", "des3.cbc_dec",
         CBC(if (n > 2 && out == in) out[8] ^= 1; cbc_dec(out, in, n, ks, iv);), "in-place"},
        {"wrong for one shape", "des.ecb",
         ECB(ecb(out, in, n, ks, encrypt);
             if (n > 4 && out == in && !encrypt && (uintptr_t)in % 2) out[8 * n - 1]++;),
         "random"},
    };
}

std::vector<Planted> stray_accesses() {
    return {
        {"reads past cv", "sha1.blocks", SHA1(touch(cv, 20); sha1(cv, blocks, n);), "read-past-end"},
        {"reads before cv", "sha1.blocks", SHA1(touch(cv, -1); sha1(cv, blocks, n);), "read-before-start"},
        {"writes past cv", "sha1.blocks", SHA1(sha1(cv, blocks, n); spoil(cv, 20);), "write-past-end"},
        {"writes before cv", "sha1.blocks", SHA1(sha1(cv, blocks, n); spoil(cv, -1);), "write-before-start"},
        {"reads past the blocks", "whirlpool.blocks",
         WHIRLPOOL(touch(blocks, last(n, 64)); whirlpool(cv, blocks, n);), "read-past-end"},
        {"reads past the blocks ahead of 5", "whirlpool.blocks",
         WHIRLPOOL(if (n == 5) touch(blocks, 320); whirlpool(cv, blocks, n);), "read-past-end"},
        {"reads before the blocks", "whirlpool.blocks",
         WHIRLPOOL(touch(blocks, -1); whirlpool(cv, blocks, n);), "read-before-start"},
        {"writes past the blocks", "whirlpool.blocks",
         WHIRLPOOL(whirlpool(cv, blocks, n); spoil(blocks, last(n, 64));), "write-past-end"},
        {"writes before the blocks", "whirlpool.blocks",
         WHIRLPOOL(whirlpool(cv, blocks, n); spoil(blocks, -1);), "write-before-start"},
        {"reads past out", "des.ecb", ECB(touch(out, last(n, 8)); ecb(out, in, n, ks, encrypt);),
         "read-past-end"},
        {"writes past out", "des.ecb", ECB(ecb(out, in, n, ks, encrypt); spoil(out, last(n, 8));),
         "write-past-end"},
        {"writes before out", "des.ecb", ECB(ecb(out, in, n, ks, encrypt); spoil(out, -1);),
         "write-before-start"},
        {"reads past in", "des.ecb", ECB(touch(in, last(n, 8)); ecb(out, in, n, ks, encrypt);),
         "read-past-end"},
        {"reads before in", "des.ecb", ECB(touch(in, -1); ecb(out, in, n, ks, encrypt);),
         "read-before-start"},
        {"reads past ks", "des.ecb", ECB(touch(ks, ks_size); ecb(out, in, n, ks, encrypt);), "read-past-end"},
        {"reads before ks", "des.ecb", ECB(touch(ks, -1); ecb(out, in, n, ks, encrypt);),
         "read-before-start"},
        {"reads past iv", "des3.cbc_dec", CBC(touch(iv, 8); cbc_dec(out, in, n, ks, iv);), "read-past-end"},
        {"writes past iv", "des3.cbc_dec", CBC(cbc_dec(out, in, n, ks, iv); spoil(iv, 8);), "write-past-end"},
        {"writes before iv", "des3.cbc_dec", CBC(cbc_dec(out, in, n, ks, iv); spoil(iv, -1);),
         "write-before-start"},
        {"writes past data", "des.encrypt1", BLOCK(encrypt1(data, ks, encrypt); spoil(data, 8);),
         "write-past-end"},
        {"reads past k2", "des.encrypt3", BLOCK3(touch(k2, ks_size); encrypt3(data, k1, k2, k3);),
         "read-past-end"},
        {"changes the blocks", "sha1.blocks",
         SHA1(sha1(cv, blocks, n); if (n) spoil(blocks, last(n, 64) - 1);), "input-unchanged"},
        {"writes the blocks back as they were", "sha1.blocks",
         SHA1(sha1(cv, blocks, n); if (n) write_again(blocks, 0);), "input-unchanged"},
        {"changes in", "des.ecb", ECB(ecb(out, in, n, ks, encrypt); if (n && out != in) spoil(in, 0);),
         "input-unchanged"},
        {"changes the key schedule", "des.ecb", ECB(ecb(out, in, n, ks, encrypt); spoil(ks, 127);),
         "key-unchanged"},
        {"changes k3", "des.encrypt3", BLOCK3(encrypt3(data, k1, k2, k3); spoil(k3, 0);), "key-unchanged"},
        {"writes the key schedule back as it was", "des.encrypt1",
         BLOCK(encrypt1(data, ks, encrypt); write_again(ks, 64);), "key-unchanged"},
        {"reads far away", "sha1.blocks", SHA1(sha1(cv, blocks, n); touch(cv, far_away);), "wild-access"},
        {"runs an illegal instruction", "sha1.blocks",
         SHA1(sha1(cv, blocks, n); if (n == 1) run_illegal_instruction();), "illegal-instruction"},
        {"never returns", "sha1.blocks",
         SHA1(sha1(cv, blocks, n); for (volatile int forever = 1; forever;){}), "hang"},
    };
}

std::vector<Planted> trace_faults() {
    return {
        {"healthy sha1dc", "sha1dc.blocks", SHA1DC(sha1dc(cv, blocks, n, info);), nullptr},
        {"suspects nothing", "sha1dc.blocks",
         SHA1DC(sha1dc(cv, blocks, n, info); for (size_t i = 0; i < n; i++) info[i].mask = 0;), "vectors"},
        {"suspects everything", "sha1dc.blocks",
         SHA1DC(sha1dc(cv, blocks, n, info); for (size_t i = 0; i < n; i++) info[i].mask = 0xffffffff;),
         "vectors"},
        {"clears one vector more", "sha1dc.blocks",
         SHA1DC(sha1dc(cv, blocks, n, info); for (size_t i = 0; i < n; i++) info[i].mask &= ~(1u << 9);),
         "random"},
        {"suspects the block before", "sha1dc.blocks",
         SHA1DC(sha1dc(cv, blocks, n, info); if (n > 1) std::swap(info[0].mask, info[1].mask);), "blocks"},
        {"tells the chaining value after the block", "sha1dc.blocks",
         SHA1DC(sha1dc(cv, blocks, n, info); if (n) std::memcpy(info[n - 1].cv, cv, 20);), "vectors"},
        {"tells the state of another step", "sha1dc.blocks",
         SHA1DC(sha1dc(cv, blocks, n, info); if (n > 3) info[3].state[4] ^= info[3].w[0];), "blocks"},
        {"writes past the info", "sha1dc.blocks",
         SHA1DC(sha1dc(cv, blocks, n, info); spoil(info, last(n, sizeof *info));), "write-past-end"},
    };
}

std::vector<Planted> lane_faults() {
    std::vector<Planted> all = {
        {"healthy lanes", "sha1.lanes", SHA1_LANES(sha1_lanes(cv, blocks, n);), nullptr},
        {"swaps two lanes", "sha1.lanes",
         SHA1_LANES(sha1_lanes(cv, blocks, n); if (n) std::swap(cv[1], cv[2]);), "vectors"},
        {"swaps two messages", "sha1.lanes",
         SHA1_LANES(const uint8_t *swapped[] = {blocks[0], blocks[1], blocks[3], blocks[2]};
                    sha1_lanes(cv, swapped, n);),
         "vectors"},
        {"wrong in the last lane for 3 blocks", "sha1.lanes",
         SHA1_LANES(sha1_lanes(cv, blocks, n); if (n == 3) cv[3][4] ^= 1;), "blocks"},
        {"wrong when the lanes lie downwards", "sha1.lanes",
         SHA1_LANES(sha1_lanes(cv, blocks, n);
                    if (n && blocks[0] > blocks[1] && blocks[1] > blocks[2]) cv[0][0]++;),
         "blocks"},
        {"no blocks swap two lanes", "sha1.lanes",
         SHA1_LANES(sha1_lanes(cv, blocks, n); if (!n) std::swap(cv[0], cv[1]);), "zero-blocks"},
        {"wrong for one alignment of one lane", "sha1.lanes",
         SHA1_LANES(sha1_lanes(cv, blocks, n); if (n && (uintptr_t)blocks[2] % 64 == 5) cv[2][0]++;),
         "alignment"},
        {"healthy lanes of sha1dc", "sha1dc.lanes", SHA1DC_LANES(sha1dc_lanes(cv, blocks, n, info);),
         nullptr},
        {"suspects nothing in the last lane", "sha1dc.lanes",
         SHA1DC_LANES(sha1dc_lanes(cv, blocks, n, info);
                      for (size_t i = 0; i < n; i++) info[6 * lane_count * (i + 1) - 1] = 0;),
         "vectors"},
        {"swaps the masks of two lanes", "sha1dc.lanes",
         SHA1DC_LANES(sha1dc_lanes(cv, blocks, n, info);
                      if (n) std::swap(info[5 * lane_count], info[5 * lane_count + 1]);),
         "vectors"},
        {"tells chaining values lane by lane", "sha1dc.lanes",
         SHA1DC_LANES(sha1dc_lanes(cv, blocks, n, info);
                      if (n > 1) std::swap(info[6 * lane_count + 1], info[7 * lane_count]);),
         "blocks"},
        {"writes past the info of lanes", "sha1dc.lanes",
         SHA1DC_LANES(sha1dc_lanes(cv, blocks, n, info); spoil(info, last(n, 24 * lane_count));),
         "write-past-end"},
        {"reads past a lane", "sha1.lanes",
         SHA1_LANES(sha1_lanes(cv, blocks, n); touch(blocks[3], last(n, 64));), "read-past-end"},
        {"reads before a lane", "sha1.lanes", SHA1_LANES(sha1_lanes(cv, blocks, n); touch(blocks[1], -1);),
         "read-before-start"},
        {"reads past the pointers", "sha1.lanes",
         SHA1_LANES(sha1_lanes(cv, blocks, n); touch(blocks, lane_count * sizeof *blocks);), "read-past-end"},
        {"writes past the last chaining value", "sha1.lanes",
         SHA1_LANES(sha1_lanes(cv, blocks, n); spoil(cv, 20 * lane_count);), "write-past-end"},
        {"changes a lane's blocks", "sha1.lanes",
         SHA1_LANES(sha1_lanes(cv, blocks, n); if (n) spoil(blocks[2], 3);), "input-unchanged"},
        {"moves the pointers on", "sha1.lanes",
         SHA1_LANES(sha1_lanes(cv, blocks, n); for (unsigned i = 0; i < lane_count;
                                                    i++) const_cast<const uint8_t **>(blocks)[i] += 64 * n;),
         "input-unchanged"},
        {"healthy Whirlpool lanes", "whirlpool.lanes", WHIRLPOOL_LANES(whirlpool_lanes(cv, blocks, n);),
         nullptr},
        {"swaps two Whirlpool lanes", "whirlpool.lanes",
         WHIRLPOOL_LANES(whirlpool_lanes(cv, blocks, n); if (n) std::swap(cv[1], cv[2]);), "vectors"},
        {"reads past a Whirlpool lane", "whirlpool.lanes",
         WHIRLPOOL_LANES(whirlpool_lanes(cv, blocks, n); touch(blocks[3], last(n, 64));), "read-past-end"},
        {"healthy derivation with SHA-1", "pbkdf2.sha1_lanes", DERIVE_SHA1(pbkdf2_sha1(u, sums, keys, n);),
         nullptr},
        {"takes a lane's key for the next one", "pbkdf2.sha1_lanes",
         DERIVE_SHA1(uint32_t moved[10 * lane_count];
                     for (unsigned i = 0; i < 10 * lane_count; i++) moved[i] = keys[i - i % lane_count];
                     pbkdf2_sha1(u, sums, moved, n);),
         "blocks"},
        {"does not add the last U", "pbkdf2.sha1_lanes",
         DERIVE_SHA1(pbkdf2_sha1(u, sums, keys, n); if (n) sums[0] ^= u[0];), "vectors"},
        {"writes past the words of U", "pbkdf2.sha1_lanes",
         DERIVE_SHA1(pbkdf2_sha1(u, sums, keys, n); spoil(u, 20 * lane_count);), "write-past-end"},
        {"reads past the keys of the lanes", "pbkdf2.sha1_lanes",
         DERIVE_SHA1(pbkdf2_sha1(u, sums, keys, n); touch(keys, 40 * lane_count);), "read-past-end"},
        {"healthy derivation", "pbkdf2.whirlpool_blocks", DERIVE(pbkdf2_whirlpool(u, sums, keys, n);),
         nullptr},
        {"exchanges the keys", "pbkdf2.whirlpool_blocks",
         DERIVE(uint8_t swapped[2 * lane_count][64]; for (unsigned i = 0; i < 2 * lane_count; i++)
                    std::memcpy(swapped[i], keys[(i + lane_count) % (2 * lane_count)], 64);
                pbkdf2_whirlpool(u, sums, swapped, n);),
         "vectors"},
        {"takes the first lane's key", "pbkdf2.whirlpool_blocks",
         DERIVE(uint8_t first[2 * lane_count][64]; for (unsigned i = 0; i < 2 * lane_count; i++)
                    std::memcpy(first[i], keys[i - i % lane_count], 64);
                pbkdf2_whirlpool(u, sums, first, n);),
         "blocks"},
        {"wrong sum after 5 iterations", "pbkdf2.whirlpool_blocks",
         DERIVE(pbkdf2_whirlpool(u, sums, keys, n); if (n == 5) sums[3][63] ^= 1;), "blocks"},
        {"changes a key", "pbkdf2.whirlpool_blocks",
         DERIVE(pbkdf2_whirlpool(u, sums, keys, n); spoil(keys, 128 * lane_count - 1);), "input-unchanged"},
        {"writes past the sums", "pbkdf2.whirlpool_blocks",
         DERIVE(pbkdf2_whirlpool(u, sums, keys, n); spoil(sums, 64 * lane_count);), "write-past-end"},
    };
    for (Planted &planted : all) planted.lanes = lane_count;
    return all;
}

}  // namespace

std::vector<Planted> c_faults() {
    std::vector<Planted> all = healthy();
    for (const auto &more : {wrong_answers(), stray_accesses(), trace_faults(), lane_faults()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

// The correct functions that the assembly kernels wrap: sha1.blocks and des.encrypt1.
extern "C" void og_fault_sha1(uint32_t cv[5], const uint8_t *blocks, size_t n) { sha1(cv, blocks, n); }
extern "C" void og_fault_encrypt1(uint32_t data[2], const og_des_key *ks, int encrypt) {
    encrypt1(data, ks, encrypt);
}
#ifdef __x86_64__
extern "C" __attribute__((ms_abi)) void og_fault_sha1_win64(uint32_t cv[5], const uint8_t *blocks, size_t n) {
    sha1(cv, blocks, n);
}
#endif

}  // namespace og::faults
