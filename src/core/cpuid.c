/* SPDX-License-Identifier: MIT */
/* Sources: Intel SDM volume 2, CPUID; AMD64 APM volume 3, appendix E; Intel AVX10 specification (355989). The
 * bits of both makers agree. */
#include "core/cpuid.h"

#include <string.h>

og_cpu_id og_cpuid_identity(const og_cpuid *cpu) {
    const og_cpuid_leaf maker = cpu->leaf(cpu->record, 0, 0);
    const uint32_t eax = cpu->leaf(cpu->record, 1, 0).eax;
    og_cpu_id id = {"unknown", 0, 0, 0};
    if (maker.eax == 0) {
        return id;
    }
    memset(id.vendor, 0, sizeof id.vendor);
    memcpy(id.vendor, &maker.ebx, 4);
    memcpy(id.vendor + 4, &maker.edx, 4);
    memcpy(id.vendor + 8, &maker.ecx, 4);
    /* The extended fields are used for families 6 and 15 only. */
    const unsigned family = eax >> 8 & 15;
    id.model = (eax >> 4 & 15) + (family == 6 || family == 15 ? (eax >> 16 & 15) << 4 : 0);
    id.family = family + (family == 15 ? eax >> 20 & 255 : 0);
    id.stepping = eax & 15;
    return id;
}

/* Returns 1 if a processor has AVX10 with vectors of 512 bits. Version 1 contains F, BW, VL and VBMI of
 * AVX-512. Processors report those as well, but a hypervisor may hide them. */
static int has_avx10_512(const og_cpuid *cpu) {
    if (cpu->leaf(cpu->record, 7, 0).eax < 1 || !(cpu->leaf(cpu->record, 7, 1).edx >> 19 & 1)) {
        return 0;
    }
    const uint32_t ebx = cpu->leaf(cpu->record, 0x24, 0).ebx;
    return (ebx & 255) >= 1 && (ebx >> 18 & 1);
}

uint32_t og_cpuid_features(const og_cpuid *cpu) {
    const og_cpuid_leaf one = cpu->leaf(cpu->record, 1, 0);
    const og_cpuid_leaf seven = cpu->leaf(cpu->record, 7, 0);
    const uint64_t saved = one.ecx >> 27 & 1 ? cpu->xcr0(cpu->record) : 0;
    const int ymm = (saved & 0x06) == 0x06; /* SSE and AVX state */
    const int zmm = (saved & 0xe6) == 0xe6; /* and opmask, ZMM_Hi256, Hi16_ZMM */
    const int avx10 = zmm && has_avx10_512(cpu);
    uint32_t found = 0;
#define TAKE(condition, id) found |= (condition) ? (uint32_t)OG_CPU_##id : 0
    TAKE(one.edx >> 23 & 1, MMX);
    TAKE(one.edx >> 25 & 1, SSE);
    TAKE(one.edx >> 26 & 1, SSE2);
    TAKE(one.ecx >> 9 & 1, SSSE3);
    TAKE(one.ecx >> 19 & 1, SSE41);
    TAKE(one.ecx >> 22 & 1, MOVBE);
    TAKE(ymm && (one.ecx >> 28 & 1), AVX);
    TAKE(ymm && (seven.ebx >> 5 & 1), AVX2);
    TAKE(seven.ebx >> 3 & 1, BMI1);
    TAKE(seven.ebx >> 8 & 1, BMI2);
    TAKE(seven.ebx >> 29 & 1, SHANI);
    TAKE(zmm && (avx10 || (seven.ebx >> 16 & 1)), AVX512F);
    TAKE(zmm && (avx10 || (seven.ebx >> 30 & 1)), AVX512BW);
    TAKE(zmm && (avx10 || seven.ebx >> 31), AVX512VL);
    TAKE(zmm && (avx10 || (seven.ecx >> 1 & 1)), AVX512VBMI);
    TAKE(seven.ecx >> 8 & 1, GFNI);
#undef TAKE
    return found;
}
