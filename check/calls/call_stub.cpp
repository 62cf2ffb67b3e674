// SPDX-License-Identifier: MIT
#include "callers.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

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

constexpr std::size_t stack_size = 256 * 1024;
constexpr std::size_t painted = 128 * 1024;  // the depth to which the use of the stack is measured
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t stack_limit = 96 * 1024;  // the sanitizer enlarges frames many times
#else
constexpr std::size_t stack_limit = 32 * 1024;  // a quarter of the smallest default thread stacks
#endif

constexpr std::size_t canary_size = 256;  // bytes verified above the arguments, at least
constexpr std::uintptr_t paint = 0x5aa7e10f;

constexpr std::uintptr_t status_flags = 0x8d5;  // CF PF AF ZF SF OF may have any value
constexpr std::uintptr_t reserved_flag = 0x2, interrupt_flag = 0x200, direction_flag = 0x400;
constexpr std::uint32_t mxcsr_default = 0x1f80;
constexpr std::uint32_t mxcsr_control = 0xffc0;  // the other bits are status bits, which may change
constexpr std::uint32_t x87_empty = 0xffff;
constexpr std::uint32_t avx_in_use = 1u << 2;

template <typename... Args> std::string format(const char *pattern, Args... args) {
    char line[256];
    std::snprintf(line, sizeof line, pattern, args...);
    return line;
}

std::uint32_t vector_level() {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f")) return 2;
    return __builtin_cpu_supports("avx") ? 1 : 0;
}

// Returns 1 if xgetbv accepts ecx = 1: CPUID leaf 13, subleaf 1, bit 2 of eax.
std::uint32_t xinuse_known() {
    if (vector_level() == 0) return 0;
    std::uint32_t a = 13, b, c = 1, d;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return a >> 2 & 1;
}

class StubCaller : public Caller {
public:
    explicit StubCaller(const Abi &abi);

    CallReport call(og_fn fn, const std::vector<Word> &words, Rng &rng, Uppers uppers,
                    bool measure_stack) override;
    bool is_stack(std::uintptr_t address) const override;

private:
    void prepare(og_fn fn, const std::vector<Word> &words, Rng &rng, Uppers uppers);
    void verify_registers(CallReport &report) const;
    void verify_modes(CallReport &report) const;
    void verify_uppers(CallReport &report, Uppers uppers) const;
    void verify_stack(CallReport &report, bool measured) const;

    const Abi &abi_;
    GuardedPages stack_;
    og_stub_frame frame_;
    std::vector<std::uint8_t> canary_;
    std::uint8_t *canary_at_ = nullptr;
};

StubCaller::StubCaller(const Abi &abi) : abi_(abi), stack_(stack_size), frame_() {
    frame_.level = vector_level();
    frame_.xinuse_known = xinuse_known();
    frame_.mxcsr_in = mxcsr_default;
}

bool StubCaller::is_stack(std::uintptr_t address) const {
    return stack_.guards_below(address) || stack_.contains(address);
}

void StubCaller::prepare(og_fn fn, const std::vector<Word> &words, Rng &rng, Uppers uppers) {
    frame_.fn = reinterpret_cast<std::uintptr_t>(fn);
    frame_.dirty = uppers != Uppers::clean ? 1 : 0;
    frame_.flags_in = (rng.next() & status_flags) | reserved_flag | interrupt_flag;
    rng.fill(frame_.gpr_in, sizeof frame_.gpr_in);
    rng.fill(frame_.vec_in, sizeof frame_.vec_in);

    const std::size_t in_registers = std::min(words.size(), abi_.argument_registers.size());
    const std::size_t on_stack = words.size() - in_registers + abi_.home_words;
    const std::size_t aligned = (on_stack + 3) / 4 * 4;  // the call's 16-byte alignment
    auto *slots = reinterpret_cast<std::uintptr_t *>(stack_.end() - canary_size) - aligned;
    rng.fill(slots, on_stack * sizeof *slots);
    frame_.sp = reinterpret_cast<std::uintptr_t>(slots);
    // The callee may change its stack arguments, and nothing above them.
    canary_at_ = reinterpret_cast<std::uint8_t *>(slots + on_stack);
    canary_ = rng.bytes(static_cast<std::size_t>(stack_.end() - canary_at_));
    std::copy(canary_.begin(), canary_.end(), canary_at_);

    for (std::size_t i = 0; i < words.size(); i++) {
        std::uintptr_t &place = i < in_registers ? frame_.gpr_in[abi_.argument_registers[i]]
                                                 : slots[abi_.home_words + i - in_registers];
        // The upper half of a 64-bit register or slot that holds an int is undefined.
        if (words[i].is_int)
            place = (place >> 16 >> 16 << 16 << 16) | words[i].value;
        else
            place = words[i].value;
    }
}

