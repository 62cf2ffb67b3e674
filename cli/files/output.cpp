// SPDX-License-Identifier: MIT
#include "output.hpp"

#include "os/file.hpp"
#include "text/messages.hpp"

namespace og::cli {
namespace {

// A pipe takes this many bytes in one piece on Linux and Windows (PIPE_BUF), and other systems 512 at least.
constexpr std::size_t atomic_size = 4096;

int first_error = 0;  // errno of the first write that failed

}  // namespace

bool print(std::string_view text) {
    while (first_error == 0 && !text.empty()) {
        const ssize_t put = os::write(STDOUT_FILENO, text.data(), text.size());
        if (put >= 0)
            text.remove_prefix(static_cast<std::size_t>(put));
        else if (errno != EINTR)
            first_error = errno;
    }
    return first_error == 0;
}

bool Lines::add(std::string_view line) {
    const bool go_on = text_.size() + line.size() <= atomic_size || flush();
    text_ += line;
    return go_on;
}

bool Lines::flush() {
    const bool go_on = print(text_);
    text_.clear();
    return go_on;
}

bool close_stdout(std::string_view command) {
    // A closed descriptor is an error only if something was written.
    if (os::close(STDOUT_FILENO) != 0 && first_error == 0 && errno != EBADF) first_error = errno;
    if (first_error != 0) complain(command, fmt::format("write error: {}", std::strerror(first_error)));
    return first_error == 0;
}

}  // namespace og::cli
