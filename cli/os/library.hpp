// SPDX-License-Identifier: MIT
// Shared libraries that are loaded at run time.
#pragma once

#include <string>

namespace og::os {

// The file names of libcrypto of OpenSSL 3 and of OpenSSL 4, and the end of the name of a module.
#ifdef _WIN32
inline constexpr const char *libcrypto_name = "libcrypto-3-x64.dll";
inline constexpr const char *later_libcrypto_name = "libcrypto-4-x64.dll";
inline constexpr const char *module_suffix = ".dll";
#elif defined __APPLE__
inline constexpr const char *libcrypto_name = "libcrypto.3.dylib";
inline constexpr const char *later_libcrypto_name = "libcrypto.4.dylib";
inline constexpr const char *module_suffix = ".so";
#else
inline constexpr const char *libcrypto_name = "libcrypto.so.3";
inline constexpr const char *later_libcrypto_name = "libcrypto.so.4";
inline constexpr const char *module_suffix = ".so";
#endif

// Loads a library, which is never unloaded. A name without a folder is searched for where the system keeps
// libraries, on Windows also in the folder of the program. Returns NULL and sets why after an error.
void *load_library(const std::string &name, std::string &why);

// Returns the address of a function of a library, or NULL and sets why.
void *find_function(void *library, const char *name, std::string &why);

// Sets function to a function of a library. Returns false and sets why if there is none.
template <typename Function>
bool find_function(void *library, const char *name, Function &function, std::string &why) {
    function = reinterpret_cast<Function>(find_function(library, name, why));
    return function != nullptr;
}

}  // namespace og::os
