// SPDX-License-Identifier: MIT
// `oldguard explain`: shows which kernels serve an operation, and why the others do not.
#include "chosen.hpp"
#include "commands.hpp"
#include "files/output.hpp"
#include "instead.hpp"
#include "kernel_filter.hpp"
#include "names.hpp"
#include "text/messages.hpp"
#include "text/table.hpp"

#include <oldguard/kernels.h>

#include <memory>

namespace og::cli {
namespace {

constexpr const char *explain_footer =
    R"(The kernels in use come first. "from N B": the kernel is used for N bytes of data or more, up to the
  sizes of the row above. If short messages (of at most 256 bytes with their padding) are served otherwise
  than long ones, both have rows. The other kernels follow in order of preference. The cycles per byte are
  those of the processor that is named. "one-by-one" stands for each message by itself. If no kernel is
  used, a line says which operation serves instead.
Exit status: 0 success; 2 an unknown operation, or an invalid OLDGUARD_* variable.

Examples:
  oldguard explain sha1.blocks
  OLDGUARD_CPU=-shani oldguard explain --all sha1.blocks)";

std::string known_operations() {
    std::string known;
    for (std::size_t i = 0; const char *op = og_op_at(i); i++)
        known += fmt::format("{}{}", known.empty() ? "" : ", ", op);
    return known;
}

bool is_known(const std::string &op) {
    for (std::size_t i = 0; const char *known = og_op_at(i); i++)
        if (op == known) return true;
    return false;
}

std::string taken(const og_kernel_choice &verdict) {
    if (!verdict.taken) return "no";
    const bool is_short = verdict.lengths & OG_MESSAGES_SHORT, is_long = verdict.lengths & OG_MESSAGES_LONG;
    return fmt::format("from {} B{}", verdict.from,
                       is_short && is_long ? ""
                       : is_short          ? ", short"
                                           : ", long");
}

std::string explanation(const std::string &op, KernelFilter &filter) {
    std::vector<og_kernel_choice> verdicts(og_explain(op.c_str(), nullptr, 0));
    og_explain(op.c_str(), verdicts.data(), verdicts.size());
    std::vector<std::vector<std::string>> rows{{op, "taken", "reason"}};
    for (const og_kernel_choice &verdict : verdicts)
        if (filter.shows(*verdict.kernel))
            rows.push_back({verdict.kernel->stem, taken(verdict), verdict.reason});
    return aligned(rows) + lines_without_kernel(op);
}

}  // namespace

void describe_explain(Command &explain) {
    auto op = std::make_shared<std::string>();
    explain.add_operand("OP", *op, "An operation such as sha1.blocks (default: all)")
        ->offers(operation_names);
    auto filter = std::make_shared<KernelFilter>();
    filter->add_option(explain);
    explain.footer(explain_footer);
    explain.callback([op, filter] {
        const std::string &asked = *op;
        if (!asked.empty() && !is_known(asked)) {
            complain("explain", fmt::format("{}: no such operation; known: {}", shell_quoted(asked),
                                            known_operations()));
            return exit_usage;
        }
        for (std::size_t i = 0; const char *known = og_op_at(i); i++)
            if (asked.empty() || asked == known)
                print(fmt::format("{}{}", asked.empty() && i > 0 ? "\n" : "", explanation(known, *filter)));
        print(filter->last_line());
        return config_is_wrong("explain") ? exit_usage : exit_ok;
    });
}

}  // namespace og::cli
