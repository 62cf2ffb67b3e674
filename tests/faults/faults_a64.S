/* SPDX-License-Identifier: MIT */
/*
 * The broken kernels for AArch64. Each calls a correct kernel and then violates one property.
 * asm_faults_a64.cpp holds the names and the properties.
 */

/* Begins a function without a call. */
.macro BEGIN name
        .globl  og_fault_\name
        .hidden og_fault_\name
        .type   og_fault_\name, %function
og_fault_\name:
        hint    #34
.endm

/* Begins a kernel, up to the return of og_fault_sha1. */
.macro FAULT name
        BEGIN   \name
        stp     x29, x30, [sp, #-16]!
        bl      og_fault_sha1
        ldp     x29, x30, [sp], #16
.endm

        .text
        FAULT   asm_healthy
        ret

        /* The upper halves of v8 to v15 belong to no one. */
        FAULT   changes_upper_halves
        .irp    i, 8, 9, 10, 11, 12, 13, 14, 15
        mov     v\i\().d[1], x0
        .endr
        ret

        .irp    i, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
        FAULT   clobbers_x\i
        mvn     x\i, x\i
        ret
        .endr

        /* One byte of the half that is to be preserved. */
        .irp    i, 8, 9, 10, 11, 12, 13, 14, 15
        FAULT   clobbers_d\i
        umov    w0, v\i\().b[7]
        mvn     w0, w0
        mov     v\i\().b[7], w0
        ret
        .endr

        FAULT   pops_too_much
        add     sp, sp, #16
        ret

        FAULT   changes_fpcr
        mrs     x0, fpcr
        eor     x0, x0, #0x1000000
        msr     fpcr, x0
        ret

        FAULT   writes_canary
        ldrb    w0, [sp]
        mvn     w0, w0
        strb    w0, [sp]
        ret

        FAULT   writes_canary_far
        ldrb    w0, [sp, #136]
        mvn     w0, w0
        strb    w0, [sp, #136]
        ret

        FAULT   uses_much_stack
        sub     x0, sp, #110592
        str     x0, [x0]
        ret

        FAULT   overflows_stack
        mov     x2, #2000
        mov     x1, sp
1:      sub     x1, x1, #1024
        str     x0, [x1]
        sub     x2, x2, #1
        cbnz    x2, 1b
        ret

        FAULT   runs_illegal
        udf     #0

        FAULT   runs_breakpoint
        brk     #0
        ret

        FAULT   jumps_away
        mov     x0, #0x1000
        br      x0

        /* void (data, ks, int encrypt): reads the int as 64 bits. */
        BEGIN   trusts_upper_half
        cmp     x2, #0
        cset    w2, ne
        b       og_fault_encrypt1

        /* Assumes that the carry flag is clear on entry. */
        BEGIN   trusts_carry
        adc     x2, x2, xzr
        b       og_fault_sha1

        .section .note.GNU-stack, "", %progbits
