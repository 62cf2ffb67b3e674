// SPDX-License-Identifier: MIT
#include "os/process.hpp"

#include "os/file.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <sys/wait.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

namespace og::os {
namespace {

// Returns a word in the quotes of sh(1).
std::string sh_word(std::string_view word) {
    std::string quoted = " '";
    for (const char c : word)
        if (c == '\'')
            quoted += R"('\'')";
        else
            quoted += c;
    return quoted + '\'';
}

std::string value_or_empty(const char *value) { return value != nullptr ? value : ""; }

}  // namespace

// Opens the root directory with O_PATH for each of the descriptors 0, 1 and 2 that is closed. Reading and
// writing remain errors. The root directory exists even if /dev/null does not.
bool prepare_process() {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/", O_PATH) != fd) return false;
    std::signal(SIGXFSZ, SIG_IGN);
    return true;
}

std::vector<std::string> command_line(int argc, char **argv) {
    return std::vector<std::string>(argv, argv + argc);
}

std::string environment(const char *name) { return value_or_empty(std::getenv(name)); }

std::string trusted_environment(const char *name) {
#ifdef __linux__
    return value_or_empty(secure_getenv(name));
#else
    return issetugid() ? "" : environment(name);
#endif
}

// Returns $XDG_CONFIG_HOME or ~/.config.
std::string settings_folder() {
    const std::string config = environment("XDG_CONFIG_HOME"), home = environment("HOME");
    if (config.starts_with('/')) return config;
    return home.empty() ? "" : home + "/.config";
}

std::string own_path() {
    char path[PATH_MAX];
#ifdef __APPLE__
    std::uint32_t capacity = sizeof path;
    return _NSGetExecutablePath(path, &capacity) == 0 ? real_path(path) : "";
#else
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
    return size <= 0 || size == sizeof path ? "" : std::string(path, static_cast<std::size_t>(size));
#endif
}

bool is_program(const std::string &path) { return access(path.c_str(), X_OK) == 0; }

int run_instead(const std::vector<std::string> &paths, const std::vector<std::string> &words) {
    std::vector<std::string> copies = words;
    std::vector<char *> argv;
    for (std::string &word : copies) argv.push_back(word.data());
    argv.push_back(nullptr);
    // execvp(3) would run a text file without "#!" by the shell.
    for (const std::string &path : paths)
        path.find('/') == std::string::npos ? execvp(path.c_str(), argv.data())
                                            : execv(path.c_str(), argv.data());
    return errno;
}

int run_other_program(const std::string &program, const std::vector<std::string> &words,
                      const std::function<bool(std::string_view)> &take) {
    std::string text = "unset OLDGUARD_KERNEL OLDGUARD_TUNE; "
                       "[ -z \"$OLDGUARD_PEERS\" ] || OLDGUARD_PEERS=$OLDGUARD_PEERS/32; exec" +
                       sh_word(program);
    for (const std::string &word : words) text += sh_word(word);
#ifdef __linux__
    FILE *from = popen(text.c_str(), "re");
#else
    FILE *from = popen(text.c_str(), "r");
#endif
    if (from == nullptr)
        throw std::runtime_error(fmt::format("{}: {}", cli::shell_quoted(program), std::strerror(errno)));
    char *line = nullptr;
    std::size_t capacity = 0;
    for (ssize_t size; (size = getline(&line, &capacity, from)) > 0;)
        if (!take(std::string_view(line, static_cast<std::size_t>(size)))) break;
    std::free(line);
    const int status = pclose(from);  // SIGPIPE ends a program that still writes
    if (!WIFEXITED(status))
        throw std::runtime_error(
            fmt::format("{}: ended by signal {}", cli::shell_quoted(program), WTERMSIG(status)));
    return WEXITSTATUS(status);
}

}  // namespace og::os
