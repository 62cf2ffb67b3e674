// SPDX-License-Identifier: MIT
// Shared libraries that are loaded at run time.
#pragma once

#include <string>

namespace og::os {

// The file name of libcrypto of OpenSSL 3, and the end of the name of a module.
#ifdef _WIN32
inline constexpr const char *libcrypto_name = "libcrypto-3-x64.dll";
inline constexpr const char *module_suffix = ".dll";
#elif defined __APPLE__
inline constexpr const char *libcrypto_name = "libcrypto.3.dylib";
inline constexpr const char *module_suffix = ".so";
#else
inline constexpr const char *libcrypto_name = "libcrypto.so.3";
inline constexpr const char *module_suffix = ".so";
#endif

// Loads a library, which is never unloaded. A name without a folder is searched for where the system keeps
// libraries, on Windows also in the folder of the program. Returns NULL and sets why after an error.
void *load_library(const std::string &name, std::string &why);

// Returns the address of a function of a library, or NULL and sets why.
void *find_function(void *library, const char *name, std::string &why);

}  // namespace og::os