CallReport StubCaller::call(og_fn fn, const std::vector<Word> &words, Rng &rng, Uppers uppers,
                            bool measure_stack) {
    prepare(fn, words, rng, uppers);
    if (measure_stack)
        std::fill_n(reinterpret_cast<std::uintptr_t *>(frame_.sp - painted), painted / sizeof(std::uintptr_t),
                    paint);
    CallReport report;
    report.fault = call_caught([this] { og_stub_call(&frame_); }, {});
    if (report.fault) {
#ifdef __SANITIZE_ADDRESS__
        ASAN_UNPOISON_MEMORY_REGION(stack_.begin(), stack_.size());
#endif
        return report;
    }
    verify_registers(report);
    verify_modes(report);
    verify_uppers(report, uppers);
    verify_stack(report, measure_stack);
    return report;
}

void StubCaller::verify_registers(CallReport &report) const {
    for (unsigned i = 0; i < 16; i++)
        if (abi_.saved_registers >> i & 1 && frame_.gpr_in[i] != frame_.gpr_out[i])
            report.problems.push_back(
                {"callee-saved", format("%s was %#llx and is %#llx", register_name(i),
                                        static_cast<unsigned long long>(frame_.gpr_in[i]),
                                        static_cast<unsigned long long>(frame_.gpr_out[i]))});
    for (unsigned i = 0; i < OG_VECTORS; i++)
        if (abi_.saved_vectors >> i & 1 && std::memcmp(frame_.vec_in[i], frame_.vec_out[i], 16) != 0)
            report.problems.push_back({"callee-saved", format("xmm%u was changed", i)});
    if (frame_.gpr_out[4] != frame_.sp)
        report.problems.push_back(
            {"stack-pointer",
             format("off by %lld bytes on return", static_cast<long long>(frame_.gpr_out[4] - frame_.sp))});
}

void StubCaller::verify_modes(CallReport &report) const {
    if (frame_.flags_out & direction_flag) report.problems.push_back({"direction-flag", "set on return"});
    if ((frame_.mxcsr_in ^ frame_.mxcsr_out) & mxcsr_control)
        report.problems.push_back(
            {"mxcsr", format("control bits were %#x and are %#x", frame_.mxcsr_in & mxcsr_control,
                             frame_.mxcsr_out & mxcsr_control)});
    if ((frame_.x87[0] ^ frame_.cw_host) & 0xffff)
        report.problems.push_back(
            {"x87-control", format("was %#x and is %#x", frame_.cw_host & 0xffff, frame_.x87[0] & 0xffff)});
    if ((frame_.x87[2] & 0xffff) != x87_empty)
        report.problems.push_back(
            {"x87-tag",
             format("tag word %#06x, not empty: MMX without emms, or values left", frame_.x87[2] & 0xffff)});
}

// A kernel that was entered with clean upper halves must leave them clean. Otherwise every later SSE
// instruction of the caller is slower. A kernel that has to clean those of its caller leaves them clean too.
// The CPU reports whether they are in use. If it cannot, a nonzero upper half shows it.
void StubCaller::verify_uppers(CallReport &report, Uppers uppers) const {
    if (frame_.level == 0 || uppers == Uppers::dirty) return;
    const unsigned registers = std::min<unsigned>(OG_VECTORS, 16);
    const std::size_t width = frame_.level == 2 ? 64 : 32;
    for (unsigned i = 0; i < registers; i++)
        if (std::any_of(frame_.vec_out[i] + 16, frame_.vec_out[i] + width,
                        [](std::uint8_t byte) { return byte != 0; })) {
            report.problems.push_back(
                {"dirty-upper", format("ymm%u's upper half is not zero: no vzeroupper", i)});
            return;
        }
    if (frame_.xinuse_known && frame_.xinuse & avx_in_use)
        report.problems.push_back({"dirty-upper", "the upper halves are in use: no vzeroupper"});
}

void StubCaller::verify_stack(CallReport &report, bool measured) const {
    const auto differs = std::mismatch(canary_.begin(), canary_.end(), canary_at_).first;
    if (differs != canary_.end())
        report.problems.push_back(
            {"stack-canary", format("the caller's stack is changed %zu bytes above the arguments",
                                    static_cast<std::size_t>(differs - canary_.begin()))});
    if (!measured) return;
    const auto *top = reinterpret_cast<const std::uintptr_t *>(frame_.sp);
    const auto *used =
        std::find_if(top - painted / sizeof *top, top, [](std::uintptr_t word) { return word != paint; });
    report.stack_used = static_cast<std::size_t>(top - used) * sizeof *top;
    if (report.stack_used > stack_limit)
        report.problems.push_back(
            {"stack-depth", format("%zu bytes of stack, more than %zu", report.stack_used, stack_limit)});
}

}  // namespace

std::unique_ptr<Caller> make_stub_caller(const Abi &abi) { return std::make_unique<StubCaller>(abi); }

}  // namespace og::check
