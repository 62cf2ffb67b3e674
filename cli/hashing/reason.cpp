// SPDX-License-Identifier: MIT
#include "request.hpp"

#include <oldguard/status.h>

#include <cstring>

namespace og::cli {

std::string reason(const Result &result) {
    if (result.kind == Result::not_regular) return "no longer a regular file";
    if (result.kind == Result::resized) return "its size changed while it was read";
    if (result.kind == Result::no_size) return "its size is not known before it is read";
    return result.error != 0 ? std::strerror(result.error) : og_strerror(result.status);
}

}  // namespace og::cli
