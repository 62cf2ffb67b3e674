// SPDX-License-Identifier: MIT
// Times table kernels of DES beside des_c_sp: the fewest core cycles of many passes, each between
// two runs of a chain of known cost that must agree. First all answers are compared with
// des_c_ref's.
// VARIANTS: X(stem) for each kernel. Usage: timer PASSES [SIZE]
/* clang-format off */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <x86intrin.h>

#include <oldguard/kernels.h>

#define LARGEST 65536
static uint8_t in[LARGEST], out[LARGEST], expected[LARGEST], iv[8];
static og_des_key ks[3];

#define OPERATIONS(F) \
    F(encrypt1)       \
    F(encrypt2)       \
    F(encrypt3) F(decrypt3) F(ecb) F(cbc_enc) F(cbc_dec) F(des3_ecb) F(des3_cbc_enc) F(des3_cbc_dec)
typedef og_des_block_fn encrypt1_fn, encrypt2_fn;
typedef og_des_block3_fn encrypt3_fn, decrypt3_fn;
typedef og_des_ecb_fn ecb_fn, des3_ecb_fn;
typedef og_des_cbc_fn cbc_enc_fn, cbc_dec_fn, des3_cbc_enc_fn, des3_cbc_dec_fn;

// one block after another, each the input of the next
#define BLOCK1(name)                                  \
    static void run_##name(name##_fn *k, size_t n) {  \
        for (; n > 0; n--) k((uint32_t *)out, ks, 1); \
    }
#define BLOCK3(name)                                                   \
    static void run_##name(name##_fn *k, size_t n) {                   \
        for (; n > 0; n--) k((uint32_t *)out, &ks[0], &ks[1], &ks[2]); \
    }
#define ECB(name) \
    static void run_##name(name##_fn *k, size_t n) { k(out, in, n, ks, 1); }
#define CBC(name) \
    static void run_##name(name##_fn *k, size_t n) { k(out, in, n, ks, iv); }
BLOCK1(encrypt1)
BLOCK1(encrypt2)
BLOCK3(encrypt3)
BLOCK3(decrypt3)
ECB(ecb)
ECB(des3_ecb)
CBC(cbc_enc)
CBC(cbc_dec) CBC(des3_cbc_enc) CBC(des3_cbc_dec)

#define DECLARE(stem, op) extern op##_fn og_##stem##_##op;
#define X(stem)             \
    DECLARE(stem, encrypt1) \
    DECLARE(stem, encrypt2) \
    DECLARE(stem, encrypt3) \
    DECLARE(stem, decrypt3) \
    DECLARE(stem, ecb)      \
    DECLARE(stem, cbc_enc)  \
    DECLARE(stem, cbc_dec) DECLARE(stem, des3_ecb) DECLARE(stem, des3_cbc_enc) DECLARE(stem, des3_cbc_dec)
    X(des_c_ref) X(des_c_sp) VARIANTS
#undef X

    struct kernel {
    const char *name;
#define F(op) op##_fn *op;
    OPERATIONS(F)
#undef F
};
#define X(stem)                \
    {#stem,                    \
     og_##stem##_encrypt1,     \
     og_##stem##_encrypt2,     \
     og_##stem##_encrypt3,     \
     og_##stem##_decrypt3,     \
     og_##stem##_ecb,          \
     og_##stem##_cbc_enc,      \
     og_##stem##_cbc_dec,      \
     og_##stem##_des3_ecb,     \
     og_##stem##_des3_cbc_enc, \
     og_##stem##_des3_cbc_dec},
static const struct kernel kernels[] = {X(des_c_ref) X(des_c_sp) VARIANTS};
#undef X
#define COUNT (int)(sizeof kernels / sizeof kernels[0])

#define CHAIN 1000

// Ticks of a chain of CHAIN multiplications, 3 core cycles each on every processor of the last
// years: the ruler that turns ticks into cycles.
static double chain(void) {
    uint64_t before = __rdtsc();
    for (int i = 0; i < CHAIN / 10; i++)
        __asm__ volatile("imul %%eax, %%eax\n\timul %%eax, %%eax\n\timul %%eax, %%eax\n\t"
                         "imul %%eax, %%eax\n\timul %%eax, %%eax\n\timul %%eax, %%eax\n\t"
                         "imul %%eax, %%eax\n\timul %%eax, %%eax\n\timul %%eax, %%eax\n\t"
                         "imul %%eax, %%eax"
                         :
                         :
                         : "eax", "cc");
    return (double)(__rdtsc() - before);
}

static void reset(void) {
    for (size_t i = 0; i < LARGEST; i++) in[i] = out[i] = (uint8_t)(i * 2654435761u >> 13);
    memset(iv, 0x5a, sizeof iv);
}

int main(int argc, char **argv) {
    int passes = argc > 1 ? atoi(argv[1]) : 400;
    size_t n = argc > 2 ? (size_t)atoi(argv[2]) / 8 : 2048;
    if (n < 1 || n > LARGEST / 8) return 2;
    for (int i = 0; i < 3; i++)
        og_des_key_set(&ks[i], (const uint8_t *)"abcdefghijklmnopq" + 3 * i, OG_DES_CHECK_NONE);
#define F(op)                                                  \
    for (int i = 0; i < COUNT; i++) {                          \
        reset();                                               \
        run_##op(kernels[i].op, 100);                          \
        if (!i) memcpy(expected, out, LARGEST);                \
        if (memcmp(expected, out, LARGEST)) {                  \
            printf("%s: " #op " is wrong\n", kernels[i].name); \
            return 1;                                          \
        }                                                      \
    }
    OPERATIONS(F)
#undef F
    printf("%-22s", "cycles per byte");
#define F(op) printf("%13s", #op);
    OPERATIONS(F)
#undef F
    for (int i = 1; i < COUNT; i++) {
        double best[10];
        int kept[10] = {0};
        for (int o = 0; o < 10; o++) best[o] = 1e18;
        for (int pass = 0; pass < passes; pass++) {
            int o = 0;
#define F(op)                                                        \
    {                                                                \
        double ruler = chain();                                      \
        uint64_t before = __rdtsc();                                 \
        run_##op(kernels[i].op, n);                                  \
        double took = (double)(__rdtsc() - before), again = chain(); \
        if (again < 1.02 * ruler && ruler < 1.02 * again) {          \
            took *= 3 * CHAIN / (ruler < again ? ruler : again);     \
            kept[o]++;                                               \
            if (took < best[o]) best[o] = took;                      \
        }                                                            \
        o++;                                                         \
    }
            OPERATIONS(F)
#undef F
        }
        printf("\n%-22s", kernels[i].name);
        for (int o = 0; o < 10; o++) printf("%13.2f", kept[o] ? best[o] / (double)(8 * n) : 0.0);
    }
    printf("\n");
    return 0;
}
