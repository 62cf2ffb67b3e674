/* SPDX-License-Identifier: MIT */
/*
 * The broken kernels of both widths. Each calls a correct kernel and then violates one property.
 * asm_faults.cpp holds the names and the properties. The including file defines
 *
 *   R(name)        a general register of the native width: R(sp)
 *   WORD           bytes of such a register
 *   POPPED         bytes of a wrong pop on return
 *   ABOVE          offset of the first byte above the arguments, from the stack pointer on return
 *   FAULT name     a macro that begins a kernel, up to the return of og_fault_sha1
 */
.macro END
        ret
.endm

/* Begins a function without a call. */
.macro BEGIN name
        .globl  og_fault_\name
        .hidden og_fault_\name
        .type   og_fault_\name, @function
og_fault_\name:
.endm

        .text
        FAULT   asm_healthy
        END

        FAULT   pops_too_much
        ret     $POPPED

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
        push    $0x27f
        fldcw   (R(sp))
        add     $WORD, R(sp)
        END

        FAULT   changes_mxcsr
        push    $0x9fc0
        ldmxcsr (R(sp))
        add     $WORD, R(sp)
        END

        FAULT   forgets_vzeroupper
        vpcmpeqd %ymm7, %ymm7, %ymm7
        END

        /* The value is zero, so only the CPU's record of the state in use shows this one. */
        FAULT   leaves_zero_upper
        vpcmpeqd %ymm7, %ymm7, %ymm7
        vpsrld  $31, %ymm7, %ymm7
        vpsrld  $31, %ymm7, %ymm7
        END

        FAULT   writes_canary
        notb    ABOVE(R(sp))
        END

        FAULT   writes_canary_far
        notb    136(R(sp))
        END

        FAULT   uses_much_stack
        mov     R(sp), -110000(R(sp))
        END

        FAULT   overflows_stack
        mov     $2000, R(cx)
        mov     R(sp), R(dx)
1:      sub     $1024, R(dx)
        mov     R(ax), (R(dx))
        dec     R(cx)
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
        jmp     *R(ax)
