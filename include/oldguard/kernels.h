/* SPDX-License-Identifier: MIT */
/*
 * The kernels behind the API. The functions list the catalogue, report which kernels can run here and which
 * one serves an operation, and force a kernel. The commands `oldguard kernels` and `oldguard explain` print
 * what these functions return.
 *
 * A kernel forced by og_force_kernel or OLDGUARD_KERNEL serves its operation. Otherwise the first kernel of
 * the measured order serves that the CPU, OLDGUARD_CPU and the policy allow at the given size. The measured
 * order is that of og_set_order, then the default order. A setting of the program overrides one of the
 * environment. On a processor that was not measured the library times some kernels at their first use, which
 * takes up to some 100 microseconds an operation. It reads the environment once, at the first use:
 *
 *   OLDGUARD_KERNEL=sha1.blocks=sha1_c_ref,des.ecb=des_c_ref    force kernels
 *   OLDGUARD_CPU=-avx2,-shani                                   pretend the CPU lacks features
 *   OLDGUARD_POLICY=constant-time                               refuse table kernels
 *   OLDGUARD_MEASURE=0                                          do not time kernels at their first use
 *
 * If a variable is wrong, every call that needs a kernel returns OG_ERR_CONFIG. There is no silent fallback.
 * The variables are ignored in a process with other rights than its caller (set-user-ID, set-group-ID, file
 * capabilities), and on systems that do not report this. The library opens no file.
 *
 * Names are C strings. Sizes are in bytes.
 *
 * Source: no standard defines these functions. A kernel's own sources are in og_kernel.refs.
 *
 * Thread safety: any thread may call any function at any time. No call waits for another thread, so a fork
 * or a cancellation during a call leaves the library usable, even during the first call. og_force_kernel,
 * og_set_policy and og_set_order take effect in every thread at its next call. The first call and
 * og_config_error read the environment, which no thread may change at the same time.
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

/* The signatures of the operations. A kernel does not check its arguments: sizes are exact and pointers are
 * valid. No alignment is required. Counts may be 0. A block of SHA-1 and Whirlpool has 64 bytes, one of
 * DES 8. The build compares these types with the table in asm/asmgen/operations.py. */

/* sha1.blocks: compresses nblocks blocks into the chaining value (FIPS 180-4 section 6.1.2). */
typedef void og_sha1_blocks_fn(uint32_t cv[5], const uint8_t *blocks, size_t nblocks);

/* sha1.lanes: compresses nblocks consecutive blocks of each of og_kernel.lanes messages. Message i has the
 * chaining value cv[i] and its blocks at blocks[i]. Lanes may share blocks, but not chaining values. The size
 * for og_kernel_for is 64 bytes for each message, so that kernels with more lanes serve from more messages
 * on. */
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

/* sha1dc.blocks: compresses as sha1.blocks does and writes info[i] for block i. */
typedef void og_sha1dc_blocks_fn(uint32_t cv[5], const uint8_t *blocks, size_t nblocks,
                                 og_sha1dc_block_info *info);

/* sha1dc.lanes: compresses as sha1.lanes does and writes, for each block of each message, the chaining value
 * before it and the mask of og_sha1dc_block_info. info: nblocks records of 6 * lanes words. Record i belongs
 * to block i of all messages: word 0 of their chaining values, then words 1 to 4, then the masks. */
typedef void og_sha1dc_lanes_fn(uint32_t (*cv)[5], const uint8_t *const *blocks, size_t nblocks,
                                uint32_t *info);

/* sha1dc.test: decides whether a compressed block is half of a collision. words has W[60..79] of the block
 * and dm the difference of its expanded message to that of the other half; state is a, b, c, d, e of the
 * other half before step 60, and after the chaining value after both. Steps 60 to 79 of the other half lead
 * from state to its last state, which is subtracted from after. If both are halves, steps 0 to 59 of the
 * other half lead from the difference to state. differences[0] gets the OR of the five words by which the
 * state before step 60 then differs from that, 0 for a collision. Of dm words 16 to 59 are not read. */
typedef void og_sha1dc_test_fn(uint32_t differences[1], const uint32_t after[5], const uint32_t state[5],
                               const uint32_t words[20], const uint8_t block[64], const uint32_t dm[80]);

/* whirlpool.blocks: compresses nblocks blocks into the 64-byte chaining value, the 8 x 8 matrix row by row.
 */
typedef void og_whirlpool_blocks_fn(uint8_t cv[64], const uint8_t *blocks, size_t nblocks);

/* whirlpool.lanes: compresses as sha1.lanes does, with Whirlpool's chaining values. */
typedef void og_whirlpool_lanes_fn(uint8_t (*cv)[64], const uint8_t *const *blocks, size_t nblocks);

