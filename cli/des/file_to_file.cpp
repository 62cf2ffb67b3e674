// SPDX-License-Identifier: MIT
#include "file_to_file.hpp"

#include "exit_status.hpp"
#include "text/messages.hpp"

namespace og::cli {

FileToFile::FileToFile(const DesOptions &options)
    : input(options.in), name(options.in == "-" ? "standard input" : shell_quoted(options.in)) {
    if (!input.ok()) {
        complain_errno("des", options.in, input.error());
        return;
    }
    input.will_be_long();
    output.emplace(options.out, input.permissions());
    if (output->ok())
        progress.emplace(options.show_beside_output(), options.in == "-" ? name : options.in, input.size());
    else
        complain("des", output->complaint());
}

int FileToFile::finish(const std::string &wrong) {
    progress->finish();
    if (wrong.empty() && output->commit()) return exit_ok;
    complain("des", wrong.empty() ? output->complaint() : wrong + output->too_late());
    return exit_failed;
}

}  // namespace og::cli
