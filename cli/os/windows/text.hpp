// SPDX-License-Identifier: MIT
// Converts between the UTF-16 of Windows and the UTF-8 of the command, and errors of Windows to errno.
#pragma once

#include <string>
#include <string_view>

#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

namespace og::os {

// Converts UTF-16 to UTF-8. A surrogate without its partner, which names on Windows may contain, gets three
// bytes as if it were a character (WTF-8), so that every name can be converted back.
std::string utf8(std::wstring_view text);

// Converts UTF-8 (WTF-8) to UTF-16. Returns false with EILSEQ if the bytes are no UTF-8.
bool to_utf16(std::string_view text, std::wstring &wide);

// Returns the absolute form of a path that has no limit on its length ("\\?\C:\..."), where `folder` is a
// descriptor or AT_FDCWD. Returns false with errno after an error.
bool full_path(int folder, std::string_view name, std::wstring &path);

// Returns the path of an open file in the same form. Returns false with errno after an error.
bool path_of_handle(HANDLE handle, std::wstring &path);

// Returns the value of errno for an error of Windows.
int errno_of(DWORD error);

// Sets errno to that of GetLastError(). Returns -1.
int fail();

// Returns the handle of a descriptor. It belongs to the descriptor. INVALID_HANDLE_VALUE with errno if there
// is none.
HANDLE handle_of(int fd);

}  // namespace og::os
