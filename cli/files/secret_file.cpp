// SPDX-License-Identifier: MIT
#include "secret_file.hpp"

#include "file_state.hpp"
#include "text/messages.hpp"

namespace og::cli {

bool replaces_a_secret(std::string_view command, const std::string &output,
                       std::initializer_list<SecretFile> secrets) {
    os::Status out, in;
    if ((output == "-" ? os::fstat(STDOUT_FILENO, &out) : os::stat(output.c_str(), &out)) != 0) return false;
    for (const auto &[option, name] : secrets)
        if (!name.empty() && os::stat(name.c_str(), &in) == 0 && S_ISREG(in.st_mode) && same_file(in, out)) {
            complain_usage(command,
                           fmt::format("{} is the file of {}; nothing was written",
                                       output == "-" ? "standard output" : shell_quoted(output), option));
            return true;
        }
    return false;
}

}  // namespace og::cli
