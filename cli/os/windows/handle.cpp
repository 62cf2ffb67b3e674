// SPDX-License-Identifier: MIT
#include "handle.hpp"

#include "os/file.hpp"

#include <algorithm>
#include <cstring>
#include <winternl.h>

namespace og::os {
namespace {

// Returns whether a path is relative and each of its components is a name: none is empty, "." or "..".
bool names_below(std::string_view path) {
    constexpr std::size_t longest = 10'000;  // bytes; fewer than the UTF-16 units of a UNICODE_STRING
    if (path.size() > longest || is_absolute(path)) return false;
    for (;;) {
        const std::size_t end = path.find_first_of("/\\");
        const std::string_view name = path.substr(0, end);
        if (name.empty() || name == "." || name == "..") return false;
        if (end == std::string_view::npos) return true;
        path.remove_prefix(end + 1);
    }
}

// Opens an existing file by a path that is relative to an open folder. names_below() holds for the path. The
// path of the folder is not looked up: its length has no limit, and it may change meanwhile.
Handle open_below(HANDLE folder, std::wstring path, DWORD access, bool follow) {
    std::replace(path.begin(), path.end(), L'/', L'\\');
    const auto size = static_cast<USHORT>(path.size() * sizeof(wchar_t));
    UNICODE_STRING name{size, size, path.data()};
    OBJECT_ATTRIBUTES object;
    InitializeObjectAttributes(&object, &name, OBJ_CASE_INSENSITIVE, folder, nullptr);
    const ULONG options =
        FILE_SYNCHRONOUS_IO_NONALERT | FILE_OPEN_FOR_BACKUP_INTENT | (follow ? 0 : FILE_OPEN_REPARSE_POINT);
    HANDLE handle = INVALID_HANDLE_VALUE;
    IO_STATUS_BLOCK done;
    const NTSTATUS status = NtCreateFile(&handle, access | SYNCHRONIZE | FILE_READ_ATTRIBUTES, &object, &done,
                                         nullptr, 0, share_all, FILE_OPEN, options, nullptr, 0);
    if (NT_SUCCESS(status)) return Handle(handle);
    SetLastError(RtlNtStatusToDosError(status));
    return Handle(INVALID_HANDLE_VALUE);
}

// Returns the attributes and the tag of a reparse point.
FILE_ATTRIBUTE_TAG_INFO tag_of(HANDLE handle) {
    FILE_ATTRIBUTE_TAG_INFO info;
    if (!GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &info, sizeof info)) return {};
    return info;
}

}  // namespace

Handle open_handle(const std::wstring &path, DWORD access, DWORD how, bool follow) {
    // Only FILE_FLAG_BACKUP_SEMANTICS opens folders.
    const DWORD flags = FILE_FLAG_BACKUP_SEMANTICS | (follow ? 0 : FILE_FLAG_OPEN_REPARSE_POINT);
    return Handle(
        CreateFileW(path.c_str(), access, share_all, nullptr, how, FILE_ATTRIBUTE_NORMAL | flags, nullptr));
}

Handle open_in(int folder, const char *name, DWORD access, DWORD how, bool follow) {
    Handle none(INVALID_HANDLE_VALUE);
    std::wstring path;
    const bool below = folder != AT_FDCWD && how == OPEN_EXISTING && names_below(name);
    if (below ? !to_utf16(name, path) : !full_path(folder, name, path)) return none;
    Handle handle =
        below ? open_below(handle_of(folder), path, access, follow) : open_handle(path, access, how, follow);
    if (!handle.ok()) fail();
    return handle;
}

bool is_link(HANDLE handle) {
    const FILE_ATTRIBUTE_TAG_INFO info = tag_of(handle);
    return (info.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
           (info.ReparseTag == IO_REPARSE_TAG_SYMLINK || info.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

bool is_reparse_point(HANDLE handle) {
    return (tag_of(handle).FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}

bool number_of(HANDLE handle, FileNumber &number) {
    FILE_ID_INFO id;
    if (GetFileInformationByHandleEx(handle, FileIdInfo, &id, sizeof id)) {
        constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
        std::uint64_t halves[2];
        static_assert(sizeof halves == sizeof id.FileId);
        std::memcpy(halves, &id.FileId, sizeof halves);
        number = {id.VolumeSerialNumber, halves[0] ^ halves[1] * odd};  // NTFS has 64 bits
        return true;
    }
    BY_HANDLE_FILE_INFORMATION info;  // of file systems without the other, such as FAT
    if (!GetFileInformationByHandle(handle, &info)) return false;
    number = {info.dwVolumeSerialNumber, std::uint64_t{info.nFileIndexHigh} << 32 | info.nFileIndexLow};
    return true;
}

}  // namespace og::os
