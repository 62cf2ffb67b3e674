/* SPDX-License-Identifier: MIT */
/*
 * The kernels behind the API: the catalogue, what can run here, which one serves an operation, and
 * how to force one. `oldguard kernels` and `oldguard explain` are these functions as a command.
 *
 * Choice, in this order: a kernel forced by og_force_kernel or OLDGUARD_KERNEL; else the first one
 * in the measured order (that of og_set_order, else the defaults measured by the project) that the
 * CPU, OLDGUARD_CPU and the policy allow at the size at hand. What the program asks for comes before
 * what the environment asks for. The variables are read once, at the first use:
 *
 *   OLDGUARD_KERNEL=sha1.blocks=sha1_c_ref,des.ecb=des_c_ref     force kernels
 *   OLDGUARD_CPU=-avx2,-shani                                   pretend the CPU lacks features
 *   OLDGUARD_POLICY=constant-time                               refuse table kernels
 *
 * A wrong variable makes every call that needs a kernel return OG_ERR_CONFIG: nothing falls back in
 * silence. The variables are ignored in a process that has other rights than its caller (set-user-ID,
 * set-group-ID, file capabilities), and on systems that do not tell this. The library opens no file.
 *
 * Thread safety: all functions may be called from any thread, at any time, and none waits for another
 * thread: a fork or a cancellation during a call, the first one included, leaves the library usable.
 * A change by og_force_kernel, og_set_policy or og_set_order reaches every thread at its next call.
 * A first call and og_config_error read the environment: nobody may change that meanwhile.
 */
#ifndef OLDGUARD_KERNELS_H
#define OLDGUARD_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "des.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The operations' signatures, as function types. Kernels check nothing: sizes are exact, pointers
 * valid, no alignment is assumed, counts may be 0. */

/* sha1.blocks: folds nblocks blocks of 64 bytes into the chaining value. */
typedef void og_sha1_blocks_fn(uint32_t cv[5], const uint8_t *blocks, size_t nblocks);

/* sha1.lanes: folds nblocks consecutive blocks of each of the row's `lanes` messages into that
 * message's chaining value: message i has cv[i] and its blocks at blocks[i]. Lanes may share their
 * blocks, not their chaining values. The size by which a kernel is chosen is 64 bytes for each
 * message at hand: kernels of more lanes serve from more messages on. */
typedef void og_sha1_lanes_fn(uint32_t (*cv)[5], const uint8_t *const *blocks, size_t nblocks);

/* The result of sha1dc.blocks for one block: with the block itself, the input of the exact test for a
 * collision attack (M. Stevens, D. Shumow, "Speeding up detection of SHA-1 collision attacks using
 * unavoidable attack conditions", USENIX Security 2017). */
typedef struct og_sha1dc_block_info {
    uint32_t w[20];    /* W[60..79] of the expanded message */
    uint32_t cv[5];    /* the chaining value before the block */
    uint32_t state[5]; /* a, b, c, d, e before step 60 */
    uint32_t mask;     /* bit v: no condition excludes disturbance vector v */
} og_sha1dc_block_info;

/* sha1dc.blocks: sha1.blocks that also writes info[i] for block i. */
typedef void og_sha1dc_blocks_fn(uint32_t cv[5], const uint8_t *blocks, size_t nblocks,
                                 og_sha1dc_block_info *info);

/* sha1dc.lanes: sha1.lanes that also writes, for each block of each message, the chaining value before
 * it and the mask of og_sha1dc_block_info. info: nblocks records of 6 * lanes words. Record i belongs to
 * block i of all messages: word 0 of their chaining values, then words 1 to 4, then the masks. */
typedef void og_sha1dc_lanes_fn(uint32_t (*cv)[5], const uint8_t *const *blocks, size_t nblocks,
                                uint32_t *info);

/* whirlpool.blocks: sha1.blocks with Whirlpool's 64-byte chaining value, the matrix row by row. */
typedef void og_whirlpool_blocks_fn(uint8_t cv[64], const uint8_t *blocks, size_t nblocks);

/* whirlpool.lanes: the same, in the way of sha1.lanes. */
typedef void og_whirlpool_lanes_fn(uint8_t (*cv)[64], const uint8_t *const *blocks, size_t nblocks);

