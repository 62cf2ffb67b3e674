// SPDX-License-Identifier: MIT
#include "os/file.hpp"

#include "handle.hpp"
#include "text.hpp"

#include <algorithm>
#include <climits>
#include <winioctl.h>

namespace og::os {
namespace {

// Returns a FILETIME, in units of 100 ns since 1601, as POSIX counts time.
timespec time_of(std::int64_t time) {
    constexpr std::int64_t second = 10'000'000, from_1601_to_1970 = 11'644'473'600;
    timespec result{};
    result.tv_sec = static_cast<time_t>(time / second - from_1601_to_1970);
    result.tv_nsec = static_cast<long>(time % second * 100);
    return result;
}

int status_of(HANDLE handle, Status *status) {
    *status = Status{};
    SetLastError(NO_ERROR);
    const DWORD type = GetFileType(handle);
    if (type == FILE_TYPE_UNKNOWN) {
        if (GetLastError() != NO_ERROR) return fail();
        errno = EBADF;
        return -1;
    }
    if (type != FILE_TYPE_DISK) {
        status->st_mode = (type == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR) | 0666;
        return 0;
    }
    FILE_BASIC_INFO basic;
    FILE_STANDARD_INFO standard;
    FileNumber number;
    if (!GetFileInformationByHandleEx(handle, FileBasicInfo, &basic, sizeof basic) ||
        !GetFileInformationByHandleEx(handle, FileStandardInfo, &standard, sizeof standard) ||
        !number_of(handle, number))
        return fail();
    const Mode permissions = (basic.FileAttributes & FILE_ATTRIBUTE_READONLY) != 0 ? 0444 : 0666;
    const bool sparse = (basic.FileAttributes & FILE_ATTRIBUTE_SPARSE_FILE) != 0;
    status->st_dev = number.volume;
    status->st_ino = number.file;
    status->st_nlink = standard.NumberOfLinks;
    status->st_mode = is_link(handle)      ? S_IFLNK | 0777
                      : standard.Directory ? S_IFDIR | 0777
                                           : S_IFREG | permissions;
    status->st_size = standard.EndOfFile.QuadPart;
    status->st_blocks = sparse ? standard.AllocationSize.QuadPart / 512 : (status->st_size + 511) / 512;
    status->st_mtim = time_of(basic.LastWriteTime.QuadPart);
    status->st_ctim = time_of(basic.ChangeTime.QuadPart);
    return 0;
}

// Returns how CreateFileW opens or creates the file for the flags of open(2).
DWORD disposition(int flags) {
    if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return CREATE_NEW;
    if ((flags & O_CREAT) != 0) return (flags & O_TRUNC) != 0 ? CREATE_ALWAYS : OPEN_ALWAYS;
    return (flags & O_TRUNC) != 0 ? TRUNCATE_EXISTING : OPEN_EXISTING;
}

DWORD access_of(int flags) {
    const int mode = flags & (O_RDONLY | O_WRONLY | O_RDWR);
    return mode == O_WRONLY ? GENERIC_WRITE : mode == O_RDWR ? GENERIC_READ | GENERIC_WRITE : GENERIC_READ;
}

int end_with(int error) {
    errno = error;
    return -1;
}

// The C library takes at most INT_MAX bytes.
unsigned part_of(std::size_t size) { return static_cast<unsigned>(std::min<std::size_t>(size, INT_MAX)); }

bool is_folder(int fd) {
    Status status;
    const int error = errno;
    const bool folder = fstat(fd, &status) == 0 && S_ISDIR(status.st_mode);
    errno = error;
    return folder;
}

}  // namespace

int open(const char *name, int flags, Mode mode) { return openat(AT_FDCWD, name, flags, mode); }

int openat(int folder, const char *name, int flags, Mode) {
    const bool follow = (flags & O_NOFOLLOW) == 0;
    Handle handle(open_in(folder, name, access_of(flags), disposition(flags), follow));
    if (!handle.ok()) return -1;
    if (!follow && is_link(handle.get())) return end_with(ELOOP);
    if (!follow && is_reparse_point(handle.get())) {
        // A driver provides the data, for example of a deduplicated file, but not without following.
        Handle data(open_in(folder, name, access_of(flags), OPEN_EXISTING, true));
        FileNumber before, now;
        if (!data.ok()) return -1;
        if (!number_of(handle.get(), before) || !number_of(data.get(), now)) return fail();
        if (before != now) return end_with(ELOOP);  // a link has taken the place of the file
        handle = std::move(data);
    }
    if ((flags & O_DIRECTORY) != 0) {
        Status status;
        if (status_of(handle.get(), &status) != 0) return -1;
        if (!S_ISDIR(status.st_mode)) return end_with(ENOTDIR);
    }
    const int fd = _open_osfhandle(reinterpret_cast<intptr_t>(handle.get()), _O_BINARY | _O_NOINHERIT);
    if (fd >= 0) handle.release();
    return fd;
}

int close(int fd) { return _close(fd); }

ssize_t read(int fd, void *to, std::size_t size) {
    const int got = _read(fd, to, part_of(size));
    if (got < 0 && is_folder(fd)) errno = EISDIR;
    return got;
}

ssize_t write(int fd, const void *from, std::size_t size) {
    const int put = _write(fd, from, part_of(size));
    if (put < 0 && errno == EINVAL && GetLastError() == ERROR_NO_DATA) errno = EPIPE;
    return put;
}

std::int64_t lseek(int fd, std::int64_t offset, int whence) {
    // The C library moves in pipes without an error.
    if (GetFileType(handle_of(fd)) != FILE_TYPE_DISK) return end_with(ESPIPE);
    return _lseeki64(fd, offset, whence);
}

// ReadFile moves the file offset, which is set back.
ssize_t pread(int fd, void *to, std::size_t size, std::int64_t offset) {
    const HANDLE handle = handle_of(fd);
    LARGE_INTEGER before;
    if (!SetFilePointerEx(handle, {}, &before, FILE_CURRENT)) return fail();
    OVERLAPPED at{};
    at.Offset = static_cast<DWORD>(offset);
    at.OffsetHigh = static_cast<DWORD>(offset >> 32);
    DWORD got = 0;
    const bool done = ReadFile(handle, to, part_of(size), &got, &at) || GetLastError() == ERROR_HANDLE_EOF;
    const int result = done ? static_cast<int>(got) : fail();
    SetFilePointerEx(handle, before, nullptr, FILE_BEGIN);
    return result;
}

int fstat(int fd, Status *status) {
    const HANDLE handle = handle_of(fd);
    return handle == INVALID_HANDLE_VALUE ? end_with(EBADF) : status_of(handle, status);
}

int fstatat(int folder, const char *name, Status *status, int flags) {
    const bool follow = (flags & AT_SYMLINK_NOFOLLOW) == 0;
    const Handle handle(open_in(folder, name, FILE_READ_ATTRIBUTES, OPEN_EXISTING, follow));
    return handle.ok() ? status_of(handle.get(), status) : -1;
}

int stat(const char *name, Status *status) { return fstatat(AT_FDCWD, name, status, 0); }

int lstat(const char *name, Status *status) { return fstatat(AT_FDCWD, name, status, AT_SYMLINK_NOFOLLOW); }

// FlushFileBuffers needs the right to write.
int fsync(int fd) {
    const HANDLE handle = handle_of(fd);
    if (FlushFileBuffers(handle)) return 0;
    if (GetLastError() != ERROR_ACCESS_DENIED) return fail();
    const Handle writing(ReOpenFile(handle, GENERIC_WRITE, share_all, 0));
    return writing.ok() && FlushFileBuffers(writing.get()) ? 0 : fail();
}

int ftruncate(int fd, std::int64_t size) {
    FILE_END_OF_FILE_INFO end;
    end.EndOfFile.QuadPart = size;
    return SetFileInformationByHandle(handle_of(fd), FileEndOfFileInfo, &end, sizeof end) ? 0 : fail();
}

int unlink(const char *name) {
    std::wstring path;
    if (!full_path(AT_FDCWD, name, path)) return -1;
    return DeleteFileW(path.c_str()) ? 0 : fail();
}

int rename(const char *from, const char *to) {
    std::wstring old_path, new_path;
    if (!full_path(AT_FDCWD, from, old_path) || !full_path(AT_FDCWD, to, new_path)) return -1;
    constexpr DWORD flags = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
    return MoveFileExW(old_path.c_str(), new_path.c_str(), flags) ? 0 : fail();
}

int access(const char *name, int mode) { return faccessat(AT_FDCWD, name, mode, 0); }

int faccessat(int folder, const char *name, int mode, int flags) {
    Status status;
    if (fstatat(folder, name, &status, flags) != 0) return -1;
    return (mode & W_OK) != 0 && (status.st_mode & 0222) == 0 ? end_with(EACCES) : 0;
}

std::string real_path(const std::string &name) {
    std::wstring path;
    if (!full_path(AT_FDCWD, name, path)) return "";
    const Handle handle(open_handle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, true));
    if (!handle.ok()) fail();
    if (!handle.ok() || !path_of_handle(handle.get(), path)) return "";
    // The form "C:\..." is for messages. full_path() adds the prefix again.
    const bool on_drive = path.starts_with(LR"(\\?\)") && path.size() > 5 && path[5] == L':';
    return utf8(on_drive ? path.substr(4) : path);
}

