/* SPDX-License-Identifier: MIT */
/* The functions that code of clang-cl takes from Microsoft's run-time library. */
#include <stdint.h>

int _fltused;
uintptr_t __security_cookie = 0x2b992ddfa232;

/* Ends the program if the canary of a stack frame has changed. */
void __security_check_cookie(uintptr_t cookie);
void __security_check_cookie(uintptr_t cookie) {
    if (cookie != __security_cookie) {
        __builtin_trap();
    }
}

/* Touches each page of the next rax bytes of the stack, from the highest on. Changes no register. clang-cl
 * reads assembly outside functions in the syntax of Intel. */
__asm__(".text\n"
        ".globl __chkstk\n"
        "__chkstk:\n"
        "    push rcx\n"
        "    push rax\n"
        "    lea rcx, [rsp + 24]\n"
        ".Lpage: cmp rax, 4096\n"
        "    jb .Lrest\n"
        "    sub rcx, 4096\n"
        "    test byte ptr [rcx], cl\n"
        "    sub rax, 4096\n"
        "    jmp .Lpage\n"
        ".Lrest: sub rcx, rax\n"
        "    test byte ptr [rcx], cl\n"
        "    pop rax\n"
        "    pop rcx\n"
        "    ret\n");
