// SPDX-License-Identifier: MIT
#include "abi.hpp"

namespace og::check {

namespace {

// Indices of the general registers in the encoding of x86. The stack pointer (4) is verified separately.
enum Register { ax, cx, dx, bx, sp, bp, si, di, r8, r9, r10, r11, r12, r13, r14, r15 };

constexpr std::uint32_t bits(std::initializer_list<unsigned> registers) {
    std::uint32_t mask = 0;
    for (unsigned r : registers) mask |= 1u << r;
    return mask;
}

#ifdef __x86_64__
// System V ABI, AMD64 supplement, figure 3.4; Microsoft's x64 calling convention.
const Abi abis[] = {
    {"sysv64", {di, si, dx, cx, r8, r9}, 0, bits({bx, bp, r12, r13, r14, r15}), 0},
    {"win64", {cx, dx, r8, r9}, 4, bits({bx, bp, si, di, r12, r13, r14, r15}), 0xffc0},
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
const Abi abis[] = {{"cdecl32", {}, 0, bits({bx, bp, si, di}), 0}};
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
