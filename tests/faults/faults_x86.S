/* SPDX-License-Identifier: MIT */
/* The broken kernels for cdecl32. */
#define R(name) %e##name
#define WORD 4
#define POPPED 12
#define ABOVE 16

.macro FAULT name
        BEGIN   \name
        pushl   12(%esp)
        pushl   12(%esp)
        pushl   12(%esp)
        call    og_fault_sha1
        addl    $12, %esp
.endm

#include "faults_common.S"

        /* The callee may change its arguments. */
        FAULT   asm_healthy_arguments
        notl    4(%esp)
        notl    12(%esp)
        END

        .irp    reg, ebx, ebp, esi, edi
        FAULT   clobbers_\reg
        notl    %\reg
        END
        .endr

        /* Loads data of any alignment by an aligned instruction. */
        BEGIN   assumes_alignment
        cmpl    $0, 12(%esp)
        je      1f
        movl    8(%esp), %eax
        movaps  (%eax), %xmm0
1:      jmp     og_fault_sha1

        /* Assumes that the carry flag is clear on entry. */
        BEGIN   trusts_carry
        adcl    $0, 12(%esp)
        jmp     og_fault_sha1

        .section .note.GNU-stack, "", @progbits
