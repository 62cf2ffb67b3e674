// SPDX-License-Identifier: MIT
#include "messages.hpp"

#include <cstdio>

namespace og::cli {

void complain(std::string_view command, std::string_view text) {
    std::string line = fmt::format("{}{}{}: {}\n", program_name, command.empty() ? "" : " ", command, text);
    std::fwrite(line.data(), 1, line.size(), stderr);
}

void complain_usage(std::string_view command, std::string_view text) {
    complain(command, fmt::format("{}\nTry '{}{}{} --help' for more information.", text, program_name,
                                  command.empty() ? "" : " ", command));
}

std::string others_text(std::uint64_t count) {
    return fmt::format("{} {} passed over", count,
                       count == 1 ? "entry that is no file" : "entries that are no files");
}

void complain_others(std::string_view command, std::uint64_t count) {
    if (count > 0) complain(command, others_text(count));
}

}  // namespace og::cli
