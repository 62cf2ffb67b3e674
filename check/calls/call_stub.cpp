// SPDX-License-Identifier: MIT
#include "callers.hpp"
#include "modes.hpp"

#include <algorithm>
#include <cstring>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

namespace og::check {

namespace {

constexpr std::size_t stack_size = 256 * 1024;
constexpr std::size_t painted = 128 * 1024;  // the depth to which the use of the stack is measured
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t stack_limit = 96 * 1024;  // the sanitizer enlarges frames many times
#else
constexpr std::size_t stack_limit = 32 * 1024;  // a quarter of the smallest default thread stacks
#endif

constexpr std::size_t canary_size = 256;  // bytes verified above the arguments, at least
constexpr std::uintptr_t paint = 0x5aa7e10f;

class StubCaller : public Caller {
public:
    explicit StubCaller(const Abi &abi);

    CallReport call(og_fn fn, const std::vector<Word> &words, Rng &rng, Uppers uppers,
                    bool measure_stack) override;
    bool is_stack(std::uintptr_t address) const override;

private:
    void prepare(og_fn fn, const std::vector<Word> &words, Rng &rng, Uppers uppers);
    void verify_registers(CallReport &report) const;
    void verify_stack(CallReport &report, bool measured) const;

    const Abi &abi_;
    GuardedPages stack_;
    og_stub_frame frame_;
    std::vector<std::uint8_t> canary_;
    std::uint8_t *canary_at_ = nullptr;
};

StubCaller::StubCaller(const Abi &abi) : abi_(abi), stack_(stack_size), frame_() { detect_modes(frame_); }

bool StubCaller::is_stack(std::uintptr_t address) const {
    return stack_.guards_below(address) || stack_.contains(address);
}

void StubCaller::prepare(og_fn fn, const std::vector<Word> &words, Rng &rng, Uppers uppers) {
    frame_.fn = reinterpret_cast<std::uintptr_t>(fn);
    set_modes(frame_, rng, uppers);
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
    verify_modes(frame_, uppers, report);
    verify_stack(report, measure_stack);
    return report;
}

void StubCaller::verify_registers(CallReport &report) const {
    for (unsigned i = 0; i < OG_GENERAL; i++)
        if (abi_.saved_registers >> i & 1 && frame_.gpr_in[i] != frame_.gpr_out[i])
            report.problems.push_back(
                {"callee-saved", format("%s was %#llx and is %#llx", register_name(i),
                                        static_cast<unsigned long long>(frame_.gpr_in[i]),
                                        static_cast<unsigned long long>(frame_.gpr_out[i]))});
    for (unsigned i = 0; i < OG_VECTORS; i++)
        if (abi_.saved_vectors >> i & 1 &&
            std::memcmp(frame_.vec_in[i], frame_.vec_out[i], abi_.saved_bytes) != 0)
            report.problems.push_back({"callee-saved", format("%s%u was changed", abi_.saved_vector, i)});
    const std::uintptr_t sp = frame_.gpr_out[OG_STACK_POINTER];
    if (sp != frame_.sp)
        report.problems.push_back(
            {"stack-pointer", format("off by %lld bytes on return", static_cast<long long>(sp - frame_.sp))});
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