/* des.key: expands a key into its 16 round keys. Parity bits are ignored. */
typedef void og_des_key_fn(og_des_key *ks, const uint8_t key[8]);

/* pbkdf2.sha1_lanes: `iterations` times, for each of og_kernel.lanes output blocks, replaces U by
 * HMAC-SHA1(U) under the key of its lane and adds it to the sum by XOR. All arguments are words: u and sums
 * have word 0 of all lanes, then words 1 to 4, 5 * lanes words together. keys has the chaining values after
 * the inner key block in this order, then those after the outer key block. The size for og_kernel_for is 64
 * bytes for each output block. */
typedef void og_pbkdf2_sha1_fn(uint32_t *u, uint32_t *sums, const uint32_t *keys, size_t iterations);

/* pbkdf2.whirlpool_blocks: `iterations` times, for each of og_kernel.lanes output blocks, replaces u[i] by
 * HMAC-Whirlpool(u[i]) and adds it to sums[i] by XOR. keys[i] and keys[og_kernel.lanes + i] are the chaining
 * values after its inner and its outer key block. The size for og_kernel_for is 64 bytes for each output
 * block. */
typedef void og_pbkdf2_whirlpool_fn(uint8_t (*u)[64], uint8_t (*sums)[64], const uint8_t (*keys)[64],
                                    size_t iterations);

/*
 * des.encrypt1 and des.encrypt2: encrypt or decrypt one block in place, as the functions of libdes do.
 * encrypt is 0 or 1. encrypt1 has bytes 0..3 of the block in data[0] and bytes 4..7 in data[1], both
 * little-endian. encrypt2 omits IP and FP: data[0] is the right half and data[1] the left half of IP's output
 * or FP's input, each with bit 1 of the standard in the lowest bit.
 */
typedef void og_des_block_fn(uint32_t data[2], const og_des_key *ks, int encrypt);

/* des.encrypt3 computes E(k3) D(k2) E(k1) of one block in place, des.decrypt3 its inverse. */
typedef void og_des_block3_fn(uint32_t data[2], const og_des_key *k1, const og_des_key *k2,
                              const og_des_key *k3);

/* des.ecb with ks[1], des3.ecb with ks[3]: encrypts or decrypts nblocks blocks. out is equal to in or does
 * not overlap it. */
typedef void og_des_ecb_fn(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks,
                           int encrypt);

/* des.cbc_enc, des.cbc_dec with ks[1]; des3.cbc_enc, des3.cbc_dec with ks[3]. iv is the chaining block; the
 * kernel replaces it by the last ciphertext block. out is equal to in or does not overlap it. */
typedef void og_des_cbc_fn(uint8_t *out, const uint8_t *in, size_t nblocks, const og_des_key *ks,
                           uint8_t iv[8]);

/*
 * des.lanes and des3.lanes: CBC encryption of og_kernel.lanes messages, each under its own key (des) or three
 * keys (des3). Each of the nblocks steps encrypts one block of every lane: the output block of lane i is the
 * cipher of (input block XOR iv[i]), and becomes the new iv[i]. in and out hold the blocks of the first step,
 * 8 bytes for each lane, then those of the next step. keys holds the unexpanded 8-byte key of each
 * lane. For des3 the second keys of all lanes follow, then the third keys. Parity bits are ignored. iv holds
 * 8 bytes for each lane. out is equal to in or does not overlap it. The size for og_kernel_for is 8 bytes for
 * each message.
 */
typedef void og_des_lanes_fn(uint8_t *out, const uint8_t *in, size_t nblocks, const uint8_t *keys,
                             uint8_t *iv);

/*
 * des.crypt_lanes: `iterations` times, encrypts the block of each lane in place under the lane's key, with
 * the exchange of des.crypt25 for the lowest 12 bits of the lane's salt. blocks and keys have 8 bytes for
 * each lane, salts one word. The size for og_kernel_for is 8 bytes for each password.
 *
 * des.bsdi_lanes: the same with the lowest 24 bits of the lane's salt, for the extended form of BSDi.
 */
typedef void og_des_crypt_lanes_fn(uint8_t *blocks, const uint8_t *keys, const uint64_t *salts,
                                   size_t iterations);

/*
 * des.one_salt_lanes: as des.crypt_lanes, with one salt for all lanes, of which the lowest 12 bits count.
 * Addresses depend on the salt, which is public, but not on blocks and keys.
 */
typedef void og_des_one_salt_lanes_fn(uint8_t *blocks, const uint8_t *keys, uint32_t salt, size_t iterations);

