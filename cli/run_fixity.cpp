// SPDX-License-Identifier: MIT
#include "run_fixity.hpp"

#include "exit_status.hpp"
#include "text/messages.hpp"

#include <cerrno>
#include <climits>
#include <unistd.h>

namespace og::cli {
namespace {

// Returns the path of a `fixity` in the folder of this command. Empty if the path of this command is unknown.
std::string beside_this_command() {
    char path[PATH_MAX];
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
    if (size <= 0 || size == sizeof path) return {};
    const std::string self(path, static_cast<std::size_t>(size));
    return self.substr(0, self.rfind('/') + 1) + "fixity";
}

}  // namespace

bool is_for_fixity(const std::vector<std::string> &words) {
    if (words.empty() || words[0] != "fixity") return false;
    return words.size() != 2 || (words[1] != "--help" && words[1] != "-h");
}

int run_fixity(const std::vector<std::string> &arguments) {
    std::string name = "fixity";
    std::vector<std::string> words = arguments;
    std::vector<char *> argv{name.data()};
    for (std::string &word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const std::string beside = beside_this_command();
    if (!beside.empty()) execv(beside.c_str(), argv.data());
    execvp(name.c_str(), argv.data());
    if (errno == ENOENT)
        complain("fixity", "the command fixity is not installed: pip install oldguard-fixity");
    else
        complain_errno("fixity", name, errno);
    return exit_usage;
}

}  // namespace og::cli
