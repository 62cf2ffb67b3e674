// SPDX-License-Identifier: MIT
#include "file_to_file.hpp"

#include "exit_status.hpp"
#include "files/atomic_output.hpp"
#include "text/messages.hpp"

namespace og::cli {

int file_to_file(const DesOptions &options, const FileWork &work) {
    Input input(options.in);
    if (!input.ok()) {
        complain_errno("des", options.in, input.error());
        return exit_failed;
    }
    input.will_be_long();
    AtomicOutput output(options.out, input.permissions());
    if (!output.ok()) {
        complain("des", output.complaint());
        return exit_failed;
    }
    const bool from_stdin = options.in == "-";
    const std::string name = from_stdin ? "standard input" : options.in;
    std::string wrong;
    {
        Progress progress(options.show_beside_output(), name, input.size());
        wrong = work(input, from_stdin ? name : shell_quoted(name), output, progress);
    }
    if (!wrong.empty())
        complain("des", wrong + output.too_late());
    else if (!output.commit())
        complain("des", output.complaint());
    else
        return exit_ok;
    return exit_failed;
}

}  // namespace og::cli
