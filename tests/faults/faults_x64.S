/* SPDX-License-Identifier: MIT */
/*
 * Broken kernels for the x86-64 ABIs: each calls a good one and then breaks one promise. The names
 * and the properties are in asm_faults.cpp.
 */

/* A sysv64 kernel around og_fault_sha1; the fault is what stands between FAULT and END. */
.macro FAULT name
        .globl  og_fault_\name
        .hidden og_fault_\name
        .type   og_fault_\name, @function
og_fault_\name:
        subq    $8, %rsp
        call    og_fault_sha1
        addq    $8, %rsp
.endm
.macro END
        ret
.endm

/* The same for win64, with its home space. */
.macro FAULT_WIN64 name
        .globl  og_fault_\name
        .hidden og_fault_\name
        .type   og_fault_\name, @function
og_fault_\name:
        subq    $40, %rsp
        call    og_fault_sha1_win64
        addq    $40, %rsp
.endm

        .text
        FAULT   asm_healthy
        END

        .irp    reg, rbx, rbp, r12, r13, r14, r15
        FAULT   clobbers_\reg
        notq    %\reg
        END
        .endr

        FAULT   pops_too_much
        ret     $8

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
        pushq   $0x27f
        fldcw   (%rsp)
        addq    $8, %rsp
        END

        FAULT   changes_mxcsr
        pushq   $0x9fc0
        ldmxcsr (%rsp)
        addq    $8, %rsp
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
        notb    8(%rsp)
        END

        FAULT   writes_canary_far
        notb    136(%rsp)
        END

        FAULT   uses_much_stack
        movq    %rsp, -110000(%rsp)
        END

        FAULT   overflows_stack
        movq    $2000, %rcx
        movq    %rsp, %rdx
1:      subq    $1024, %rdx
        movq    %rax, (%rdx)
        decq    %rcx
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
        jmp     *%rax

        /* An aligned load of whatever alignment the data has. */
        .globl  og_fault_assumes_alignment
        .hidden og_fault_assumes_alignment
        .type   og_fault_assumes_alignment, @function
og_fault_assumes_alignment:
        testq   %rdx, %rdx
        jz      1f
        movaps  (%rsi), %xmm0
1:      jmp     og_fault_sha1

        /* void (data, ks, int encrypt): takes an int for 64 bits wide. */
        .globl  og_fault_trusts_upper_half
        .hidden og_fault_trusts_upper_half
        .type   og_fault_trusts_upper_half, @function
og_fault_trusts_upper_half:
        xorl    %eax, %eax
        testq   %rdx, %rdx
        setnz   %al
        movl    %eax, %edx
        jmp     og_fault_encrypt1

        /* Takes the flags for zero on entry. */
        .globl  og_fault_trusts_carry
        .hidden og_fault_trusts_carry
        .type   og_fault_trusts_carry, @function
og_fault_trusts_carry:
        adcq    $0, %rdx
        jmp     og_fault_sha1

        /* Keeps what it must preserve and nothing else: the win64 twin. */
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
