// SPDX-License-Identifier: MIT
#include "password.hpp"

#include "files/input.hpp"
#include "text/messages.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

namespace og::cli {
namespace {

constexpr std::array signals{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGALRM, SIGTSTP, SIGTTIN, SIGTTOU};
volatile std::sig_atomic_t caught[NSIG];

void note(int signal) { caught[signal] = 1; }

bool any_caught() {
    for (int signal : signals)
        if (caught[signal]) return true;
    return false;
}

// Disables the echo and delays signals during its lifetime, so that the terminal is restored before they take
// effect. Signals are unblocked only while read() waits. A signal that arrived just before the wait would
// otherwise not end it. SIGTTIN and SIGTTOU are not blocked, because the system permits terminal access in
// the background if they are.
//
// readpassphrase(3) of libbsd is not used. It returns "" both for an empty line and at the end of the file,
// waits on after a signal that arrives just before its read(2), fails after a signal that the caller ignores
// (nohup), and ends a password at a carriage return or NUL.
class SilentTerminal {
public:
    SilentTerminal() {
        struct sigaction action{};
        action.sa_handler = note;
        sigset_t held;
        sigemptyset(&held);
        for (int signal : signals)
            if (signal != SIGTTIN && signal != SIGTTOU) sigaddset(&held, signal);
        sigprocmask(SIG_BLOCK, &held, &mask_);
        for (std::size_t i = 0; i < signals.size(); i++) {
            caught[signals[i]] = 0;
            sigaction(signals[i], nullptr, &actions_[i]);
            if (actions_[i].sa_handler != SIG_IGN)  // ignored signals stay ignored (nohup)
                sigaction(signals[i], &action, nullptr);
        }
        if (tcgetattr(STDIN_FILENO, &before_) != 0) return;
        termios silent = before_;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO | ECHONL);
        changed_ = set(silent);
    }
    ~SilentTerminal() {
        if (changed_) set(before_);
        for (std::size_t i = 0; i < signals.size(); i++) sigaction(signals[i], &actions_[i], nullptr);
        sigprocmask(SIG_SETMASK, &mask_, nullptr);
    }
    SilentTerminal(const SilentTerminal &) = delete;
    SilentTerminal &operator=(const SilentTerminal &) = delete;
    bool ok() const { return changed_; }

    // Reads standard input. Fails with EINTR if a signal was caught.
    ssize_t read(void *to, std::size_t size) const {
        struct pollfd input{STDIN_FILENO, POLLIN, 0};
        return ppoll(&input, 1, nullptr, &mask_) < 0 ? -1 : ::read(STDIN_FILENO, to, size);
    }

private:
    // Sets the terminal modes. TCSAFLUSH discards input that was typed before the echo was disabled.
    static bool set(const termios &wanted) {
        while (tcsetattr(STDIN_FILENO, TCSAFLUSH, &wanted) != 0)
            if (errno != EINTR || caught[SIGTTOU]) return false;
        return true;
    }

    termios before_{};
    sigset_t mask_{};  // the previous signal mask
    bool changed_ = false;
    std::array<struct sigaction, signals.size()> actions_{};
};

void say(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

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

Read read_terminal(Password &password) {
    for (;;) {
        Read done;
        {
            const SilentTerminal terminal;
            if (!terminal.ok()) {
                done.error = errno;
            } else {
                say("Password: ");
                done = read_until([&](void *to, std::size_t size) { return terminal.read(to, size); },
                                  password, true);
                say("\n");
            }
        }
        if (!any_caught()) return done;
        explicit_bzero(password.text.data(), password.text.bytes.size());
        // A signal that ends the process does so here. After a signal that stops it, the prompt is printed
        // again.
        for (int signal : signals)
            if (caught[signal]) raise(signal);
    }
}

}  // namespace

bool read_password(std::string_view command, const std::string &file, Password &password) {
    const bool from_stdin = file.empty();
    const std::string named = from_stdin ? "standard input" : "--password-file " + shell_quoted(file);
    Read done;
    if (from_stdin && isatty(STDIN_FILENO) == 1) {
        done = read_terminal(password);
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
