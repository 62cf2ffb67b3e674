// SPDX-License-Identifier: MIT
// Times SHA-1 block functions beside each other: the fewest core cycles of many passes taken in
// turn, so that a disturbance hits all. Each sample lies between two loops of independent additions
// and counts only if both ran at full speed: a busy sibling hyperthread slows throughput, not the
// clock.
// VARIANTS: X(symbol) for each kernel. With PEERS also OpenSSL's EVP and libgcrypt.
// Usage: timer PASSES [SIZE [DISABLED-LIBGCRYPT-FEATURES]]
#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef PEERS
#include <gcrypt.h>
#include <openssl/evp.h>
#endif

typedef void kernel(uint32_t cv[5], const uint8_t *blocks, size_t nblocks);
#define X(name) kernel name;
VARIANTS
#undef X

#ifdef PEERS
static EVP_MD_CTX *evp;
static gcry_md_hd_t gcry;

static void openssl_evp(uint32_t cv[5], const uint8_t *blocks, size_t nblocks) {
    (void)cv;
    EVP_DigestUpdate(evp, blocks, 64 * nblocks);
}

static void libgcrypt(uint32_t cv[5], const uint8_t *blocks, size_t nblocks) {
    (void)cv;
    gcry_md_write(gcry, blocks, 64 * nblocks);
}

static int open_peers(const char *disabled) {
    if (disabled) gcry_control(GCRYCTL_DISABLE_HWF, disabled, NULL);
    if (!gcry_check_version(NULL)) return 0;
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    evp = EVP_MD_CTX_new();
    return evp && EVP_DigestInit_ex(evp, EVP_sha1(), NULL) == 1 && gcry_md_open(&gcry, GCRY_MD_SHA1, 0) == 0;
}
#endif

static const struct {
    const char *name;
    kernel *run;
    int peer;
} variants[] = {
#define X(name) {#name, name, 0},
    VARIANTS
#undef X
#ifdef PEERS
    {"OpenSSL EVP", openssl_evp, 1},
    {"libgcrypt", libgcrypt, 1},
#endif
};
enum { COUNT = sizeof variants / sizeof variants[0], LARGEST = 1 << 20 };
static uint8_t message[LARGEST] __attribute__((aligned(64)));
static double best[COUNT];
static int kept[COUNT];
static int counter;

static uint64_t cycles(void) {
    uint64_t now;
    if (read(counter, &now, sizeof now) != sizeof now) {
        perror("perf_event_open's counter");
        exit(1);
    }
    return now;
}

static double full_speed = 1e18;

static int at_full_speed(void) {
    uint64_t before = cycles();
    for (int i = 0; i < 200; i++)
        __asm__ volatile("add $1, %%eax\n\tadd $1, %%ecx\n\tadd $1, %%edx\n\tadd $1, %%esi\n\t"
                         "add $1, %%eax\n\tadd $1, %%ecx\n\tadd $1, %%edx\n\tadd $1, %%esi\n\t"
                         :
                         :
                         : "eax", "ecx", "edx", "esi", "cc");
    double took = (double)(cycles() - before);
    if (took < full_speed) full_speed = took;
    return took < 1.06 * full_speed;
}

int main(int argc, char **argv) {
    struct perf_event_attr wanted = {.type = PERF_TYPE_HARDWARE,
                                     .size = sizeof wanted,
                                     .config = PERF_COUNT_HW_CPU_CYCLES,
                                     .exclude_kernel = 1};
    int passes = argc > 1 ? atoi(argv[1]) : 400;
    size_t size = argc > 2 ? (size_t)atoi(argv[2]) / 64 * 64 : 16384;
    counter = (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0);
    if (counter < 0) {
        perror("perf_event_open");
        return 1;
    }
    if (size < 64 || size > LARGEST) {
        fprintf(stderr, "a size of 64 to %d bytes, please\n", LARGEST);
        return 2;
    }
#ifdef PEERS
    if (!open_peers(argc > 3 ? argv[3] : NULL)) {
        fprintf(stderr, "OpenSSL or libgcrypt cannot be opened\n");
        return 1;
    }
#endif
    for (int i = 0; i < COUNT; i++) {
        uint32_t cv[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
        uint8_t block[64] = "abc\x80";
        block[63] = 24;
        if (variants[i].peer) continue;
        variants[i].run(cv, block, 1);
        if (cv[0] != 0xa9993e36 || cv[1] != 0x4706816a || cv[4] != 0x9cd0d89d) {
            printf("%s computes something else\n", variants[i].name);
            return 1;
        }
    }
    for (size_t i = 0; i < LARGEST; i++) message[i] = (uint8_t)(i * 2654435761u >> 13);
    double nothing = 1e18;
    for (int i = 0; i < 1000; i++) {
        uint64_t before = cycles();
        double took = (double)(cycles() - before);
        if (took < nothing) nothing = took;
    }
    for (int i = 0; i < COUNT; i++) best[i] = 1e18;
    for (int pass = 0; pass < passes; pass++)
        for (int i = 0; i < COUNT; i++) {
            uint32_t cv[5] = {0};
            int quiet = at_full_speed();
            uint64_t before = cycles();
            variants[i].run(cv, message, size / 64);
            double took = (double)(cycles() - before) - nothing;
            if (!at_full_speed() || !quiet) continue;
            kept[i]++;
            if (took < best[i]) best[i] = took;
        }
    for (int i = 0; i < COUNT; i++) {
        if (!kept[i]) {
            printf("%-40s no quiet sample in %d passes\n", variants[i].name, passes);
            continue;
        }
        printf("%-40s %.3f cycles/byte  (%d of %d samples quiet)\n", variants[i].name, best[i] / (double)size,
               kept[i], passes);
    }
    return 0;
}
