/* SPDX-License-Identifier: MIT */
/* The detection on recorded leaves of CPUID, and the kernels that then serve. The records are from the
 * published dumps of InstLatx64, whose file names are beside them, and XCR0 is the register files that leaf
 * 13 lists. So the operating system is one that saves everything. */
#include <stdio.h>
#include <string.h>

#include "core/cpuid.h"
#include "serving.h"

enum { OPERATIONS = 4 };

static const struct {
    const char *name;
    size_t size;
} operations[OPERATIONS] = {
    {"sha1.blocks", 1024}, {"sha1.lanes", 512}, {"whirlpool.blocks", 1024}, {"des.ecb", 4096}};

typedef struct record {
    const char *name;
    uint32_t highest; /* leaf */
    char vendor[12 + 1];
    og_cpuid_leaf leaf1, leaf7, leaf7_1;
    uint32_t leaf24_ebx;
    uint32_t xcr0;
    const char *identity, *features;
    const char *serving[OPERATIONS];
} record;

#define BASE "mmx sse sse2 ssse3 sse41 movbe"
#define AVX2 BASE " avx avx2 bmi1 bmi2"
#define AVX512 "avx512f avx512bw avx512vl"

/* clang-format off */
static const record records[] = {
    /* GenuineIntel00506C9_Goldmont: SHA-NI without AVX */
    {"Goldmont", 0x15, "GenuineIntel", {0x000506c9, 0x00200800, 0x4ff8ebbf, 0xbfebfbff},
     {0, 0x2294e283, 0, 0}, {0, 0, 0, 0}, 0, 0x1b,
     "GenuineIntel-6-92-9", BASE " shani",
     {"sha1_x64_shani", "sha1_x64_shani_x2", "whirlpool_x64_sse2", "des_x64_sse2_x128"}},
    /* GenuineIntel0090675_AlderLake_02: AVX2, GFNI and SHA-NI without AVX-512 */
    {"Alder Lake", 0x20, "GenuineIntel", {0x00090675, 0x00100800, 0x7ffafbbf, 0xbfebfbff},
     {2, 0x239c27eb, 0x98c007ac, 0xfc184410}, {0x00401c10, 0, 0, 0}, 0, 0x207,
     "GenuineIntel-6-151-5", AVX2 " shani gfni",
     {"sha1_x64_shani_avx", "sha1_x64_avx2_x8", "whirlpool_x64_avx2_gfni", "des_x64_avx2_x256"}},
    /* GenuineIntel00B06E0_AlderLakeN_02 */
    {"Alder Lake-N", 0x20, "GenuineIntel", {0x000b06e0, 0x00800800, 0x7ffafbbf, 0xbfebfbff},
     {2, 0x239ca7eb, 0x98c007ac, 0xfc184410}, {0x00000810, 0, 0, 0}, 0, 0x207,
     "GenuineIntel-6-190-0", AVX2 " shani gfni",
     {"sha1_x64_shani_avx", "sha1_x64_avx2_x8", "whirlpool_x64_avx2_gfni", "des_x64_avx2_x256"}},
    /* GenuineIntel00C0662_ArrowLake_07 */
    {"Arrow Lake", 0x23, "GenuineIntel", {0x000c0662, 0x00800800, 0x7ffafbff, 0xbfebfbff},
     {2, 0x239ca7eb, 0x994027ac, 0xfc18c430}, {0x44c009d7, 1, 0, 0x00040430}, 0, 0x207,
     "GenuineIntel-6-198-2", AVX2 " shani gfni",
     {"sha1_x64_shani_avx", "sha1_x64_avx2_x8", "whirlpool_x64_avx2_gfni", "des_x64_avx2_x256"}},
    /* GenuineIntel00C06C3_PantherLakeL_01: its leaf 0x24 is empty */
    {"Panther Lake", 0x28, "GenuineIntel", {0x000c06c3, 0x00800800, 0x7ffafbff, 0xbfebfbff},
     {2, 0x239ca7eb, 0x994007bc, 0xfc18c430}, {0x4cce09d7, 1, 2, 0x00040430}, 0, 0x207,
     "GenuineIntel-6-204-3", AVX2 " shani gfni",
     {"sha1_x64_shani_avx", "sha1_x64_avx2_x8", "whirlpool_x64_avx2_gfni", "des_x64_avx2_x256"}},
    /* GenuineIntel0050654_SkylakeXeon_20: AVX-512 without VBMI, GFNI and SHA-NI */
    {"Skylake-SP", 0x16, "GenuineIntel", {0x00050654, 0x00400800, 0x7ffefbff, 0xbfebfbff},
     {0, 0xd39ffffb, 0x00000008, 0x9c002400}, {0, 0, 0, 0}, 0, 0x2ff,
     "GenuineIntel-6-85-4", AVX2 " " AVX512,
     {"sha1_x64_avx2", "sha1_x64_avx512vl_x8", "whirlpool_x64_avx2", "des_x64_avx512_x512"}},
    /* GenuineIntel00A06D1_GraniteRapids_03: AVX10.1 and AVX-512 */
    {"Granite Rapids", 0x24, "GenuineIntel", {0x000a06d1, 0x00800800, 0x7ffefbff, 0xbfebfbff},
     {2, 0xf3bfbffb, 0xbb417fee, 0xffdd4430}, {0x40201d30, 1, 0, 0x000e4000}, 0x00070001, 0x602e7,
     "GenuineIntel-6-173-1", AVX2 " shani " AVX512 " avx512vbmi gfni",
     {"sha1_x64_shani_vl", "sha1_x64_avx512vl_x8", "whirlpool_x64_gfni", "des_x64_avx512_x512"}},
    /* The same under a hypervisor that hides F, BW, VL and VBMI. */
    {"AVX10 alone", 0x24, "GenuineIntel", {0x000a06d1, 0x00800800, 0x7ffefbff, 0xbfebfbff},
     {2, 0x33bebffb, 0xbb417fec, 0xffdd4430}, {0x40201d30, 1, 0, 0x000e4000}, 0x00070001, 0x602e7,
     "GenuineIntel-6-173-1", AVX2 " shani " AVX512 " avx512vbmi gfni",
     {"sha1_x64_shani_vl", "sha1_x64_avx512vl_x8", "whirlpool_x64_gfni", "des_x64_avx512_x512"}},
    /* AVX10 with vectors of 256 bits at most, which no processor has: nothing of AVX-512 */
    {"AVX10, 256 bits", 0x24, "GenuineIntel", {0x000a06d1, 0x00800800, 0x7ffefbff, 0xbfebfbff},
     {2, 0x33bebffb, 0xbb417fec, 0xffdd4430}, {0x40201d30, 1, 0, 0x000e4000}, 0x00030001, 0x602e7,
     "GenuineIntel-6-173-1", AVX2 " shani gfni",
     {"sha1_x64_shani_avx", "sha1_x64_avx2_x8", "whirlpool_x64_avx2_gfni", "des_x64_avx2_x256"}},
    /* Granite Rapids under a system that saves no register of AVX-512, and one that saves none of AVX. */
    {"Granite Rapids, AVX state", 0x24, "GenuineIntel", {0x000a06d1, 0x00800800, 0x7ffefbff, 0xbfebfbff},
     {2, 0xf3bfbffb, 0xbb417fee, 0xffdd4430}, {0x40201d30, 1, 0, 0x000e4000}, 0x00070001, 0x7,
     "GenuineIntel-6-173-1", AVX2 " shani gfni",
     {"sha1_x64_shani_avx", "sha1_x64_avx2_x8", "whirlpool_x64_avx2_gfni", "des_x64_avx2_x256"}},
    {"Granite Rapids, no OSXSAVE", 0x24, "GenuineIntel", {0x000a06d1, 0x00800800, 0x77fefbff, 0xbfebfbff},
     {2, 0xf3bfbffb, 0xbb417fee, 0xffdd4430}, {0x40201d30, 1, 0, 0x000e4000}, 0x00070001, 0x602e7,
     "GenuineIntel-6-173-1", BASE " bmi1 bmi2 shani gfni",
     {"sha1_x64_shani", "sha1_x64_shani_x2", "whirlpool_x64_sse2", "des_x64_sse2_x128"}},
    /* AuthenticAMD0A20F10_K19_Vermeer2: Zen 3 */
    {"Zen 3", 0x10, "AuthenticAMD", {0x00a20f10, 0x00180800, 0x7ed8320b, 0x178bfbff},
     {0, 0x219c97a9, 0x0040068c, 0x00000010}, {0, 0, 0, 0}, 0, 0x207,
     "AuthenticAMD-25-33-0", AVX2 " shani",
     {"sha1_x64_shani", "sha1_x64_shani_x4", "whirlpool_x64_avx2", "des_x64_avx2_x256"}},
    /* AuthenticAMD0A60F12_K19_Raphael_01: Zen 4 */
    {"Zen 4", 0x10, "AuthenticAMD", {0x00a60f12, 0x000c0800, 0x7ef8320b, 0x178bfbff},
     {1, 0xf1bf97a9, 0x00405fce, 0x10000010}, {0x00000020, 0, 0, 0}, 0, 0x2e7,
     "AuthenticAMD-25-97-2", AVX2 " shani " AVX512 " avx512vbmi gfni",
     {"sha1_x64_shani", "sha1_x64_avx512vl_x8", "whirlpool_x64_gfni", "des_x64_avx512_x512"}},
    /* AuthenticAMD0B40F40_K20_GraniteRidge_02: Zen 5 */
    {"Zen 5", 0x10, "AuthenticAMD", {0x00b40f40, 0x00200800, 0x7ed8320b, 0x178bfbff},
     {1, 0xf1bf97ab, 0x19405fce, 0x10000110}, {0x00000030, 0, 0, 0}, 0, 0x2e7,
     "AuthenticAMD-26-68-0", AVX2 " shani " AVX512 " avx512vbmi gfni",
     {"sha1_x64_shani", "sha1_x64_avx512vl_x8", "whirlpool_x64_gfni", "des_x64_avx512_x512"}},
    /* A processor without CPUID. Some kernels do not name SSE2, because every x86-64 processor has it. */
    {"no CPUID", 0, "", {0, 0, 0, 0},
     {0, 0, 0, 0}, {0, 0, 0, 0}, 0, 0,
     "unknown-0-0-0", "",
     {"sha1_x64_fast", "sha1_x64_sse2_x4", "whirlpool_c_int64", "des_x64_sse2_x128"}},
};
/* clang-format on */

