// SPDX-License-Identifier: MIT
#include "beside_program.hpp"

#include "os/process.hpp"

#include <filesystem>
#include <system_error>

namespace og::cli {

std::string beside_program(std::initializer_list<std::string> files) {
    namespace fs = std::filesystem;
    const std::string own = os::own_path();
    if (own.empty()) return "";
    std::error_code error;
    for (const std::string &file : files) {
        const fs::path path = (fs::path(own).parent_path() / file).lexically_normal();
        if (fs::exists(path, error)) return path.string();
    }
    return "";
}

}  // namespace og::cli
