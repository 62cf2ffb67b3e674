// SPDX-License-Identifier: MIT
#include "instead.hpp"

#include <fmt/format.h>
#include <oldguard/oldguard.h>

#include <set>

namespace og::cli {
namespace {

constexpr std::size_t usual_size = 1 << 20;

bool is_of_many(const std::string &op) {
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
        if (op == kernel->op && kernel->lanes > 1) return true;
    return false;
}

}  // namespace

std::string instead_of(const std::string &op, int status) {
    std::set<std::string> seen{op};  // two operations may replace each other
    for (const char *next = og_op_instead(op.c_str()); next && seen.insert(next).second;
         next = og_op_instead(next))
        if (og_kernel_for(next, usual_size, nullptr))
            return fmt::format("{} serves{}", next,
                               is_of_many(op) && !is_of_many(next) ? ", one by one" : "");
    return og_strerror(status);
}

std::string lines_without_kernel(const std::string &op) {
    std::string lines;
    for (std::size_t i = 0; const char *each = og_op_at(i); i++) {
        int status = OG_OK;
        if ((!op.empty() && op != each) || og_kernel_for(each, usual_size, &status)) continue;
        if (status == OG_ERR_CONFIG) return "";
        lines += fmt::format("no kernel of {} here: {}\n", each, instead_of(each, status));
    }
    return lines;
}

}  // namespace og::cli
