/* SPDX-License-Identifier: MIT */
/*
 * The call stub for AArch64. stub.h describes its record.
 *
 * After the call no register is valid. The return has used x30, so that the stub can take it to find its record,
 * through og_stub_current.
 */
#include "stub.h"

#define GPR_IN(i) OG_FRAME_GPR_IN + 8 * (i)

        .bss
        .balign 8
og_stub_current:
        .zero   8

        .text
        .globl  og_stub_call
        .hidden og_stub_call
        .type   og_stub_call, %function
og_stub_call:
        hint    #34
        stp     x29, x30, [sp, #-160]!
        stp     x19, x20, [sp, #16]
        stp     x21, x22, [sp, #32]
        stp     x23, x24, [sp, #48]
        stp     x25, x26, [sp, #64]
        stp     x27, x28, [sp, #80]
        stp     d8, d9, [sp, #96]
        stp     d10, d11, [sp, #112]
        stp     d12, d13, [sp, #128]
        stp     d14, d15, [sp, #144]
        adrp    x1, og_stub_current
        str     x0, [x1, :lo12:og_stub_current]
        mov     x1, sp
        str     x1, [x0, #OG_FRAME_HOST_SP]
        mrs     x1, fpcr
        str     x1, [x0, #OG_FRAME_FPCR_HOST]

        add     x1, x0, #OG_FRAME_VEC_IN
        ldp     q0, q1, [x1], #32
        ldp     q2, q3, [x1], #32
        ldp     q4, q5, [x1], #32
        ldp     q6, q7, [x1], #32
        ldp     q8, q9, [x1], #32
        ldp     q10, q11, [x1], #32
        ldp     q12, q13, [x1], #32
        ldp     q14, q15, [x1], #32
        ldp     q16, q17, [x1], #32
        ldp     q18, q19, [x1], #32
        ldp     q20, q21, [x1], #32
        ldp     q22, q23, [x1], #32
        ldp     q24, q25, [x1], #32
        ldp     q26, q27, [x1], #32
        ldp     q28, q29, [x1], #32
        ldp     q30, q31, [x1], #32
        ldr     x1, [x0, #OG_FRAME_FPCR_IN]
        msr     fpcr, x1
        ldr     x1, [x0, #OG_FRAME_SP]
        mov     sp, x1
        ldr     x1, [x0, #OG_FRAME_NZCV_IN]
        msr     nzcv, x1
        ldr     x30, [x0, #OG_FRAME_FN]
        ldp     x2, x3, [x0, #GPR_IN(2)]
        ldp     x4, x5, [x0, #GPR_IN(4)]
        ldp     x6, x7, [x0, #GPR_IN(6)]
        ldp     x8, x9, [x0, #GPR_IN(8)]
        ldp     x10, x11, [x0, #GPR_IN(10)]
        ldp     x12, x13, [x0, #GPR_IN(12)]
        ldp     x14, x15, [x0, #GPR_IN(14)]
        ldp     x16, x17, [x0, #GPR_IN(16)]
        ldp     x18, x19, [x0, #GPR_IN(18)]
        ldp     x20, x21, [x0, #GPR_IN(20)]
        ldp     x22, x23, [x0, #GPR_IN(22)]
        ldp     x24, x25, [x0, #GPR_IN(24)]
        ldp     x26, x27, [x0, #GPR_IN(26)]
        ldp     x28, x29, [x0, #GPR_IN(28)]
        ldp     x0, x1, [x0, #GPR_IN(0)]
        blr     x30

        adrp    x30, og_stub_current
        ldr     x30, [x30, :lo12:og_stub_current]
        stp     x0, x1, [x30, #OG_FRAME_GPR_OUT]
        add     x0, x30, #OG_FRAME_GPR_OUT
        stp     x2, x3, [x0, #16]
        stp     x4, x5, [x0, #32]
        stp     x6, x7, [x0, #48]
        stp     x8, x9, [x0, #64]
        stp     x10, x11, [x0, #80]
        stp     x12, x13, [x0, #96]
        stp     x14, x15, [x0, #112]
        stp     x16, x17, [x0, #128]
        stp     x18, x19, [x0, #144]
        stp     x20, x21, [x0, #160]
        stp     x22, x23, [x0, #176]
        stp     x24, x25, [x0, #192]
        stp     x26, x27, [x0, #208]
        stp     x28, x29, [x0, #224]
        mov     x1, sp
        str     x1, [x0, #8 * OG_STACK_POINTER]
        mrs     x0, fpcr
        str     x0, [x30, #OG_FRAME_FPCR_OUT]
        ldr     x0, [x30, #OG_FRAME_FPCR_HOST]
        msr     fpcr, x0
        ldr     x0, [x30, #OG_FRAME_HOST_SP]
        mov     sp, x0
        add     x0, x30, #OG_FRAME_VEC_OUT
        stp     q0, q1, [x0], #32
        stp     q2, q3, [x0], #32
        stp     q4, q5, [x0], #32
        stp     q6, q7, [x0], #32
        stp     q8, q9, [x0], #32
        stp     q10, q11, [x0], #32
        stp     q12, q13, [x0], #32
        stp     q14, q15, [x0], #32
        stp     q16, q17, [x0], #32
        stp     q18, q19, [x0], #32
        stp     q20, q21, [x0], #32
        stp     q22, q23, [x0], #32
        stp     q24, q25, [x0], #32
        stp     q26, q27, [x0], #32
        stp     q28, q29, [x0], #32
        stp     q30, q31, [x0], #32
        ldp     x19, x20, [sp, #16]
        ldp     x21, x22, [sp, #32]
        ldp     x23, x24, [sp, #48]
        ldp     x25, x26, [sp, #64]
        ldp     x27, x28, [sp, #80]
        ldp     d8, d9, [sp, #96]
        ldp     d10, d11, [sp, #112]
        ldp     d12, d13, [sp, #128]
        ldp     d14, d15, [sp, #144]
        ldp     x29, x30, [sp], #160
        ret
        .size   og_stub_call, . - og_stub_call
        .section .note.GNU-stack, "", %progbits
