// SPDX-License-Identifier: MIT
#include "os/library.hpp"

#include "text.hpp"

#include <cstring>

namespace og::os {
namespace {

std::string last_reason(const std::string &name) {
    fail();
    return name + ": " + std::strerror(errno);
}

}  // namespace

void *load_library(const std::string &name, std::string &why) {
    std::wstring wide;
    if (!to_utf16(name, wide)) {
        why = name + ": " + std::strerror(errno);
        return nullptr;
    }
    // The current folder is not searched.
    const DWORD flags = name.find_first_of("/\\") == std::string::npos ? LOAD_LIBRARY_SEARCH_DEFAULT_DIRS : 0;
    const HMODULE library = LoadLibraryExW(wide.c_str(), nullptr, flags);
    if (library == nullptr) why = last_reason(name);
    return reinterpret_cast<void *>(library);
}

void *find_function(void *library, const char *name, std::string &why) {
    const FARPROC found = GetProcAddress(static_cast<HMODULE>(library), name);
    if (found == nullptr) why = last_reason(name);
    return reinterpret_cast<void *>(found);
}

}  // namespace og::os