/*
 * des.crypt25: encrypts a zero block 25 times, the core of the traditional crypt(3), and writes the result to
 * out. If bit i of salt is set (bit 0 is the lowest, 24 bits count), bits i + 1 and i + 25 of E's output are
 * exchanged in every round.
 */
typedef void og_des_crypt25_fn(uint8_t out[8], const og_des_key *ks, uint32_t salt);

/* A kernel of any operation. Cast it to the function type of the operation before the call. */
typedef void (*og_fn)(void);

/* A catalogue entry: one kernel for one operation. Static storage. */
typedef struct og_kernel {
    const char *stem;       /* "sha1_c_fast" */
    const char *op;         /* "sha1.blocks" */
    const char *isa;        /* CPU features needed beyond the baseline, "+"-separated, or "" */
    const char *summary;    /* one line: what and why */
    const char *refs;       /* standards and papers */
    const char *source;     /* path in the source tree */
    unsigned bits;          /* 32 or 64 for assembly, 0 for C, which runs at any width */
    unsigned lanes;         /* messages per call of a multi-buffer kernel, otherwise 1 */
    unsigned constant_time; /* 1: neither addresses nor branches depend on the data */
    size_t min_size;        /* smallest useful size, bytes */
    og_fn fn;               /* NULL if this build has no code for the kernel */
} og_kernel;

/* Returns the number of entries of the catalogue. A library built with some of the algorithms or kernels
 * lists only the kernels for which it has code. */
OG_API size_t og_kernel_count(void);

/* Returns the entry of the catalogue at an index, or NULL past the end. Every kernel is listed, usable or
 * not, by operation and stem. */
OG_API const og_kernel *og_kernel_at(size_t index);

/* Returns the number of operations: those of the algorithms that the library is built with. */
OG_API size_t og_op_count(void);

/* Returns the name of the operation at an index, or NULL past the end. Static storage. */
OG_API const char *og_op_at(size_t index);

/* Returns the name of the operation that serves where no kernel of an operation does: sha1.blocks, which
 * hashes messages one after the other, for sha1.lanes. The other operation may be without a kernel itself, so
 * that its own replacement serves. NULL for an unknown operation, and for one without a replacement. It has a
 * C kernel, and if the policy refuses that, its functions return OG_ERR_NO_KERNEL. Static storage. */
OG_API const char *og_op_instead(const char *op);

/* Returns the entry of a stem for an operation, or NULL. */
OG_API const og_kernel *og_kernel_find(const char *op, const char *stem);

/* Returns 1 if the kernel can run here. Otherwise returns 0 and writes the reason to why, for example "needs
 * avx2, which the CPU lacks". why may be NULL; the text is cut to why_size bytes with its NUL. The result
 * does not depend on the policy. */
OG_API int og_kernel_usable(const og_kernel *kernel, char *why, size_t why_size);

/* Returns the kernel that serves an operation on size bytes, or NULL. *status, if not NULL, gets OG_OK,
 * OG_ERR_UNKNOWN for an unknown operation, OG_ERR_CONFIG or OG_ERR_NO_KERNEL. The messages of an operation on
 * many are long (OG_MESSAGES_LONG). NULL and OG_ERR_NO_KERNEL where they are hashed one by one. */
OG_API const og_kernel *og_kernel_for(const char *op, size_t size, int *status);

/* Forces a kernel for an operation, at every size. The stem "one-by-one" forces none for an operation with
 * lanes. A NULL stem removes the setting, and OLDGUARD_KERNEL is in
 * force again. OG_ERR_UNKNOWN for a name that is not in the catalogue, OG_ERR_UNUSABLE for a kernel that
 * cannot run here or that the policy refuses, OG_ERR_CONFIG for a wrong variable. An error changes nothing.
 */
OG_API int og_force_kernel(const char *op, const char *stem);

/* The policies of og_set_policy. */
typedef enum og_policy {
    OG_POLICY_FASTEST = 0,      /* every kernel may serve */
    OG_POLICY_CONSTANT_TIME = 1 /* only kernels that run in constant time may serve */
} og_policy;

/* Sets the policy. OG_POLICY_CONSTANT_TIME refuses kernels whose addresses or branches depend on the data,
 * forced kernels included. An operation whose forced kernel is refused, or that has no other kernel, then
 * gives OG_ERR_NO_KERNEL. OG_ERR_ARGUMENT for an unknown policy. */
OG_API int og_set_policy(og_policy policy);

/* Returns OG_ERR_CONFIG if an OLDGUARD_* variable is wrong, otherwise OG_OK. With OG_ERR_CONFIG it writes one
 * line to text: the variable, the word and, for a kernel that cannot run, the missing feature. text may be
 * NULL; the line is cut to size bytes with its NUL, and 320 bytes are enough. The function reads the
 * environment again for the line. */
