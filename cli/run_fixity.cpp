// SPDX-License-Identifier: MIT
#include "run_fixity.hpp"

#include "exit_status.hpp"
#include "os/file.hpp"
#include "os/process.hpp"
#include "text/messages.hpp"

#include <cerrno>

namespace og::cli {
namespace {

// Returns the path of a `fixity` in the folder of this command. Empty if the path of this command is unknown.
std::string beside_this_command() {
    const std::string self = os::own_path();
    if (self.empty()) return "";
    return self.substr(0, os::last_separator(self) + 1) + "fixity";
}

}  // namespace

bool is_for_fixity(const std::vector<std::string> &words) {
    if (words.empty() || words[0] != "fixity") return false;
    return words.size() != 2 || (words[1] != "--help" && words[1] != "-h");
}

int run_fixity(const std::vector<std::string> &arguments) {
    std::vector<std::string> paths{"fixity"}, words{"fixity"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    if (std::string beside = beside_this_command(); !beside.empty()) paths.insert(paths.begin(), beside);
    const int error = os::run_instead(paths, words);
    if (error == ENOENT)
        complain("fixity", "the command fixity is not installed: it is the Python package oldguard-fixity");
    else
        complain_errno("fixity", "fixity", error);
    return exit_usage;
}

}  // namespace og::cli
