// SPDX-License-Identifier: MIT
#include "names_file.hpp"

#include <algorithm>

namespace og::cli {

bool NamesFile::next(std::string &name) {
    name.clear();
    for (;;) {
        if (at_ == end_) {
            const ssize_t got = input_.read(buffer_.data(), buffer_.size());
            failed_ = got < 0;
            at_ = 0;
            end_ = got > 0 ? static_cast<std::size_t>(got) : 0;
            if (got <= 0) return !failed_ && !name.empty();
        }
        const char *begin = buffer_.data() + at_;
        const char *end = buffer_.data() + end_;
        const char *stop = std::find(begin, end, '\0');
        name.append(begin, stop);
        at_ += static_cast<std::size_t>(stop - begin);
        if (stop == end) continue;
        at_++;
        return true;
    }
}

}  // namespace og::cli
