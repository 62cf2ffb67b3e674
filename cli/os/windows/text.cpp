// SPDX-License-Identifier: MIT
#include "text.hpp"

#include "os/file.hpp"

#include <cerrno>

namespace og::os {
namespace {

constexpr bool is_high(char32_t c) { return c >= 0xd800 && c < 0xdc00; }
constexpr bool is_low(char32_t c) { return c >= 0xdc00 && c < 0xe000; }

void append_utf8(std::string &out, char32_t c) {
    const auto add = [&out](char32_t byte) { out += static_cast<char>(byte); };
    const auto continuation = [&](int shift) { add(0x80 | (c >> shift & 0x3f)); };
    if (c < 0x80) {
        add(c);
    } else if (c < 0x800) {
        add(0xc0 | c >> 6);
        continuation(0);
    } else if (c < 0x10000) {
        add(0xe0 | c >> 12);
        continuation(6);
        continuation(0);
    } else {
        add(0xf0 | c >> 18);
        continuation(12);
        continuation(6);
        continuation(0);
    }
}

// Takes the next character of UTF-8. Returns false if the bytes are none. Overlong forms are refused.
bool take_character(std::string_view &text, char32_t &c) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t size = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (size == 0 || first > 0xf4 || text.size() < size) return false;
    c = size == 1 ? first : first & (0xffu >> (size + 1));
    for (std::size_t i = 1; i < size; i++) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xc0) != 0x80) return false;
        c = c << 6 | (byte & 0x3f);
    }
    text.remove_prefix(size);
    return c < 0x110000 && (size < 3 || c >= 0x800) && (size < 4 || c >= 0x10000);
}

// Returns a path that GetFullPathNameW made absolute in the form without a limit. Devices ("\\.\NUL") stay.
std::wstring without_limit(const std::wstring &path) {
    if (path.starts_with(LR"(\\?\)") || path.starts_with(LR"(\\.\)")) return path;
    if (path.starts_with(LR"(\\)")) return LR"(\\?\UNC)" + path.substr(1);
    return LR"(\\?\)" + path;
}

bool make_absolute(const std::wstring &path, std::wstring &full) {
    full.resize(MAX_PATH);
    for (;;) {
        const DWORD size =
            GetFullPathNameW(path.c_str(), static_cast<DWORD>(full.size()), full.data(), nullptr);
        if (size == 0) {
            fail();
            return false;
        }
        const bool fits = size < full.size();
        full.resize(size);
        if (fits) break;
    }
    full = without_limit(full);
    return true;
}

// Returns whether a name is that of an entry of a folder, which needs no interpretation.
bool is_entry(std::wstring_view name) {
    return name.find_first_of(L"/\\") == std::wstring_view::npos && name != L"." && name != L"..";
}

}  // namespace

std::string utf8(std::wstring_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); i++) {
        char32_t c = text[i];
        if (is_high(c) && i + 1 < text.size() && is_low(text[i + 1]))
            c = 0x10000 + ((c - 0xd800) << 10) + (text[++i] - 0xdc00u);
        append_utf8(out, c);
    }
    return out;
}

bool to_utf16(std::string_view text, std::wstring &wide) {
    wide.clear();
    while (!text.empty()) {
        char32_t c;
        if (!take_character(text, c)) {
            errno = EILSEQ;
            return false;
        }
        if (c < 0x10000) {
            wide += static_cast<wchar_t>(c);
        } else {
            wide += static_cast<wchar_t>(0xd800 + ((c - 0x10000) >> 10));
            wide += static_cast<wchar_t>(0xdc00 + (c & 0x3ff));
        }
    }
    return true;
}

bool full_path(int folder, std::string_view name, std::wstring &path) {
    std::wstring wide;
    if (name.empty()) {
        errno = ENOENT;
        return false;
    }
    if (!to_utf16(name, wide)) return false;
    if (folder == AT_FDCWD || is_absolute(name)) return make_absolute(wide, path);
    if (!path_of_handle(handle_of(folder), path)) return false;
    if (!path.ends_with(L'\\')) path += L'\\';
    path += wide;
    // "\\?\" would keep "..", so the path is interpreted without it.
    if (is_entry(wide)) return true;
    if (path.starts_with(LR"(\\?\UNC\)"))
        path.replace(0, 8, LR"(\\)");
    else if (path.starts_with(LR"(\\?\)"))
        path.erase(0, 4);
    return make_absolute(std::wstring(path), path);
}

bool path_of_handle(HANDLE handle, std::wstring &path) {
    path.resize(MAX_PATH);
    for (;;) {
        const DWORD size = GetFinalPathNameByHandleW(handle, path.data(), static_cast<DWORD>(path.size()),
                                                     FILE_NAME_NORMALIZED | VOLUME_NAME_DOS);
        if (size == 0) {
            fail();
            return false;
        }
        const bool fits = size < path.size();
        path.resize(size);
        if (fits) return true;
    }
}

int errno_of(DWORD error) {
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_PATHNAME:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_MOD_NOT_FOUND:
        return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_PRIVILEGE_NOT_HELD:
        return EACCES;
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_DELETE_PENDING:
    case ERROR_BUSY:
        return EBUSY;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return EEXIST;
    case ERROR_DIRECTORY:
        return ENOTDIR;
    case ERROR_DIR_NOT_EMPTY:
        return ENOTEMPTY;
    case ERROR_TOO_MANY_OPEN_FILES:
        return EMFILE;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
        return ENOMEM;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        return ENOSPC;
    case ERROR_WRITE_PROTECT:
        return EROFS;
    case ERROR_FILENAME_EXCED_RANGE:
        return ENAMETOOLONG;
    case ERROR_CANT_RESOLVE_FILENAME:
        return ELOOP;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
        return EPIPE;
    case ERROR_INVALID_HANDLE:
        return EBADF;
    case ERROR_INVALID_PARAMETER:
        return EINVAL;
    case ERROR_INVALID_FUNCTION:
    case ERROR_NOT_SUPPORTED:
    case ERROR_CALL_NOT_IMPLEMENTED:
        return ENOSYS;
    case ERROR_OPERATION_ABORTED:
        return ECANCELED;
    default:
        return EIO;
    }
}

int fail() {
    errno = errno_of(GetLastError());
    return -1;
}

HANDLE handle_of(int fd) { return reinterpret_cast<HANDLE>(_get_osfhandle(fd)); }

}  // namespace og::os