OG_API int og_config_error(char *text, size_t size);

/* Sets the measured order of the process. text has size bytes and is not needed afterwards. Each line is
 * "operation kernel sizes cycles-per-byte", best first, as `oldguard tune` writes it. sizes is FROM or
 * FROM-TO in bytes, both inclusive. FROM alone has no upper limit. "/short" or "/long" at the end of sizes
 * limits a line of sha1.lanes, sha1dc.lanes or whirlpool.lanes to such messages (OG_MESSAGES_SHORT). The
 * kernel of an operation with lanes may be "one-by-one". A kernel may have several lines, an operation at
 * most 48. At each size the first line serves that contains the size and whose kernel can run.
 * The lines of a kernel replace its lines in the default order. # starts a comment. A line
 * "for MACHINE VERSION" names the processor (og_cpu_identity) and the version (og_version) of the
 * measurement. Size 0 restores the default order.
 *
 * Returns OG_ERR_ORDER and changes nothing if a line is malformed or names another processor or version, or
 * if an operation has too many lines. why then gets the number of the line and the mistake, for example "3:
 * no kernel 'x' serves sha1.blocks". why may be NULL; the text is cut to why_size bytes with its NUL, and 200
 * bytes are enough. Returns OG_ERR_NULL and does not write why if text is NULL and size is not 0.
 *
 * The order affects speed alone. Two concurrent calls may leave a mixture of their orders. */
OG_API int og_set_order(const char *text, size_t size, char *why, size_t why_size);

/* The most bytes of a processor's identity, with its NUL. */
#define OG_CPU_IDENTITY_SIZE 48

/* Writes the identity of the processor as one word with a NUL: vendor, family, model and stepping of CPUID,
 * for example "GenuineIntel-6-143-8". On AArch64 "midr-0x41-0xd0c-0x31" has the implementer, the part number
 * and the variant and revision of MIDR_EL1, and on macOS "cpufamily" is followed by hw.cpufamily,
 * hw.cpusubfamily and 0. "unknown" where the system gives neither. A measured order names its machine by this
 * word. If the cores of an AArch64 system differ, the word names the first of the fastest. */
OG_API void og_cpu_identity(char name[OG_CPU_IDENTITY_SIZE]);

/* Bits of og_kernel_choice.lengths. Messages of sha1.lanes, sha1dc.lanes and whirlpool.lanes are short if the
 * padded form of the longest of a call has at most 256 bytes. Those of all other operations count as both. */
#define OG_MESSAGES_LONG 1u
#define OG_MESSAGES_SHORT 2u

/* A line of `oldguard explain`: one kernel of an operation and why it serves or not. */
typedef struct og_kernel_choice {
    const og_kernel *kernel; /* the entry of the catalogue, or one with the stem "one-by-one" */
    unsigned taken;          /* 1: the kernel serves sizes from `from` up to the `from` of the line before */
    unsigned lengths; /* the messages for which it serves: OG_MESSAGES_LONG, OG_MESSAGES_SHORT or both */
    size_t from;      /* bytes; 0 if the kernel is not taken */
    char reason[160]; /* one line of English, with the processor whose figures the order has */
} og_kernel_choice;

/* Writes the verdicts on all kernels of an operation, at most max of them. First come the size classes, that
 * of the largest sizes first; a kernel may serve several. If the classes of long and of short messages
 * differ, those of long ones come first. The kernels that are not taken follow, best first, one line each.
 * "one-by-one" stands for each message by itself, by the operation of og_op_instead. Returns the number of
 * lines, or 0 for an unknown operation. rows may be NULL. */
OG_API size_t og_explain(const char *op, og_kernel_choice *rows, size_t max);

/* Returns the name of the CPU feature at an index, or NULL past the end. Every feature that a kernel may need
 * is listed. */
OG_API const char *og_cpu_feature_at(size_t index);

/* Returns 1 if the CPU has a feature and OLDGUARD_CPU does not hide it, otherwise 0. OG_ERR_UNKNOWN for an
 * unknown name. */
OG_API int og_cpu_has(const char *feature);

/* Returns the default order as text. Each line is "operation kernel sizes cycles-per-byte", as in the text of
 * og_set_order. An optional fifth word limits the line to a class of processors. A line "cpu NAME MODELS..."
 * defines a class. MODELS is VENDOR, VENDOR-FAMILY, VENDOR-FAMILY-MODEL or VENDOR-FAMILY-FIRST:LAST. A line
 * "measured NAME SOURCE" or "derived NAME SOURCE" says whose figures the lines of a class have. Static
 * storage. */
OG_API const char *og_default_order(void);

#ifdef __cplusplus
}
#endif
#endif
