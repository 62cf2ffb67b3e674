// SPDX-License-Identifier: MIT
#include "output.hpp"

#include "text/messages.hpp"

#include <climits>
#include <cstdio>

namespace og::cli {
namespace {

int first_error = 0;  // errno of the first write that failed

}  // namespace

bool print(std::string_view text) {
    // The flush is where the error number is: a line-buffered stream may lose it.
    if (first_error == 0 && (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() ||
                             std::fflush(stdout) != 0))
        first_error = errno;
    return first_error == 0;
}

bool Lines::add(std::string_view line) {
    const bool go_on = text_.size() + line.size() <= PIPE_BUF || flush();
    text_ += line;
    return go_on;
}

bool Lines::flush() {
    const bool go_on = print(text_);
    text_.clear();
    return go_on;
}

bool close_stdout(std::string_view command) {
    bool failed = std::ferror(stdout) != 0;
    if (std::fflush(stdout) != 0 && first_error == 0)
        first_error = errno;
    // A closed descriptor is an error only to a command that had something to write.
    if (std::fclose(stdout) != 0 && first_error == 0 && errno != EBADF)
        first_error = errno;
    if (first_error != 0)
        complain(command, fmt::format("write error: {}", std::strerror(first_error)));
    else if (failed)
        complain(command, "write error");
    return first_error == 0 && !failed;
}

}  // namespace og::cli
