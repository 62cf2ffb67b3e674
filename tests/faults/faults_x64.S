/* SPDX-License-Identifier: MIT */
/* The broken kernels for the x86-64 ABIs. */
#define R(name) %r##name
#define WORD 8
#define POPPED 8
#define ABOVE 8

.macro FAULT name, callee=og_fault_sha1, frame=8
        BEGIN   \name
        subq    $\frame, %rsp
        call    \callee
        addq    $\frame, %rsp
.endm

/* A win64 kernel, with the home space of its callee. */
.macro FAULT_WIN64 name
        FAULT   \name, og_fault_sha1_win64, 40
.endm

#include "faults_common.S"

        .irp    reg, rbx, rbp, r12, r13, r14, r15
        FAULT   clobbers_\reg
        notq    %\reg
        END
        .endr

        /* Loads data of any alignment by an aligned instruction. */
        BEGIN   assumes_alignment
        testq   %rdx, %rdx
        jz      1f
        movaps  (%rsi), %xmm0
1:      jmp     og_fault_sha1

        /* void (data, ks, int encrypt): reads the int as 64 bits. */
        BEGIN   trusts_upper_half
        xorl    %eax, %eax
        testq   %rdx, %rdx
        setnz   %al
        movl    %eax, %edx
        jmp     og_fault_encrypt1

        /* Assumes that the carry flag is clear on entry. */
        BEGIN   trusts_carry
        adcq    $0, %rdx
        jmp     og_fault_sha1

        FAULT_WIN64 win64_healthy
        END
        .irp    reg, rbx, rbp, rsi, rdi, r12, r13, r14, r15
        FAULT_WIN64 win64_clobbers_\reg
        notq    %\reg
        END
        .endr
        .irp    i, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        FAULT_WIN64 win64_clobbers_xmm\i
        pxor    %xmm\i, %xmm\i
        END
        .endr

        .section .note.GNU-stack, "", @progbits
