// SPDX-License-Identifier: MIT
#include "file_chain.hpp"

#include <algorithm>

namespace og::cli {

std::vector<FileChain::Span> FileChain::spans(std::uint64_t offset, std::uint64_t size) const {
    std::vector<Span> found;
    auto file =
        static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), offset) - ends_.begin());
    for (; size > 0 && file < ends_.size(); file++) {
        const std::uint64_t part = std::min(size, ends_[file] - offset);
        if (part == 0) continue;  // an empty file
        found.push_back({file, offset - start(file), part});
        offset += part;
        size -= part;
    }
    return found;
}

}  // namespace og::cli
