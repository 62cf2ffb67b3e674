// SPDX-License-Identifier: MIT
#include "os/terminal.hpp"

#include "os/secrets.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <poll.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

namespace og::os {
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
        return wait() < 0 ? -1 : ::read(STDIN_FILENO, to, size);
    }

private:
    int wait() const {
#ifdef __APPLE__
        fd_set input;
        FD_ZERO(&input);
        FD_SET(STDIN_FILENO, &input);
        return pselect(STDIN_FILENO + 1, &input, nullptr, nullptr, nullptr, &mask_);
#else
        struct pollfd input{STDIN_FILENO, POLLIN, 0};
        return ppoll(&input, 1, nullptr, &mask_);
#endif
    }

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

// Reads to the first line feed.
std::size_t read_line(const SilentTerminal &terminal, std::uint8_t *to, std::size_t size, int &error) {
    std::size_t done = 0;
    while (done < size) {
        const ssize_t got = terminal.read(to + done, size - done);
        if (got < 0) error = errno;
        if (got <= 0) break;
        std::uint8_t *const at = to + done, *const end = at + got, *const stop = std::find(at, end, '\n');
        if (stop != end) return static_cast<std::size_t>(stop + 1 - to);
        done += static_cast<std::size_t>(got);
    }
    return done;
}

}  // namespace

bool is_terminal(int fd) { return isatty(fd) == 1; }

std::size_t read_line_silently(std::string_view prompt, std::uint8_t *to, std::size_t size, int &error) {
    for (;;) {
        std::size_t done = 0;
        error = 0;
        {
            const SilentTerminal terminal;
            if (!terminal.ok()) {
                error = errno;
            } else {
                say(prompt);
                done = read_line(terminal, to, size, error);
                say("\n");
            }
        }
        if (!any_caught()) return done;
        wipe(to, size);
        // A signal that ends the process does so here. After a signal that stops it, the prompt is printed
        // again.
        for (int signal : signals)
            if (caught[signal]) raise(signal);
    }
}

}  // namespace og::os
