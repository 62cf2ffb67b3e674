// SPDX-License-Identifier: MIT
#include "abi.hpp"

namespace og::check {

namespace {

constexpr std::uint32_t bits(std::initializer_list<unsigned> registers) {
    std::uint32_t mask = 0;
    for (unsigned r : registers) mask |= 1u << r;
    return mask;
}

#ifndef __aarch64__
// Indices of the general registers in the encoding of x86. The stack pointer (4) is verified separately.
enum Register { ax, cx, dx, bx, sp, bp, si, di, r8, r9, r10, r11, r12, r13, r14, r15 };
#endif

#if defined(__aarch64__)
// Procedure Call Standard for the Arm 64-bit Architecture, sections 6.1.1 and 6.1.2.
const Abi abis[] = {{"aapcs64",
                     {0, 1, 2, 3, 4, 5, 6, 7},
                     0,
                     bits({19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29}),
                     0xff00,
                     8,
                     "d"}};
const char *const native = "aapcs64";
const char *const names[] = {"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",  "x10",
                             "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21",
                             "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30", "sp"};
#elif defined(__x86_64__)
// System V ABI, AMD64 supplement, figure 3.4; Microsoft's x64 calling convention.
const Abi abis[] = {
    {"sysv64", {di, si, dx, cx, r8, r9}, 0, bits({bx, bp, r12, r13, r14, r15}), 0, 16, "xmm"},
    {"win64", {cx, dx, r8, r9}, 4, bits({bx, bp, si, di, r12, r13, r14, r15}), 0xffc0, 16, "xmm"},
};
#ifdef _WIN32
const char *const native = "win64";
#else
const char *const native = "sysv64";
#endif
const char *const names[] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
                             "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
#else
// System V ABI, Intel386 supplement, table 2.3.
const Abi abis[] = {{"cdecl32", {}, 0, bits({bx, bp, si, di}), 0, 16, "xmm"}};
const char *const native = "cdecl32";
const char *const names[] = {"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi"};
#endif

}  // namespace

const Abi *find_abi(std::string_view name) {
    if (name.empty()) name = native;
    for (const Abi &abi : abis)
        if (name == abi.name) return &abi;
    return nullptr;
}

const char *register_name(unsigned index) { return names[index]; }

}  // namespace og::check
