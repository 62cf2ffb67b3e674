// SPDX-License-Identifier: MIT
#include "canonical_name.hpp"

#ifdef OLDGUARD_UTF8PROC
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utf8proc.h>
#endif

namespace og::cli {

std::string canonical_name(std::string_view name) {
#ifdef OLDGUARD_UTF8PROC
    // No file system has a longer component. The time of utf8proc grows with the square of a row of accents.
    constexpr std::size_t longest_component = 255 * 3;
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t size = std::min(name.find('/', at), name.size()) - at;
        if (size > longest_component) return std::string(name);
        at += size + 1;
    }
    utf8proc_uint8_t *decomposed = nullptr;
    const utf8proc_ssize_t size = utf8proc_map(
        reinterpret_cast<const utf8proc_uint8_t *>(name.data()), static_cast<utf8proc_ssize_t>(name.size()),
        &decomposed, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(decomposed, std::free);
    if (size >= 0) return {reinterpret_cast<const char *>(decomposed), static_cast<std::size_t>(size)};
#endif
    return std::string(name);
}

}  // namespace og::cli
