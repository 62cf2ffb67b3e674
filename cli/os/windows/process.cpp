// SPDX-License-Identifier: MIT
#include "os/process.hpp"

#include "os/file.hpp"
#include "text.hpp"

#include <cerrno>
#include <cstdlib>
#include <shellapi.h>

namespace og::os {
namespace {

UINT output_encoding_before = 0;

void restore_output_encoding() { SetConsoleOutputCP(output_encoding_before); }

// Appends a word in the quotes that CommandLineToArgvW() removes. 2n backslashes before a quote stand for n.
void append_word(std::wstring &line, std::wstring_view word) {
    if (!line.empty()) line += L' ';
    line += L'"';
    std::size_t backslashes = 0;
    for (const wchar_t c : word) {
        if (c == L'"') line.append(backslashes + 1, L'\\');
        backslashes = c == L'\\' ? backslashes + 1 : 0;
        line += c;
    }
    line.append(backslashes, L'\\');
    line += L'"';
}

// Returns the path of a program. A name without a folder is looked up in PATH alone: CreateProcessW would
// search the current folder first. Returns "" if PATH does not have it.
std::wstring find_program(const std::wstring &name) {
    if (name.find_first_of(L"/\\") != std::wstring::npos) return name;
    std::wstring folders, path(32 * 1024, L'\0');
    if (!to_utf16(environment("PATH"), folders) || folders.empty()) return L"";
    const DWORD size = SearchPathW(folders.c_str(), name.c_str(), nullptr, static_cast<DWORD>(path.size()),
                                   path.data(), nullptr);
    path.resize(size < path.size() ? size : 0);
    return path;
}

// Runs a program with the standard streams of this process and waits for it. Returns false with errno if it
// cannot be started.
bool run_and_wait(const std::wstring &path, std::wstring line, DWORD &status) {
    STARTUPINFOW start{};
    start.cb = sizeof start;
    PROCESS_INFORMATION child;
    if (!CreateProcessW(path.c_str(), line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &start,
                        &child))
        return fail() == 0;
    CloseHandle(child.hThread);
    WaitForSingleObject(child.hProcess, INFINITE);
    GetExitCodeProcess(child.hProcess, &status);
    CloseHandle(child.hProcess);
    return true;
}

}  // namespace

// The console gets its own encoding back at the end, because other programs use it as well.
bool prepare_process() {
    for (int fd = 0; fd <= 2; fd++) _setmode(fd, _O_BINARY);
    output_encoding_before = GetConsoleOutputCP();
    if (output_encoding_before != 0 && output_encoding_before != CP_UTF8 && SetConsoleOutputCP(CP_UTF8))
        std::atexit(restore_output_encoding);
    return true;
}

std::vector<std::string> command_line(int, char **) {
    int count = 0;
    LPWSTR *const words = CommandLineToArgvW(GetCommandLineW(), &count);
    if (words == nullptr) throw std::bad_alloc();
    std::vector<std::string> all;
    for (int i = 0; i < count; i++) all.push_back(utf8(words[i]));
    LocalFree(words);
    return all;
}

std::string environment(const char *name) {
    std::wstring wide;
    if (!to_utf16(name, wide)) return "";
    std::wstring value(GetEnvironmentVariableW(wide.c_str(), nullptr, 0), L'\0');
    if (value.empty()) return "";
    value.resize(GetEnvironmentVariableW(wide.c_str(), value.data(), static_cast<DWORD>(value.size())));
    return utf8(value);
}

std::string trusted_environment(const char *name) { return environment(name); }

std::string settings_folder() { return environment("APPDATA"); }

std::string own_path() {
    std::wstring path(MAX_PATH, L'\0');
    for (;;) {
        const DWORD size = GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
        if (size == 0) return "";
        if (size < path.size()) {
            path.resize(size);
            return utf8(path);
        }
        path.resize(2 * path.size());
    }
}

int run_instead(const std::vector<std::string> &paths, const std::vector<std::string> &words) {
    int error = ENOENT;
    for (const std::string &path : paths) {
        std::wstring line, wide;
        for (const std::string &word : words) {
            if (!to_utf16(word, wide)) return errno;
            append_word(line, wide);
        }
        if (!to_utf16(path + ".exe", wide)) return errno;
        DWORD status = 0;
        const std::wstring found = find_program(wide);
        if (!found.empty() && run_and_wait(found, line, status)) std::exit(static_cast<int>(status));
        error = found.empty() ? ENOENT : errno;
    }
    return error;
}

}  // namespace og::os
