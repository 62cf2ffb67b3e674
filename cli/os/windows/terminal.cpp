// SPDX-License-Identifier: MIT
#include "os/terminal.hpp"

#include "os/secrets.hpp"
#include "text.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>

namespace og::os {
namespace {

// The mode of the console before the echo was disabled, for the handler.
std::atomic<DWORD> mode_before{0};

BOOL WINAPI restore_mode(DWORD) {
    SetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), mode_before);
    return FALSE;
}

// Disables the echo during its lifetime. Also restores it before a request of the console ends the process.
class SilentConsole {
public:
    SilentConsole() {
        DWORD mode = 0;
        if (!GetConsoleMode(input_, &mode)) return;
        mode_before = mode;
        SetConsoleCtrlHandler(restore_mode, TRUE);
        constexpr DWORD silent = ENABLE_LINE_INPUT | ENABLE_PROCESSED_INPUT;
        FlushConsoleInputBuffer(input_);  // what was typed before was seen
        changed_ = SetConsoleMode(input_, silent) != 0;
    }
    ~SilentConsole() {
        if (!changed_) return;
        SetConsoleMode(input_, mode_before);
        SetConsoleCtrlHandler(restore_mode, FALSE);
    }
    SilentConsole(const SilentConsole &) = delete;
    SilentConsole &operator=(const SilentConsole &) = delete;
    bool ok() const { return changed_; }
    HANDLE input() const { return input_; }

private:
    HANDLE input_ = GetStdHandle(STD_INPUT_HANDLE);
    bool changed_ = false;
};

void say(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

// Reads a line as UTF-8. "\r\n" becomes "\n".
std::size_t read_line(HANDLE input, std::uint8_t *to, std::size_t size, int &error) {
    std::size_t done = 0;
    std::array<wchar_t, 1024> wide;
    std::size_t held = 0;  // a surrogate whose partner is still to come
    for (bool ended = false; !ended && done < size;) {
        DWORD got = 0;
        const auto room = static_cast<DWORD>(wide.size() - held);
        if (!ReadConsoleW(input, wide.data() + held, room, &got, nullptr)) {
            fail();
            error = errno;
            break;
        }
        if (got == 0) break;
        std::size_t count = held + got;
        ended = wide[count - 1] == L'\n';
        if (ended && count > 1 && wide[count - 2] == L'\r') wide[--count - 1] = L'\n';
        held = !ended && wide[count - 1] >= 0xd800 && wide[count - 1] < 0xdc00 ? 1 : 0;
        std::string text = utf8({wide.data(), count - held});
        if (held > 0) wide[0] = wide[count - 1];
        const std::size_t part = std::min(text.size(), size - done);
        std::copy_n(text.begin(), part, to + done);
        done += part;
        wipe(text.data(), text.size());
    }
    wipe(wide.data(), sizeof wide);
    return done;
}

}  // namespace

bool is_terminal(int fd) {
    DWORD mode;
    return GetConsoleMode(handle_of(fd), &mode) != 0;
}

std::size_t read_line_silently(std::string_view prompt, std::uint8_t *to, std::size_t size, int &error) {
    error = 0;
    const SilentConsole console;
    if (!console.ok()) {
        fail();
        error = errno;
        return 0;
    }
    say(prompt);
    const std::size_t done = read_line(console.input(), to, size, error);
    say("\n");
    return done;
}

}  // namespace og::os
