/* SPDX-License-Identifier: MIT */
/* The record of the call stub on AArch64. Included by stub.h. */
#ifndef OLDGUARD_CHECK_STUB_A64_H
#define OLDGUARD_CHECK_STUB_A64_H

#define OG_GENERAL 32       /* general registers, of which the last is the stack pointer */
#define OG_STACK_POINTER 31 /* its index */
#define OG_VECTORS 32

/* Byte offsets in og_stub_frame, verified in modes_a64.cpp. */
#define OG_FRAME_FN 0
#define OG_FRAME_SP 8
#define OG_FRAME_HOST_SP 16
#define OG_FRAME_NZCV_IN 24
#define OG_FRAME_FPCR_IN 32
#define OG_FRAME_FPCR_OUT 40
#define OG_FRAME_FPCR_HOST 48
#define OG_FRAME_GPR_IN 64
#define OG_FRAME_GPR_OUT (OG_FRAME_GPR_IN + 8 * OG_GENERAL)
#define OG_FRAME_VEC_IN (OG_FRAME_GPR_OUT + 8 * OG_GENERAL)
#define OG_FRAME_VEC_OUT (OG_FRAME_VEC_IN + 16 * OG_VECTORS)

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>

struct og_stub_frame {
    uintptr_t fn;
    uintptr_t sp; /* stack pointer at the call: address of the stack arguments */
    uintptr_t host_sp;
    uint64_t nzcv_in;
    uint64_t fpcr_in, fpcr_out, fpcr_host;
    uint64_t unused;
    uintptr_t gpr_in[OG_GENERAL], gpr_out[OG_GENERAL]; /* x30 is neither set nor stored */
    alignas(16) uint8_t vec_in[OG_VECTORS][16];
    uint8_t vec_out[OG_VECTORS][16];
};
#endif
#endif
