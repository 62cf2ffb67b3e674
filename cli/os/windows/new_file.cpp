// SPDX-License-Identifier: MIT
#include "os/new_file.hpp"

#include "text.hpp"

#include <cerrno>

namespace og::os {

int open_unnamed(const char *) {
    errno = ENOSYS;
    return -1;
}

std::string path_of(int fd) {
    std::wstring path;
    return path_of_handle(handle_of(fd), path) ? utf8(path) : "";
}

bool link_as(int, const char *) {
    errno = ENOSYS;
    return false;
}

bool rename_to_new(const char *from, const char *to) {
    std::wstring old_path, new_path;
    if (!full_path(AT_FDCWD, from, old_path) || !full_path(AT_FDCWD, to, new_path)) return false;
    return MoveFileExW(old_path.c_str(), new_path.c_str(), MOVEFILE_WRITE_THROUGH) != 0 || fail() == 0;
}

bool give_to(int, User, Group) { return true; }

bool set_mode(int, Mode) { return true; }

// The file is opened again without the permission for others to write, which fails while one does.
bool open_for_writing(int fd) {
    const HANDLE again = ReOpenFile(handle_of(fd), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, 0);
    if (again == INVALID_HANDLE_VALUE) return GetLastError() == ERROR_SHARING_VIOLATION;
    CloseHandle(again);
    return false;
}

}  // namespace og::os
