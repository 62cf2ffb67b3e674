// SPDX-License-Identifier: MIT
#include "module.hpp"

#ifdef _WIN32
#include <system_error>

#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace og::bench::os {

#ifdef _WIN32

const char *const module_extension = ".dll";

void *open_module(const std::filesystem::path &file, std::string &why) {
    HMODULE module = LoadLibraryW(file.c_str());
    if (!module) why = std::system_category().message(static_cast<int>(GetLastError()));
    return reinterpret_cast<void *>(module);
}

void *symbol_of(void *module, const char *name) {
    return reinterpret_cast<void *>(GetProcAddress(static_cast<HMODULE>(module), name));
}

void close_module(void *module) { FreeLibrary(static_cast<HMODULE>(module)); }

#else

const char *const module_extension = ".so";  // CMake's for modules, on macOS as well

void *open_module(const std::filesystem::path &file, std::string &why) {
    void *module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!module) {
        const char *reason = dlerror();
        why = reason ? reason : "cannot be loaded";
    }
    return module;
}

void *symbol_of(void *module, const char *name) { return dlsym(module, name); }

void close_module(void *module) { dlclose(module); }

#endif

}  // namespace og::bench::os