static og_cpuid_leaf recorded_leaf(const void *of, uint32_t leaf, uint32_t subleaf) {
    const record *r = of;
    og_cpuid_leaf found = {0, 0, 0, 0};
    if (leaf > r->highest) {
        return found;
    }
    switch (leaf) {
    case 0:
        found.eax = r->highest;
        memcpy(&found.ebx, r->vendor, 4);
        memcpy(&found.edx, r->vendor + 4, 4);
        memcpy(&found.ecx, r->vendor + 8, 4);
        return found;
    case 1:
        return r->leaf1;
    case 7:
        return subleaf == 0 ? r->leaf7 : subleaf == 1 ? r->leaf7_1 : found;
    case 0x24:
        found.ebx = r->leaf24_ebx;
        return found;
    default:
        return found;
    }
}

static uint64_t recorded_xcr0(const void *of) { return ((const record *)of)->xcr0; }

/* Compares two texts, and prints them if they differ. */
static int differs(const record *r, const char *what, const char *found, const char *expected) {
    if (strcmp(found, expected) == 0) {
        return 0;
    }
    printf("%s: %s: %s, not %s\n", r->name, what, found, expected);
    return 1;
}

static int check(const record *r) {
    const og_cpuid cpu = {recorded_leaf, recorded_xcr0, r};
    const og_cpu_id id = og_cpuid_identity(&cpu);
    const uint32_t features = og_cpuid_features(&cpu);
    char text[256] = "";
    snprintf(text, sizeof text, "%s-%u-%u-%u", id.vendor, id.family, id.model, id.stepping);
    int wrong = differs(r, "identity", text, r->identity);
    text[0] = '\0';
    for (unsigned i = 0; og_cpu_name(i) != NULL; i++) {
        if (features >> i & 1) {
            const size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s%s", used == 0 ? "" : " ", og_cpu_name(i));
        }
    }
    wrong += differs(r, "features", text, r->features);
    for (size_t i = 0; i < OPERATIONS; i++) {
        wrong += differs(r, operations[i].name,
                         serving_length(&id, features, operations[i].name, OG_LONG, operations[i].size),
                         r->serving[i]);
    }
    return wrong;
}

int main(void) {
    int wrong = 0;
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        wrong += check(&records[i]);
    }
    return wrong != 0;
}
