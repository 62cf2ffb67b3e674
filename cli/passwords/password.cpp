// SPDX-License-Identifier: MIT
#include "password.hpp"

#include "files/input.hpp"
#include "os/secrets.hpp"
#include "os/terminal.hpp"
#include "text/messages.hpp"

#include <algorithm>

namespace og::cli {
namespace {

// The number of bytes in the buffer, or errno.
struct Read {
    std::size_t size = 0;
    int error = 0;
};

// Reads to the end of the source, or with `line` to the first line feed.
template <typename Source> Read read_until(Source source, Password &password, bool line) {
    Read done;
    while (done.size < password.text.bytes.size()) {
        std::uint8_t *at = password.text.data() + done.size;
        const ssize_t got = source(at, password.text.bytes.size() - done.size);
        if (got < 0) done.error = errno;
        if (got <= 0) break;
        done.size += static_cast<std::size_t>(got);
        std::uint8_t *end = at + got, *stop = std::find(at, end, '\n');
        if (line && stop != end) {
            done.size = static_cast<std::size_t>(stop + 1 - password.text.data());
            break;
        }
    }
    return done;
}

}  // namespace

bool read_password(std::string_view command, const std::string &file, Password &password) {
    const bool from_stdin = file.empty();
    const std::string named = from_stdin ? "standard input" : "--password-file " + shell_quoted(file);
    Read done;
    if (from_stdin && os::is_terminal(STDIN_FILENO)) {
        done.size = os::read_line_silently("Password: ", password.text.data(), password.text.bytes.size(),
                                           done.error);
    } else {
        // "-" is a file name here: standard input needs no option.
        Input input(from_stdin ? "-" : file == "-" ? "./-" : file);
        const auto source = [&](void *to, std::size_t size) { return input.read(to, size); };
        done = input.ok() ? read_until(source, password, from_stdin) : Read{0, input.error()};
    }
    std::string_view text(reinterpret_cast<const char *>(password.text.data()), done.size);
    const bool ended = text.ends_with('\n');
    password.size = done.size - (ended ? 1 : 0);
    const char *wrong = nullptr;
    if (done.error != 0)
        wrong = std::strerror(done.error);
    else if (done.size == 0)
        wrong = "no password (an empty line is the empty password)";
    else if (password.size > Password::most)
        wrong = "the password is longer than 65535 bytes";
    if (wrong != nullptr) complain(command, fmt::format("{}: {}", named, wrong));
    return wrong == nullptr;
}

}  // namespace og::cli
