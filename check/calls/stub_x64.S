/* SPDX-License-Identifier: MIT */
/*
 * The call stub for 64-bit kernels, a sysv64 function. stub.h describes its record.
 *
 * After the call no register is valid, not even the stack pointer. The stub finds its record through
 * og_stub_current.
 */
#include "stub.h"
#ifdef __CET__
#include <cet.h> /* the mark of CET, for the linker */
#else
#define _CET_ENDBR
#endif

#define GPR_IN(i) OG_FRAME_GPR_IN + 8 * (i)
#define GPR_OUT(i) OG_FRAME_GPR_OUT + 8 * (i)
#define VEC_IN(i) OG_FRAME_VEC_IN + 64 * (i)
#define VEC_OUT(i) OG_FRAME_VEC_OUT + 64 * (i)

        .data
        .balign 8
og_stub_current:
        .quad   0
og_stub_target:
        .quad   0
og_stub_rax:
        .quad   0

        .text
#ifdef __APPLE__
#define OG_STUB_CALL _og_stub_call
#else
#define OG_STUB_CALL og_stub_call
#endif
        .globl  OG_STUB_CALL
#ifdef __ELF__
        .hidden og_stub_call
        .type   og_stub_call, @function
#endif
OG_STUB_CALL:
        _CET_ENDBR
        pushq   %rbx
        pushq   %rbp
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        movq    %rdi, og_stub_current(%rip)
        movq    OG_FRAME_FN(%rdi), %rax
        movq    %rax, og_stub_target(%rip)
        stmxcsr OG_FRAME_MXCSR_HOST(%rdi)
        fnstcw  OG_FRAME_CW_HOST(%rdi)
        movq    %rsp, OG_FRAME_HOST_SP(%rdi)

        /* Vector registers: upper halves clean, or in use if the record says dirty. */
        cmpl    $0, OG_FRAME_LEVEL(%rdi)
        je      .Lload_sse
        vzeroupper
        cmpl    $0, OG_FRAME_DIRTY(%rdi)
        je      .Lload_sse
        cmpl    $1, OG_FRAME_LEVEL(%rdi)
        je      .Lload_avx
        .irp    i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        vmovdqu64 VEC_IN(\i)(%rdi), %zmm\i
        .endr
        jmp     .Lloaded
.Lload_avx:
        .irp    i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        vmovdqu VEC_IN(\i)(%rdi), %ymm\i
        .endr
        jmp     .Lloaded
.Lload_sse:
        .irp    i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        movdqu  VEC_IN(\i)(%rdi), %xmm\i
        .endr
.Lloaded:
        ldmxcsr OG_FRAME_MXCSR_IN(%rdi)
        movq    OG_FRAME_SP(%rdi), %rsp
        pushq   OG_FRAME_FLAGS_IN(%rdi)
        popfq
        movq    GPR_IN(0)(%rdi), %rax
        movq    GPR_IN(1)(%rdi), %rcx
        movq    GPR_IN(2)(%rdi), %rdx
        movq    GPR_IN(3)(%rdi), %rbx
        movq    GPR_IN(5)(%rdi), %rbp
        movq    GPR_IN(6)(%rdi), %rsi
        movq    GPR_IN(8)(%rdi), %r8
        movq    GPR_IN(9)(%rdi), %r9
        movq    GPR_IN(10)(%rdi), %r10
        movq    GPR_IN(11)(%rdi), %r11
        movq    GPR_IN(12)(%rdi), %r12
        movq    GPR_IN(13)(%rdi), %r13
        movq    GPR_IN(14)(%rdi), %r14
        movq    GPR_IN(15)(%rdi), %r15
        movq    GPR_IN(7)(%rdi), %rdi
        call    *og_stub_target(%rip)

        /* mov changes no flag, so that pushf below still finds the kernel's. */
        movq    %rax, og_stub_rax(%rip)
        movq    og_stub_current(%rip), %rax
        movq    %rcx, GPR_OUT(1)(%rax)
        movq    %rdx, GPR_OUT(2)(%rax)
        movq    %rbx, GPR_OUT(3)(%rax)
        movq    %rsp, GPR_OUT(4)(%rax)
        movq    %rbp, GPR_OUT(5)(%rax)
        movq    %rsi, GPR_OUT(6)(%rax)
        movq    %rdi, GPR_OUT(7)(%rax)
        movq    %r8, GPR_OUT(8)(%rax)
        movq    %r9, GPR_OUT(9)(%rax)
        movq    %r10, GPR_OUT(10)(%rax)
        movq    %r11, GPR_OUT(11)(%rax)
        movq    %r12, GPR_OUT(12)(%rax)
        movq    %r13, GPR_OUT(13)(%rax)
        movq    %r14, GPR_OUT(14)(%rax)
        movq    %r15, GPR_OUT(15)(%rax)
        movq    OG_FRAME_HOST_SP(%rax), %rsp
        pushfq
        popq    OG_FRAME_FLAGS_OUT(%rax)
        cld
        movq    %rax, %rdi
        movq    og_stub_rax(%rip), %rax
        movq    %rax, GPR_OUT(0)(%rdi)

        stmxcsr OG_FRAME_MXCSR_OUT(%rdi)
        ldmxcsr OG_FRAME_MXCSR_HOST(%rdi)
        fnstenv OG_FRAME_X87(%rdi)
        fninit
        fldcw   OG_FRAME_CW_HOST(%rdi)

        cmpl    $0, OG_FRAME_XINUSE_KNOWN(%rdi)
        je      .Lxinuse_done
        movl    $1, %ecx
        xgetbv
        movl    %eax, OG_FRAME_XINUSE(%rdi)
.Lxinuse_done:
        cmpl    $1, OG_FRAME_LEVEL(%rdi)
        jb      .Lstore_sse
        je      .Lstore_avx
        .irp    i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        vmovdqu64 %zmm\i, VEC_OUT(\i)(%rdi)
        .endr
        vzeroupper
        jmp     .Lstored
.Lstore_avx:
        .irp    i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        vmovdqu %ymm\i, VEC_OUT(\i)(%rdi)
        .endr
        vzeroupper
        jmp     .Lstored
.Lstore_sse:
        .irp    i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        movdqu  %xmm\i, VEC_OUT(\i)(%rdi)
        .endr
.Lstored:
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbp
        popq    %rbx
        ret
#ifdef __ELF__
        .size   og_stub_call, . - og_stub_call
        .section .note.GNU-stack, "", @progbits
#endif
