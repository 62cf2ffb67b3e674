// SPDX-License-Identifier: MIT
#include "os/library.hpp"

#include <dlfcn.h>

namespace og::os {
namespace {

void *or_reason(void *found, const std::string &name, std::string &why) {
    if (found != nullptr) return found;
    const char *reason = dlerror();
    why = reason != nullptr ? reason : name;
    return nullptr;
}

}  // namespace

void *load_library(const std::string &name, std::string &why) {
    return or_reason(dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL), name, why);
}

void *find_function(void *library, const char *name, std::string &why) {
    return or_reason(dlsym(library, name), name, why);
}

}  // namespace og::os
