// SPDX-License-Identifier: MIT
// Loadable modules.
#pragma once

#include <filesystem>
#include <string>

namespace og::bench::os {

// The end of a module's file name.
extern const char *const module_extension;

// Loads a module. Returns NULL and sets `why` if the system refuses.
void *open_module(const std::filesystem::path &file, std::string &why);

// Returns the address of a function of a module, or NULL.
void *symbol_of(void *module, const char *name);

void close_module(void *module);

}  // namespace og::bench::os