/* des.key: the 16 round keys of a key, whatever its parity bits. */
typedef void og_des_key_fn(og_des_key *ks, const uint8_t key[8]);

/* pbkdf2.whirlpool_blocks: `iterations` times, for each of the row's `lanes` output blocks, u[i]
 * becomes HMAC-Whirlpool of u[i] and is added to sums[i]. keys[0] and keys[1] are the chaining values
 * after the key's inner and outer block. The size by which a kernel is chosen is 64 bytes for each
 * block. */
typedef void og_pbkdf2_whirlpool_fn(uint8_t (*u)[64], uint8_t (*sums)[64], const uint8_t (*keys)[64],
                                    size_t iterations);

/*
 * des.encrypt1 and des.encrypt2: one block in place; encrypt is 0 or 1. As libdes has them:
 * encrypt1 takes bytes 0..3 of the block in data[0] and bytes 4..7 in data[1], read little-endian.
 * encrypt2 leaves IP and FP out: data[0] is the right half, data[1] the left half of IP's output or
 * FP's input, each with bit 1 of the standard lowest.
 */
typedef void og_des_block_fn(uint32_t data[2], const og_des_key *ks, int encrypt);

/* des.encrypt3 = E(k3) D(k2) E(k1) and des.decrypt3 = its inverse, one block in place. */
typedef void og_des_block3_fn(uint32_t data[2], const og_des_key *k1, const og_des_key *k2,
                              const og_des_key *k3);

/* des.ecb with ks[1], des3.ecb with ks[3]. out is in or does not overlap it. */
typedef void og_des_ecb_fn(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks,
                           int encrypt);

/* des.cbc_enc, des.cbc_dec with ks[1]; des3.cbc_enc, des3.cbc_dec with ks[3]. The chaining block iv
 * is read and then replaced by the last ciphertext block. out is in or does not overlap it. */
typedef void og_des_cbc_fn(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks,
                           uint8_t iv[8]);

/*
 * des.lanes with one key for each of the row's `lanes` messages, des3.lanes with three: nblocks
 * chained steps, in each of which every lane encrypts one block under its own key: block i of a step
 * becomes the cipher of its sum with iv[i], and iv[i] too. out and in hold the blocks of the first
 * step, 8 bytes for each lane, then those of the next. keys are not expanded: 8 bytes for each lane,
 * whatever their parity bits, then the second and the third key of each. out is in or does not
 * overlap it. The size by which a kernel is chosen is 8 bytes for each message at hand.
 */
typedef void og_des_lanes_fn(uint8_t *out, const uint8_t *in, size_t nblocks, const uint8_t *keys,
                             uint8_t *iv);

/*
 * des.crypt_lanes: `iterations` times, the block of each lane becomes its encryption under the lane's
 * key with the exchange of des.crypt25 for the lowest 12 bits of the lane's salt. blocks and keys have
 * 8 bytes for each lane, salts a word. The size by which a kernel is chosen is as for des.lanes.
 */
typedef void og_des_crypt_lanes_fn(uint8_t *blocks, const uint8_t *keys, const uint64_t *salts,
                                   size_t iterations);

/*
 * des.crypt25: the heart of the traditional crypt(3), 25 times DES on a block of zeros. Where bit i of
 * salt is set (0 the lowest; 24 bits count), bits i + 1 and i + 25 of E's output change places. out
 * is the last block.
 */
typedef void og_des_crypt25_fn(uint8_t out[8], const og_des_key *ks, uint32_t salt);

/* Any kernel; cast it to the type that its operation names. */
typedef void (*og_fn)(void);

/* One row of the catalogue: a kernel serving one operation. Static storage. */
typedef struct og_kernel {
    const char *stem;       /* "sha1_c_fast" */
    const char *op;         /* "sha1.blocks" */
    const char *isa;        /* CPU features needed beyond the baseline, "+"-separated, or "" */
    const char *summary;    /* one line: what and why */
    const char *refs;       /* standards and papers */
    const char *source;     /* path in the source tree */
    unsigned bits;          /* 32 or 64 for assembly, 0 for C, which runs at any width */
    unsigned lanes;         /* independent messages at a time */
    unsigned constant_time; /* 1: neither addresses nor branches depend on the data */
    size_t min_size;        /* smallest useful size in bytes */
    og_fn fn;               /* NULL where this build has no code for it */
} og_kernel;

