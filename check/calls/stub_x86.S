/* SPDX-License-Identifier: MIT */
/*
 * The call stub for 32-bit kernels, a cdecl32 function. stub.h describes its record.
 *
 * After the call no register is valid, and i386 has no addressing relative to the instruction pointer.
 * The stub finds its record in thread-local storage, which %gs addresses.
 */
#include "stub.h"

#define GPR_IN(i) OG_FRAME_GPR_IN + 4 * (i)
#define GPR_OUT(i) OG_FRAME_GPR_OUT + 4 * (i)
#define VEC_IN(i) OG_FRAME_VEC_IN + 64 * (i)
#define VEC_OUT(i) OG_FRAME_VEC_OUT + 64 * (i)

        .section .tbss, "awT", @nobits
        .balign 4
og_stub_current:
        .zero   4
og_stub_target:
        .zero   4
og_stub_eax:
        .zero   4

        .text
        .globl  og_stub_call
        .hidden og_stub_call
        .type   og_stub_call, @function
og_stub_call:
        pushl   %ebx
        pushl   %ebp
        pushl   %esi
        pushl   %edi
        movl    20(%esp), %edi
        movl    %edi, %gs:og_stub_current@ntpoff
        movl    OG_FRAME_FN(%edi), %eax
        movl    %eax, %gs:og_stub_target@ntpoff
        stmxcsr OG_FRAME_MXCSR_HOST(%edi)
        fnstcw  OG_FRAME_CW_HOST(%edi)
        movl    %esp, OG_FRAME_HOST_SP(%edi)

        cmpl    $0, OG_FRAME_LEVEL(%edi)
        je      .Lload_sse
        vzeroupper
        cmpl    $0, OG_FRAME_DIRTY(%edi)
        je      .Lload_sse
        cmpl    $1, OG_FRAME_LEVEL(%edi)
        je      .Lload_avx
        .irp    i, 0,1,2,3,4,5,6,7
        vmovdqu64 VEC_IN(\i)(%edi), %zmm\i
        .endr
        jmp     .Lloaded
.Lload_avx:
        .irp    i, 0,1,2,3,4,5,6,7
        vmovdqu VEC_IN(\i)(%edi), %ymm\i
        .endr
        jmp     .Lloaded
.Lload_sse:
        .irp    i, 0,1,2,3,4,5,6,7
        movdqu  VEC_IN(\i)(%edi), %xmm\i
        .endr
.Lloaded:
        ldmxcsr OG_FRAME_MXCSR_IN(%edi)
        movl    OG_FRAME_SP(%edi), %esp
        pushl   OG_FRAME_FLAGS_IN(%edi)
        popfl
        movl    GPR_IN(0)(%edi), %eax
        movl    GPR_IN(1)(%edi), %ecx
        movl    GPR_IN(2)(%edi), %edx
        movl    GPR_IN(3)(%edi), %ebx
        movl    GPR_IN(5)(%edi), %ebp
        movl    GPR_IN(6)(%edi), %esi
        movl    GPR_IN(7)(%edi), %edi
        call    *%gs:og_stub_target@ntpoff

        movl    %eax, %gs:og_stub_eax@ntpoff
        movl    %gs:og_stub_current@ntpoff, %eax
        movl    %ecx, GPR_OUT(1)(%eax)
        movl    %edx, GPR_OUT(2)(%eax)
        movl    %ebx, GPR_OUT(3)(%eax)
        movl    %esp, GPR_OUT(4)(%eax)
        movl    %ebp, GPR_OUT(5)(%eax)
        movl    %esi, GPR_OUT(6)(%eax)
        movl    %edi, GPR_OUT(7)(%eax)
        movl    OG_FRAME_HOST_SP(%eax), %esp
        pushfl
        popl    OG_FRAME_FLAGS_OUT(%eax)
        cld
        movl    %eax, %edi
        movl    %gs:og_stub_eax@ntpoff, %eax
        movl    %eax, GPR_OUT(0)(%edi)

        stmxcsr OG_FRAME_MXCSR_OUT(%edi)
        ldmxcsr OG_FRAME_MXCSR_HOST(%edi)
        fnstenv OG_FRAME_X87(%edi)
        fninit
        fldcw   OG_FRAME_CW_HOST(%edi)

        cmpl    $0, OG_FRAME_XINUSE_KNOWN(%edi)
        je      .Lxinuse_done
        movl    $1, %ecx
        xgetbv
        movl    %eax, OG_FRAME_XINUSE(%edi)
.Lxinuse_done:
        cmpl    $1, OG_FRAME_LEVEL(%edi)
        jb      .Lstore_sse
        je      .Lstore_avx
        .irp    i, 0,1,2,3,4,5,6,7
        vmovdqu64 %zmm\i, VEC_OUT(\i)(%edi)
        .endr
        vzeroupper
        jmp     .Lstored
.Lstore_avx:
        .irp    i, 0,1,2,3,4,5,6,7
        vmovdqu %ymm\i, VEC_OUT(\i)(%edi)
        .endr
        vzeroupper
        jmp     .Lstored
.Lstore_sse:
        .irp    i, 0,1,2,3,4,5,6,7
        movdqu  %xmm\i, VEC_OUT(\i)(%edi)
        .endr
.Lstored:
        popl    %edi
        popl    %esi
        popl    %ebp
        popl    %ebx
        ret
        .size   og_stub_call, . - og_stub_call
        .section .note.GNU-stack, "", @progbits
