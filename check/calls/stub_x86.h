/* SPDX-License-Identifier: MIT */
/* The record of a call stub on x86. Included by stub.h. */
#ifndef OLDGUARD_CHECK_STUB_X86_H
#define OLDGUARD_CHECK_STUB_X86_H

#ifdef __x86_64__
#define OG_WORD 8
#define OG_VECTORS 32
#define OG_FRAME_VEC_IN 384
#else
#define OG_WORD 4
#define OG_VECTORS 8
#define OG_FRAME_VEC_IN 256
#endif

#define OG_GENERAL 16      /* general registers */
#define OG_STACK_POINTER 4 /* the index of the stack pointer among them */

/* Byte offsets in og_stub_frame, verified in modes_x86.cpp. */
#define OG_FRAME_FN 0
#define OG_FRAME_SP (1 * OG_WORD)
#define OG_FRAME_HOST_SP (2 * OG_WORD)
#define OG_FRAME_FLAGS_IN (3 * OG_WORD)
#define OG_FRAME_FLAGS_OUT (4 * OG_WORD)
#define OG_FRAME_GPR_IN (5 * OG_WORD)
#define OG_FRAME_GPR_OUT (21 * OG_WORD)
#define OG_FRAME_MXCSR_IN (37 * OG_WORD)
#define OG_FRAME_MXCSR_OUT (37 * OG_WORD + 4)
#define OG_FRAME_MXCSR_HOST (37 * OG_WORD + 8)
#define OG_FRAME_CW_HOST (37 * OG_WORD + 12)
#define OG_FRAME_LEVEL (37 * OG_WORD + 16)
#define OG_FRAME_DIRTY (37 * OG_WORD + 20)
#define OG_FRAME_XINUSE_KNOWN (37 * OG_WORD + 24)
#define OG_FRAME_XINUSE (37 * OG_WORD + 28)
#define OG_FRAME_X87 (37 * OG_WORD + 32)
#define OG_FRAME_VEC_OUT (OG_FRAME_VEC_IN + 64 * OG_VECTORS)

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>

struct og_stub_frame {
    uintptr_t fn;
    uintptr_t sp; /* stack pointer at the call: address of the stack arguments */
    uintptr_t host_sp;
    uintptr_t flags_in, flags_out;
    uintptr_t gpr_in[OG_GENERAL],
        gpr_out[OG_GENERAL]; /* in the encoding order of x86: ax cx dx bx sp bp si di */
    uint32_t mxcsr_in, mxcsr_out, mxcsr_host;
    uint32_t cw_host;      /* x87 control word */
    uint32_t level;        /* vector registers: 0 SSE, 1 AVX, 2 AVX-512 */
    uint32_t dirty;        /* 1: enter with the upper halves in use */
    uint32_t xinuse_known; /* 1: xgetbv with ecx = 1 reports the upper halves in use */
    uint32_t xinuse;       /* state components in use on return */
    uint32_t x87[7];       /* fnstenv on return: [0] control, [2] tags */
    alignas(64) uint8_t vec_in[OG_VECTORS][64];
    uint8_t vec_out[OG_VECTORS][64];
};
#endif
#endif
