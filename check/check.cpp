// SPDX-License-Identifier: MIT
#include "check.hpp"

#include "families.hpp"

#include <algorithm>
#include <mutex>

namespace og::check {

namespace {

std::string reproduction(const og_kernel &kernel, const Options &options, const std::string &property) {
    std::string line = "oldguard check " + std::string(kernel.op) + "=" + kernel.stem + " --seed " +
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
    static const std::vector<Property> all = {
        {"vectors", "computes the published results"},
        {"blocks", "correct for every number of blocks and any chaining value"},
        {"zero-blocks", "changes nothing if there are no blocks"},
        {"alignment", "correct at every alignment of every buffer"},
        {"guard-pages", "correct if buffers start or end at a page boundary"},
        {"in-place", "correct if the output is the input"},
        {"random", "correct for random sizes and placements"},
        {"read-past-end", "reads nothing past the end of a buffer"},
        {"read-before-start", "reads nothing before the start of a buffer"},
        {"write-past-end", "writes nothing past the end of a buffer"},
        {"write-before-start", "writes nothing before the start of a buffer"},
        {"input-unchanged", "never writes to its input"},
        {"key-unchanged", "never writes to its key schedule"},
        {"wild-access", "accesses no other memory and raises no exception"},
        {"illegal-instruction", "uses no instruction that the CPU lacks"},
        {"hang", "returns"},
        {"callee-saved", "preserves the callee-saved registers"},
        {"stack-pointer", "returns with the stack pointer of the call"},
        {"direction-flag", "returns with the direction flag clear"},
        {"mxcsr", "preserves the control bits of MXCSR"},
        {"x87-control", "preserves the x87 control word"},
        {"x87-tag", "leaves the x87 stack empty (emms after MMX)"},
        {"dirty-upper",
         "leaves no upper half of a vector register in use, nor does a kernel with SHA and AVX "
         "instructions leave one that was (vzeroupper)"},
        {"stack-canary", "writes nothing to the stack of its caller"},
        {"stack-depth", "uses at most 32 KiB of stack"},
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
    const Abi *abi = find_abi(options.abi);
    if (!abi) {
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
    Runner runner(*operation, kernel, *abi, plan.most_blocks());
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
