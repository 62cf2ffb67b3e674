// SPDX-License-Identifier: MIT
#include "check.hpp"

#include "families.hpp"

#include <algorithm>
#include <mutex>

namespace og::check {

namespace {

std::string reproduction(const og_kernel &kernel, const Options &options, const std::string &property) {
    std::string line = program_name + std::string(" check ") + kernel.op + "=" + kernel.stem + " --seed " +
                       std::to_string(options.seed) + " --only-property " + property;
    if (options.quick) line += " --quick";
    return line;
}

bool is_family(const std::string &property) {
    return std::any_of(families().begin(), families().end(),
                       [&](const Family &f) { return property == f.name; });
}

void add(Result &result, const Options &options, const Problem &problem) {
    if (!options.only_property.empty() && problem.property != options.only_property) return;
    const auto known = [&](const Failure &f) { return f.property == problem.property; };
    if (std::any_of(result.failures.begin(), result.failures.end(), known)) return;
    result.failures.push_back({problem.property, problem.property + ": " + problem.text,
                               reproduction(*result.kernel, options, problem.property)});
}

}  // namespace

const std::vector<Property> &properties() {
    const bool stub = calls_stub("");
    static const std::vector<Property> all = {
        {"vectors", "computes the published results", true},
        {"blocks", "correct for every number of blocks and any chaining value", true},
        {"zero-blocks", "changes nothing if there are no blocks", true},
        {"alignment", "correct at every alignment of every buffer", true},
        {"guard-pages", "correct if buffers start or end at a page boundary", true},
        {"in-place", "correct if the output is the input", true},
        {"random", "correct for random sizes and placements", true},
        {"read-past-end", "reads nothing past the end of a buffer", true},
        {"read-before-start", "reads nothing before the start of a buffer", true},
        {"write-past-end", "writes nothing past the end of a buffer", true},
        {"write-before-start", "writes nothing before the start of a buffer", true},
        {"input-unchanged", "never writes to its input", true},
        {"key-unchanged", "never writes to its key schedule", true},
        {"wild-access", "accesses no other memory and raises no exception", true},
        {"illegal-instruction", "uses no instruction that the CPU lacks", true},
        {"hang", "returns", catches_hangs},
        {"callee-saved", "preserves the callee-saved registers", stub},
        {"stack-pointer", "returns with the stack pointer of the call", stub},
#ifdef __aarch64__
        {"fpcr", "preserves FPCR", stub},
#else
        {"direction-flag", "returns with the direction flag clear", stub},
        {"mxcsr", "preserves the control bits of MXCSR", stub},
        {"x87-control", "preserves the x87 control word", stub},
        {"x87-tag", "leaves the x87 stack empty (emms after MMX)", stub},
        {"dirty-upper",
         "leaves no upper half of a vector register in use, nor does a kernel with SHA and AVX "
         "instructions leave one that was (vzeroupper)",
         stub},
#endif
        {"stack-canary", "writes nothing to the stack of its caller", stub},
        {"stack-depth", "uses at most 32 KiB of stack", stub},
    };
    return all;
}

Result check_kernel(const og_kernel &kernel, const Options &options) {
    // The signal handlers and the landing belong to the process.
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);

    Result result;
    result.kernel = &kernel;
    char why[160] = "";
    if (!og_kernel_usable(&kernel, why, sizeof why)) {
        result.skipped = why;
        return result;
    }
    if (!can_call(options.abi)) {
        result.skipped = "this build cannot call " + options.abi;
        return result;
    }
    result.ran = true;
    const Operation *operation = find_operation(kernel.op, kernel.lanes);
    if (!operation) {
        result.failures.push_back(
            {"vectors", "vectors: the harness does not know the operation " + std::string(kernel.op),
             reproduction(kernel, options, "vectors")});
        return result;
    }

    const Plan plan{*operation, options.seed, options.quick};
    Runner runner(*operation, kernel, options.abi, plan.most_blocks());
    const FaultCatcher catcher(options.patience);
    for (const Family &family : families()) {
        if (is_family(options.only_property) && options.only_property != family.name) continue;
        family.generate(plan, [&](const Case &c, Rng &rng) {
            result.cases++;
            for (const Problem &problem : runner.run(c, rng)) add(result, options, problem);
            return !runner.hung();
        });
        if (runner.hung()) break;
    }
    result.stack = runner.stack_used();
    if (result.cases == 0) {
        result.ran = false;
        result.skipped = options.only_property + " does not apply to " + kernel.op;
    }
    return result;
}

}  // namespace og::check
