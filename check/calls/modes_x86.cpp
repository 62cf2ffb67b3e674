// SPDX-License-Identifier: MIT
#include "modes.hpp"

#include <algorithm>
#include <cstddef>

namespace og::check {

namespace {

#define OG_AT(field, offset) static_assert(offsetof(og_stub_frame, field) == (offset))
OG_AT(fn, OG_FRAME_FN);
OG_AT(sp, OG_FRAME_SP);
OG_AT(host_sp, OG_FRAME_HOST_SP);
OG_AT(flags_in, OG_FRAME_FLAGS_IN);
OG_AT(flags_out, OG_FRAME_FLAGS_OUT);
OG_AT(gpr_in, OG_FRAME_GPR_IN);
OG_AT(gpr_out, OG_FRAME_GPR_OUT);
OG_AT(mxcsr_in, OG_FRAME_MXCSR_IN);
OG_AT(mxcsr_out, OG_FRAME_MXCSR_OUT);
OG_AT(mxcsr_host, OG_FRAME_MXCSR_HOST);
OG_AT(cw_host, OG_FRAME_CW_HOST);
OG_AT(level, OG_FRAME_LEVEL);
OG_AT(dirty, OG_FRAME_DIRTY);
OG_AT(xinuse_known, OG_FRAME_XINUSE_KNOWN);
OG_AT(xinuse, OG_FRAME_XINUSE);
OG_AT(x87, OG_FRAME_X87);
OG_AT(vec_in, OG_FRAME_VEC_IN);
OG_AT(vec_out, OG_FRAME_VEC_OUT);
#undef OG_AT

constexpr std::uintptr_t status_flags = 0x8d5;  // CF PF AF ZF SF OF may have any value
constexpr std::uintptr_t reserved_flag = 0x2, interrupt_flag = 0x200, direction_flag = 0x400;
constexpr std::uint32_t mxcsr_default = 0x1f80;
constexpr std::uint32_t mxcsr_control = 0xffc0;  // the other bits are status bits, which may change
constexpr std::uint32_t x87_empty = 0xffff;
constexpr std::uint32_t avx_in_use = 1u << 2;

std::uint32_t vector_level() {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f")) return 2;
    return __builtin_cpu_supports("avx") ? 1 : 0;
}

// Returns whether xgetbv accepts ecx = 1: CPUID leaf 13, subleaf 1, bit 2 of eax.
bool xgetbv_reports_use() {
    std::uint32_t a = 13, b, c = 1, d;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return a >> 2 & 1;
}

// Returns what xgetbv reports after vzeroupper and an SSE load, which use no upper half.
std::uint32_t use_without_uppers() {
    const std::uint32_t ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    std::uint32_t a, d;
    __asm__ volatile("vmovups %2, %%ymm0\n\t"
                     "vzeroupper\n\t"
                     "movups %2, %%xmm0\n\t"
                     "xgetbv"
                     : "=a"(a), "=d"(d)
                     : "m"(ones), "c"(1)
#ifdef __SSE__
                     : "xmm0"
#endif
    );
    return a;
}

void verify_controls(const og_stub_frame &frame, CallReport &report) {
    if (frame.flags_out & direction_flag) report.problems.push_back({"direction-flag", "set on return"});
    if ((frame.mxcsr_in ^ frame.mxcsr_out) & mxcsr_control)
        report.problems.push_back(
            {"mxcsr", format("control bits were %#x and are %#x", frame.mxcsr_in & mxcsr_control,
                             frame.mxcsr_out & mxcsr_control)});
    if ((frame.x87[0] ^ frame.cw_host) & 0xffff)
        report.problems.push_back(
            {"x87-control", format("was %#x and is %#x", frame.cw_host & 0xffff, frame.x87[0] & 0xffff)});
    if ((frame.x87[2] & 0xffff) != x87_empty)
        report.problems.push_back(
            {"x87-tag",
             format("tag word %#06x, not empty: MMX without emms, or values left", frame.x87[2] & 0xffff)});
}

// A kernel that was entered with clean upper halves must leave them clean. Otherwise every later SSE
// instruction of the caller is slower. A kernel that has to clean those of its caller leaves them clean too.
// The CPU reports whether they are in use. If it cannot, a nonzero upper half shows it.
void verify_uppers(const og_stub_frame &frame, Uppers uppers, CallReport &report) {
    if (frame.level == 0 || uppers == Uppers::dirty) return;
    const unsigned registers = std::min<unsigned>(OG_VECTORS, 16);
    const std::size_t width = frame.level == 2 ? 64 : 32;
    for (unsigned i = 0; i < registers; i++)
        if (std::any_of(frame.vec_out[i] + 16, frame.vec_out[i] + width,
                        [](std::uint8_t byte) { return byte != 0; })) {
            report.problems.push_back(
                {"dirty-upper", format("ymm%u's upper half is not zero: no vzeroupper", i)});
            return;
        }
    if (frame.xinuse_known && frame.xinuse & avx_in_use)
        report.problems.push_back({"dirty-upper", "the upper halves are in use: no vzeroupper"});
}

}  // namespace

// Zen 4 (family 25, model 17) reports the upper halves as in use after every SSE load of 32-bit code, once
// the process has used AVX: its report says nothing there.
bool reports_uppers_in_use() {
    return vector_level() > 0 && xgetbv_reports_use() && !(use_without_uppers() & avx_in_use);
}

void detect_modes(og_stub_frame &frame) {
    frame.level = vector_level();
    frame.xinuse_known = reports_uppers_in_use() ? 1 : 0;
    frame.mxcsr_in = mxcsr_default;
}

void set_modes(og_stub_frame &frame, Rng &rng, Uppers uppers) {
    frame.dirty = uppers != Uppers::clean ? 1 : 0;
    frame.flags_in = (rng.next() & status_flags) | reserved_flag | interrupt_flag;
}

void verify_modes(const og_stub_frame &frame, Uppers uppers, CallReport &report) {
    verify_controls(frame, report);
    verify_uppers(frame, uppers, report);
}

}  // namespace og::check
