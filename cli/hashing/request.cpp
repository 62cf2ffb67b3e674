// SPDX-License-Identifier: MIT
#include "request.hpp"

#include <oldguard/status.h>

#include <cstdio>
#include <cstring>

namespace og::cli {

std::size_t blob_head(std::uint64_t size, std::uint8_t *to) {
    const auto value = static_cast<unsigned long long>(size);
    const int length = std::snprintf(reinterpret_cast<char *>(to), most_blob_head, "blob %llu", value);
    return static_cast<std::size_t>(length) + 1;
}

std::string reason(const Result &result) {
    if (result.kind == Result::not_regular) return "no longer a regular file";
    if (result.kind == Result::resized) return "its size changed while it was read";
    if (result.kind == Result::no_size) return "its size is not known before it is read";
    return result.error != 0 ? std::strerror(result.error) : og_strerror(result.status);
}

}  // namespace og::cli
