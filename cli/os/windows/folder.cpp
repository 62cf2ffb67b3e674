// SPDX-License-Identifier: MIT
#include "os/folder.hpp"

#include "text.hpp"

namespace og::os {
namespace {

EntryType type_of(DWORD attributes) {
    if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0)
        return EntryType::unknown;  // a link, or anything else
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? EntryType::folder : EntryType::file;
}

}  // namespace

bool list_folder(int folder, const std::function<void(const char *, EntryType)> &take) {
    alignas(FILE_ID_BOTH_DIR_INFO) char buffer[64 * 1024];
    FILE_INFO_BY_HANDLE_CLASS kind = FileIdBothDirectoryRestartInfo;
    while (GetFileInformationByHandleEx(handle_of(folder), kind, buffer, sizeof buffer)) {
        kind = FileIdBothDirectoryInfo;
        for (const char *at = buffer;;) {
            const auto &entry = *reinterpret_cast<const FILE_ID_BOTH_DIR_INFO *>(at);
            const std::wstring_view name(entry.FileName, entry.FileNameLength / sizeof(wchar_t));
            if (name != L"." && name != L"..") take(utf8(name).c_str(), type_of(entry.FileAttributes));
            if (entry.NextEntryOffset == 0) break;
            at += entry.NextEntryOffset;
        }
    }
    return GetLastError() == ERROR_NO_MORE_FILES || fail() == 0;
}

}  // namespace og::os
