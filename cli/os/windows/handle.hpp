// SPDX-License-Identifier: MIT
// Opens files by handle and tells them apart.
#pragma once

#include "text.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace og::os {

// A handle of a file, or INVALID_HANDLE_VALUE. The destructor closes it.
class Handle {
public:
    explicit Handle(HANDLE handle) : handle_(handle) {}
    Handle(Handle &&other) noexcept : handle_(other.release()) {}
    Handle &operator=(Handle &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Handle() {
        if (ok()) CloseHandle(handle_);
    }
    bool ok() const { return handle_ != INVALID_HANDLE_VALUE; }
    HANDLE get() const { return handle_; }
    HANDLE release() { return std::exchange(handle_, INVALID_HANDLE_VALUE); }

private:
    HANDLE handle_;
};

// The permissions for other programs to read, write, rename and remove a file while it is open, as on POSIX.
inline constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

// Opens a file or a folder as CreateFileW does. Without `follow` it opens a link itself.
Handle open_handle(const std::wstring &path, DWORD access, DWORD how, bool follow);

// Opens a file of a folder, which is a descriptor or AT_FDCWD. Sets errno after an error.
Handle open_in(int folder, const char *name, DWORD access, DWORD how, bool follow);

// Returns whether a file is a symbolic link or a junction.
bool is_link(HANDLE handle);

// Returns whether a file is a link, or a driver other than that of the file system provides its data.
bool is_reparse_point(HANDLE handle);

// The numbers that identify a file. Those of ReFS have 128 bits, which are reduced to 64.
struct FileNumber {
    std::uint64_t volume = 0, file = 0;

    bool operator==(const FileNumber &) const = default;
};

// Sets the numbers of a file. Returns false, with GetLastError(), after an error.
bool number_of(HANDLE handle, FileNumber &number);

}  // namespace og::os
