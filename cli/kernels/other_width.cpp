// SPDX-License-Identifier: MIT
#include "other_width.hpp"

#include "text/messages.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace og::cli {
namespace {

namespace fs = std::filesystem;

// Returns the path of oldguard32, or "" if there is none.
std::string find_other_program() {
    if (own_bits != 64) return "";
    std::error_code error;
    const fs::path own = fs::read_symlink("/proc/self/exe", error);
    const std::string path = (own.parent_path() / "oldguard32").string();
    return !error && access(path.c_str(), X_OK) == 0 ? path : "";
}

}  // namespace

void add_bits_options(CLI::App &command, BitsOptions &options) {
    command
        .add_option("--bits", options.bits,
                    "Word size of the code; oldguard32 in the same folder runs 32-bit code")
        ->check(CLI::IsMember({"64", "32", "all"}))
        ->capture_default_str();
    command.add_flag("--part", options.part)->group("");
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
    const auto sh_word = [](const std::string &word) {
        return " '" + CLI::detail::find_and_replace(word, "'", R"('\'')") + "'";
    };
    std::string text = "unset OLDGUARD_KERNEL OLDGUARD_TUNE; "
                       "[ -z \"$OLDGUARD_PEERS\" ] || OLDGUARD_PEERS=$OLDGUARD_PEERS/32; exec" +
                       sh_word(program);
    for (const std::string &argument : arguments) text += sh_word(argument);
    FILE *from = popen(text.c_str(), "re");
    if (from == nullptr)
        throw std::runtime_error(fmt::format("{}: {}", shell_quoted(program), std::strerror(errno)));
    char *line = nullptr;
    std::size_t capacity = 0;
    for (ssize_t size; (size = getline(&line, &capacity, from)) > 0;)
        if (!take(std::string_view(line, static_cast<std::size_t>(size)))) break;
    std::free(line);
    const int status = pclose(from);  // SIGPIPE ends a program that still writes
    if (!WIFEXITED(status))
        throw std::runtime_error(
            fmt::format("{}: ended by signal {}", shell_quoted(program), WTERMSIG(status)));
    return WEXITSTATUS(status);
}

}  // namespace og::cli
