// SPDX-License-Identifier: MIT
#include "os/process.hpp"

#include "os/file.hpp"

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

namespace og::os {
namespace {

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

}  // namespace og::os