std::string current_folder() {
    std::wstring path(GetCurrentDirectoryW(0, nullptr), L'\0');
    path.resize(GetCurrentDirectoryW(static_cast<DWORD>(path.size()), path.data()));
    return utf8(path);
}

Mode new_file_mode() { return 0666; }

// The limit of descriptors in the C library (msvcrt).
std::uint64_t file_limit() { return 2048; }

// NTFS writes names to its log by itself.
bool sync_folder(const std::string &) { return true; }

// A lock excludes others from the bytes that it covers, so it is on a byte that no file has.
bool lock(int fd) {
    OVERLAPPED at{};
    at.OffsetHigh = 0x7fffffff;
    return LockFileEx(handle_of(fd), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at) != 0;
}

void will_read_in_order(int) {}

void drop_cached(int, std::uint64_t, std::uint64_t) {}

bool find_data(int fd, std::uint64_t offset, std::uint64_t &data, std::uint64_t &end) {
    const HANDLE handle = handle_of(fd);
    LARGE_INTEGER size;
    if (!GetFileSizeEx(handle, &size)) return false;
    FILE_ALLOCATED_RANGE_BUFFER wanted{}, found{};
    wanted.FileOffset.QuadPart = static_cast<LONGLONG>(offset);
    wanted.Length.QuadPart = size.QuadPart - wanted.FileOffset.QuadPart;
    DWORD got = 0;
    const bool done = DeviceIoControl(handle, FSCTL_QUERY_ALLOCATED_RANGES, &wanted, sizeof wanted, &found,
                                      sizeof found, &got, nullptr) != 0;
    if (!done && GetLastError() != ERROR_MORE_DATA) return false;
    data = end = static_cast<std::uint64_t>(size.QuadPart);
    if (got < sizeof found) return true;
    data = std::max(offset, static_cast<std::uint64_t>(found.FileOffset.QuadPart));
    end = static_cast<std::uint64_t>(found.FileOffset.QuadPart + found.Length.QuadPart);
    return true;
}

bool is_absolute(std::string_view path) {
    return path.starts_with('/') || path.starts_with('\\') || (path.size() > 1 && path[1] == ':');
}

std::string with_slashes(std::string_view path) {
    std::string result(path);
    std::replace(result.begin(), result.end(), '\\', '/');
    return result;
}

std::size_t last_separator(std::string_view path) {
    const std::size_t last = path.find_last_of("/\\");
    return last == std::string_view::npos && path.size() > 1 && path[1] == ':' ? 1 : last;
}

}  // namespace og::os
