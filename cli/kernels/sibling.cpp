// SPDX-License-Identifier: MIT
#include "sibling.hpp"

#include "text/messages.hpp"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace og::cli {
namespace {

namespace fs = std::filesystem;

// "" when there is none.
std::string find_sibling() {
    if (own_bits != 64) return "";
    std::error_code error;
    const fs::path own = fs::read_symlink("/proc/self/exe", error);
    const std::string path = (own.parent_path() / "oldguard32").string();
    return !error && access(path.c_str(), X_OK) == 0 ? path : "";
}

std::vector<std::string> environment_for_sibling() {
    std::vector<std::string> variables;
    for (char **at = environ; *at != nullptr; at++) {
        const std::string variable = *at;
        const auto is = [&](const char *name) { return variable.rfind(name, 0) == 0; };
        if (is("OLDGUARD_PEERS=") && variable.back() != '=')
            variables.push_back(variable + "/32");
        else if (!is("OLDGUARD_KERNEL=") && !is("OLDGUARD_TUNE=") && !is("OLDGUARD_PEERS="))
            variables.push_back(variable);
    }
    return variables;
}

std::vector<char *> pointers(std::vector<std::string> &strings) {
    std::vector<char *> list;
    for (std::string &text : strings) list.push_back(text.data());
    list.push_back(nullptr);
    return list;
}

[[noreturn]] void fail(const std::string &program, int error) {
    throw std::runtime_error(fmt::format("{}: {}", shell_quoted(program), std::strerror(error)));
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
    sizes.sibling = options.part || (sizes.own && !all) ? "" : find_sibling();
    if (sizes.own || !sizes.sibling.empty()) return true;
    complain(command, own_bits == 64 ? "--bits 32: no oldguard32 in the folder of this program; it is built "
                                       "if the compiler can link with -m32"
                                     : "--bits 64: this is the 32-bit program");
    return false;
}

int run_sibling(const std::string &program, const std::vector<std::string> &arguments,
                const std::function<bool(std::string_view)> &take) {
    std::vector<std::string> words{program}, variables = environment_for_sibling();
    words.insert(words.end(), arguments.begin(), arguments.end());

    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail(program, errno);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    pid_t child = 0;
    const int error = posix_spawn(&child, program.c_str(), &actions, nullptr, pointers(words).data(),
                                  pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        fail(program, error);
    }

    FILE *from = fdopen(ends[0], "r");
    char *line = nullptr;
    std::size_t capacity = 0;
    bool more = from != nullptr;
    for (ssize_t size; more && (size = getline(&line, &capacity, from)) > 0;)
        more = take(std::string_view(line, static_cast<std::size_t>(size)));
    std::free(line);
    if (from != nullptr)
        std::fclose(from);  // a child that still writes is ended by it
    else
        close(ends[0]);

    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) fail(program, errno);
    if (!WIFEXITED(status))
        throw std::runtime_error(
            fmt::format("{}: ended by signal {}", shell_quoted(program), WTERMSIG(status)));
    return WEXITSTATUS(status);
}

}  // namespace og::cli
