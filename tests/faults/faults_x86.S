/* SPDX-License-Identifier: MIT */
/*
 * Broken kernels for cdecl32: each calls a good one and then breaks one promise. The names and the
 * properties are in asm_faults.cpp.
 */

/* A kernel around og_fault_sha1; the fault is what stands between FAULT and END. */
.macro FAULT name
        .globl  og_fault_\name
        .hidden og_fault_\name
        .type   og_fault_\name, @function
og_fault_\name:
        pushl   12(%esp)
        pushl   12(%esp)
        pushl   12(%esp)
        call    og_fault_sha1
        addl    $12, %esp
.endm
.macro END
        ret
.endm

        .text
        FAULT   asm_healthy
        END

        /* The arguments are the callee's to change. */
        FAULT   asm_healthy_arguments
        notl    4(%esp)
        notl    12(%esp)
        END

        .irp    reg, ebx, ebp, esi, edi
        FAULT   clobbers_\reg
        notl    %\reg
        END
        .endr

        FAULT   pops_too_much
        ret     $12

        FAULT   sets_direction
        std
        END

        FAULT   forgets_emms
        pxor    %mm3, %mm3
        END

        FAULT   leaves_x87_value
        fld1
        END

        FAULT   changes_x87_control
        pushl   $0x27f
        fldcw   (%esp)
        addl    $4, %esp
        END

        FAULT   changes_mxcsr
        pushl   $0x9fc0
        ldmxcsr (%esp)
        addl    $4, %esp
        END

        FAULT   forgets_vzeroupper
        vpcmpeqd %ymm7, %ymm7, %ymm7
        END

        /* Nothing but the CPU's own record of what is in use can show this one. */
        FAULT   leaves_zero_upper
        vpcmpeqd %ymm7, %ymm7, %ymm7
        vpsrld  $31, %ymm7, %ymm7
        vpsrld  $31, %ymm7, %ymm7
        END

        FAULT   writes_canary
        notb    16(%esp)
        END

        FAULT   writes_canary_far
        notb    136(%esp)
        END

        FAULT   uses_much_stack
        movl    %esp, -110000(%esp)
        END

        FAULT   overflows_stack
        movl    $2000, %ecx
        movl    %esp, %edx
1:      subl    $1024, %edx
        movl    %eax, (%edx)
        decl    %ecx
        jnz     1b
        END

        FAULT   runs_illegal
        ud2

        FAULT   runs_breakpoint
        int3
        END

        FAULT   divides_by_zero
        xorl    %ecx, %ecx
        xorl    %edx, %edx
        divl    %ecx
        END

        FAULT   jumps_away
        movl    $0x1000, %eax
        jmp     *%eax

        /* An aligned load of whatever alignment the data has. */
        .globl  og_fault_assumes_alignment
        .hidden og_fault_assumes_alignment
        .type   og_fault_assumes_alignment, @function
og_fault_assumes_alignment:
        cmpl    $0, 12(%esp)
        je      1f
        movl    8(%esp), %eax
        movaps  (%eax), %xmm0
1:      jmp     og_fault_sha1

        /* Takes the flags for zero on entry. */
        .globl  og_fault_trusts_carry
        .hidden og_fault_trusts_carry
        .type   og_fault_trusts_carry, @function
og_fault_trusts_carry:
        adcl    $0, 12(%esp)
        jmp     og_fault_sha1

        .section .note.GNU-stack, "", @progbits
