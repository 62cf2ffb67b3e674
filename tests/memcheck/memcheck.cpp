// SPDX-License-Identifier: MIT
// Checks the constant-time declarations of the kernels under valgrind. Every secret byte is marked as
// undefined, so memcheck reports each branch and each address that depends on one. It must report kernels
// that declare constant-time: no, and no others. One process runs all kernels.
#include "elsewhere.hpp"

#include <check/operation.hpp>
#include <check/rng.hpp>
#include <oldguard/kernels.h>
#include <valgrind/memcheck.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace og::memcheck {

namespace {

using check::Argument;
using check::Bytes;
using check::Operation;
using check::Role;

constexpr std::size_t blocks = 259;  // more than one loop iteration of any kernel

// All bytes of messages, chaining values and keys are secret. Counts, flags, salts and the addresses of the
// lanes are public.
bool is_secret(Role role) {
    return role == Role::input || role == Role::key || role == Role::lane || role == Role::input_output;
}

// Returns the number of errors that memcheck reported in one call with a number of blocks.
unsigned complaints(const og_kernel &kernel, const Operation &operation, std::size_t count, int flag) {
    check::Rng rng(1, kernel.stem, count);
    std::vector<Bytes> buffers(operation.arguments.size());
    Bytes pointers;
    std::vector<std::uintptr_t> words;
    for (std::size_t i = 0; i < buffers.size(); i++) {
        const Argument &argument = operation.arguments[i];
        if (!argument.is_buffer()) continue;
        buffers[i].resize(argument.size(count));
        if (operation.fill)
            operation.fill(argument, buffers[i], rng);
        else
            rng.fill(buffers[i].data(), buffers[i].size());
        if (argument.role != Role::lane) continue;
        const std::uint8_t *lane = buffers[i].data();
        const auto *raw = reinterpret_cast<const std::uint8_t *>(&lane);
        pointers.insert(pointers.end(), raw, raw + sizeof lane);
    }
    for (std::size_t i = 0; i < buffers.size(); i++) {
        const Argument &argument = operation.arguments[i];
        if (argument.role == Role::pointers) buffers[i] = pointers;
        if (is_secret(argument.role)) VALGRIND_MAKE_MEM_UNDEFINED(buffers[i].data(), buffers[i].size());
        if (!argument.is_passed()) continue;
        words.push_back(argument.role == Role::count  ? count
                        : argument.role == Role::flag ? static_cast<std::uintptr_t>(flag)
                        : argument.role == Role::number
                            ? 0xa5a
                            : reinterpret_cast<std::uintptr_t>(buffers[i].data()));
    }
    const unsigned before = VALGRIND_COUNT_ERRORS;
    operation.call(kernel.fn, words);
    return VALGRIND_COUNT_ERRORS - before;
}

unsigned complaints(const og_kernel &kernel, const Operation &operation) {
    unsigned sum = 0;
    for (std::size_t count : {std::size_t{1}, operation.many_lanes ? operation.most_blocks : blocks}) {
        if (count > 1 && !operation.counted()) break;
        sum += complaints(kernel, operation, count, 1);
        if (operation.has_flag()) sum += complaints(kernel, operation, count, 0);
    }
    return sum;
}

// The declaration of a stem holds for its worst operation: des_c_ref uses tables, but not in des.key.
bool complains_elsewhere(const og_kernel &kernel) {
    for (std::size_t i = 0; const og_kernel *other = og_kernel_at(i); i++) {
        if (std::strcmp(other->stem, kernel.stem) != 0 || std::strcmp(other->op, kernel.op) == 0) continue;
        const Operation *operation = check::find_operation(other->op, other->lanes);
        if (operation != nullptr && complaints(*other, *operation) > 0) return true;
    }
    return false;
}

struct Tally {
    unsigned silent = 0, loud = 0, not_run = 0, wrong = 0;
};

// Prints a line for a kernel. Returns true if memcheck agrees with the declaration.
bool judge(const og_kernel &kernel, Tally &tally) {
    std::printf("%-20s %-24s ", kernel.op, kernel.stem);
    char why[160] = "";
    if (!og_kernel_usable(&kernel, why, sizeof why)) {
        const bool covered = kernel.constant_time == 0 || is_analysed(kernel);
        std::printf("%s: %s; %s\n", covered ? "NOT RUN" : "WRONG", why,
                    !covered                    ? "nothing else covers it"
                    : kernel.constant_time == 0 ? "it does not claim constant time"
                                                : analysed);
        (covered ? tally.not_run : tally.wrong)++;
        return covered;
    }
    const Operation *operation = check::find_operation(kernel.op, kernel.lanes);
    if (operation == nullptr) {
        std::printf("WRONG: check/ knows no such operation\n");
        tally.wrong++;
        return false;
    }
    const unsigned count = complaints(kernel, *operation);
    const bool as_declared =
        (count == 0) == (kernel.constant_time == 1) || (count == 0 && complains_elsewhere(kernel));
    if (!as_declared)
        tally.wrong++;
    else if (count == 0)
        tally.silent++;
    else
        tally.loud++;
    std::printf("%s: constant-time: %s, %u complaints\n", as_declared ? "ok" : "WRONG",
                kernel.constant_time ? "yes" : "no", count);
    return as_declared;
}

// Planted kernels prove that the check works.
volatile std::uint32_t sink;
const std::uint32_t table[256] = {};

void mixes(std::uint32_t cv[5], const std::uint8_t *in, std::size_t n) {
    for (std::size_t i = 0; i < 64 * n; i++) cv[i % 5] = (cv[i % 5] << 1 | cv[i % 5] >> 31) ^ in[i];
}
void branches(std::uint32_t cv[5], const std::uint8_t *in, std::size_t n) {
    mixes(cv, in, n);
    if (cv[3] & 1) sink = 1;
}
void looks_up(std::uint32_t cv[5], const std::uint8_t *in, std::size_t n) {
    mixes(cv, in, n);
    if (n > 1) cv[0] ^= table[in[7]];
}

bool catches_planted_faults() {
    struct Planted {
        const char *stem;
        void (*fn)(std::uint32_t *, const std::uint8_t *, std::size_t);
        unsigned declared, caught;
        const char *isa = "";
    };
    bool all = true;
    std::printf("Planted kernels, the last four of which must be WRONG:\n");
    for (const Planted &p : {Planted{"healthy", mixes, 1, 0},
                             {"leaky and declared", looks_up, 0, 0},
                             {"branches on a secret", branches, 1, 1},
                             {"looks up at a secret", looks_up, 1, 1},
                             {"is better than it says", mixes, 0, 1},
                             {"cannot be run", mixes, 1, 1, "avx512f"}}) {
        og_kernel kernel{};
        kernel.stem = p.stem;
        kernel.op = "sha1.blocks";
        kernel.isa = p.isa;
        kernel.source = "planted.c";
        kernel.lanes = 1;
        kernel.constant_time = p.declared;
        kernel.fn = reinterpret_cast<og_fn>(p.fn);
        Tally tally;
        const bool caught = !judge(kernel, tally);
        if (caught == (p.caught == 1)) continue;
        std::printf("memcheck: FAILED: the planted kernel above was misjudged\n");
        all = false;
    }
    return all;
}

}  // namespace

int run() {
    if (!RUNNING_ON_VALGRIND) {
        std::fprintf(stderr, "memcheck: must run under valgrind\n");
        return 2;
    }
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const bool trusted = catches_planted_faults();
    std::printf("\nThe kernels of this build:\n");
    Tally tally;
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
        if (kernel->fn != nullptr) judge(*kernel, tally);
    std::printf("\n%u silent and %u complained of, as declared; %u WRONG; %u NOT RUN, because "
                "valgrind does not know their instructions\n",
                tally.silent, tally.loud, tally.wrong, tally.not_run);
    const bool ran = tally.silent > 0 && tally.loud > 0;
    if (!ran) std::printf("memcheck: FAILED: one of the two kinds has not been run at all\n");
    return trusted && ran && tally.wrong == 0 ? 0 : 1;
}

}  // namespace og::memcheck

int main() { return og::memcheck::run(); }