/* The whole catalogue, usable or not, in order of operation and stem. og_kernel_at returns NULL
 * past the end. */
OG_API size_t og_kernel_count(void);
OG_API const og_kernel *og_kernel_at(size_t index);

/* The operations, in order; og_op_at returns NULL past the end. */
OG_API size_t og_op_count(void);
OG_API const char *og_op_at(size_t index);

/* The row of a stem for an operation, or NULL. */
OG_API const og_kernel *og_kernel_find(const char *op, const char *stem);

/* 1 when the kernel can run here. Else 0, and why (when not NULL) gets the reason, cut to size
 * bytes with its terminator: "needs avx2, which the CPU lacks". */
OG_API int og_kernel_usable(const og_kernel *kernel, char *why, size_t size);

/* The kernel that serves an operation on size bytes, or NULL with *status saying why. */
OG_API const og_kernel *og_kernel_for(const char *op, size_t size, int *status);

/* Forces a kernel for an operation, at every size; stem NULL undoes it, and OLDGUARD_KERNEL holds
 * again. OG_ERR_UNKNOWN for a name that is not in the catalogue, OG_ERR_UNUSABLE for one that cannot
 * run here. */
OG_API int og_force_kernel(const char *op, const char *stem);

typedef enum og_policy { OG_POLICY_FASTEST = 0, OG_POLICY_CONSTANT_TIME = 1 } og_policy;

/* Sets what may be chosen. Under OG_POLICY_CONSTANT_TIME an operation without a constant-time
 * kernel returns OG_ERR_NO_KERNEL; a table kernel forced by name is refused as well. */
OG_API int og_set_policy(og_policy policy);

/* Returns OG_ERR_CONFIG where an OLDGUARD_* variable is wrong, otherwise OG_OK. In the first case text
 * (where not NULL) gets the variable, the word and, for a kernel that cannot run, the missing feature:
 * one line, cut to size bytes with its terminator. 320 bytes are enough. Reads the environment again, as
 * the program may have changed it. */
OG_API int og_config_error(char *text, size_t size);

/* Sets the measured order: size bytes of lines "operation kernel from-bytes cycles-per-byte", best
 * first, as `oldguard tune` writes them; # begins a comment. A line "for MACHINE VERSION" names the
 * processor (og_cpu_identity) and the oldguard (og_version) that the order was measured with. The text
 * is not needed afterwards. Size 0: the defaults again.
 * Returns OG_ERR_ORDER, and changes nothing, where a line is malformed or names another processor or
 * version; why (where not NULL) gets the line's number and what is wrong with it, "3: no kernel 'x'
 * serves sha1.blocks", cut to why_size bytes with its terminator; 200 are enough. OG_ERR_NULL, with why
 * unwritten, for a text of NULL with a size. Only speed depends on the order. Two threads at once may leave a
 * mixture of their orders. */
OG_API int og_set_order(const char *text, size_t size, char *why, size_t why_size);

/* The processor's maker, family, model and stepping as one word, "GenuineIntel-6-143-8", terminated;
 * "unknown" where it does not tell. By it a measured order names the machine that it is for. */
#define OG_CPU_IDENTITY_SIZE 48
OG_API void og_cpu_identity(char name[OG_CPU_IDENTITY_SIZE]);

/* One line of `oldguard explain`. */
typedef struct og_verdict {
    const og_kernel *kernel;
    unsigned taken; /* 1: serves from `from` bytes up to the next taken row's */
    size_t from;    /* bytes */
    char reason[160];
} og_verdict;

/* Every kernel of an operation in order of preference, and why it is or is not taken. Writes at
 * most max rows, returns how many there are; 0 for an unknown operation. */
OG_API size_t og_explain(const char *op, og_verdict *rows, size_t max);

/* CPU features by name, for every name that a kernel may ask for; index past the end gives NULL. */
OG_API const char *og_cpu_feature_at(size_t index);
OG_API int og_cpu_has(const char *feature); /* 1, 0, or OG_ERR_UNKNOWN */

/* The default order as text, one "op stem from-bytes cycles-per-byte" a line. A fifth word, where there
 * is one, is how the identities of the processors begin that the line is for. Static storage. */
OG_API const char *og_default_order(void);

#ifdef __cplusplus
}
#endif
#endif
