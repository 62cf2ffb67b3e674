// SPDX-License-Identifier: MIT
#include "sum_file.hpp"

#include "input.hpp"
#include "messages.hpp"
#include "progress.hpp"

namespace og::cli {
namespace {

// Large enough that a system call costs nothing beside the hash, small enough for the second-level
// cache, from which the hash then reads.
constexpr std::size_t buffer_size = 256 * 1024;

}  // namespace

FileHasher::FileHasher(bool progress, bool forgive_missing)
    : progress_(progress), forgive_missing_(forgive_missing), buffer_(buffer_size) {}

Hashed FileHasher::hash(const std::string &name, const Algorithm &algorithm, Digest &digest) {
    Input input(name);
    if (!input.ok()) {
        if (forgive_missing_ && input.error() == ENOENT)
            return Hashed::missing;
        complain_errno("sum", name, input.error());
        return Hashed::no;
    }
    Hasher hasher(algorithm);
    Progress progress(progress_, name, progress_ ? input.size() : 0);
    int status = OG_OK;
    ssize_t got = 0;
    while (status == OG_OK && (got = input.read(buffer_.data(), buffer_.size())) > 0) {
        status = hasher.update(buffer_.data(), static_cast<std::size_t>(got));
        progress.add(static_cast<std::uint64_t>(got));
    }
    progress.finish();
    if (got < 0) {
        complain_errno("sum", name, input.error());
        return Hashed::no;
    }
    if (status == OG_OK)
        status = hasher.final(digest);
    if (status != OG_OK) {
        complain("sum", fmt::format("{}: {}", shell_quoted(name), og_strerror(status)));
        return Hashed::no;
    }
    return Hashed::yes;
}

}  // namespace og::cli
