// SPDX-License-Identifier: MIT
#include "other_width.hpp"

#include "os/process.hpp"
#include "text/messages.hpp"

#include <filesystem>

namespace og::cli {
namespace {

namespace fs = std::filesystem;

// Returns the path of oldguard32, or "" if there is none.
std::string find_other_program() {
    if (own_bits != 64) return "";
    const std::string own = os::own_path();
    const std::string path = (fs::path(own).parent_path() / "oldguard32").string();
    return !own.empty() && os::is_program(path) ? path : "";
}

}  // namespace

void add_bits_options(Command &command, BitsOptions &options) {
    command
        .add_option("--bits", options.bits,
                    "Word size of the code; oldguard32 in the same folder runs 32-bit code")
        ->check(exactly_one_of({"64", "32", "all"}))
        ->default_text("all");
    command.add_flag("--part", options.part, "")->group("");
}

bool choose_word_sizes(std::string_view command, const BitsOptions &options, WordSizes &sizes) {
    const bool all = options.bits == "all";
    sizes.own = all || options.bits == std::to_string(own_bits);
    sizes.other_program = options.part || (sizes.own && !all) ? "" : find_other_program();
    if (sizes.own || !sizes.other_program.empty()) return true;
    complain(command, own_bits == 64 ? "--bits 32: no oldguard32 in the folder of this program; it is built "
                                       "if the compiler can link with -m32"
                                     : "--bits 64: this is the 32-bit program");
    return false;
}

int run_other_width(const std::string &program, const std::vector<std::string> &arguments,
                    const std::function<bool(std::string_view)> &take) {
    return os::run_other_program(program, arguments, take);
}

}  // namespace og::cli
