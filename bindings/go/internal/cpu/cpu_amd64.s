// SPDX-License-Identifier: MIT
//go:build amd64 && gc && !purego

#include "textflag.h"

// func cpuid(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
    MOVL leaf+0(FP), AX
    MOVL subleaf+4(FP), CX
    CPUID
    MOVL AX, eax+8(FP)
    MOVL BX, ebx+12(FP)
    MOVL CX, ecx+16(FP)
    MOVL DX, edx+20(FP)
    RET

// func xgetbv() uint32
TEXT ·xgetbv(SB), NOSPLIT, $0-4
    MOVL $0, CX
    XGETBV
    MOVL AX, ret+0(FP)
    RET
