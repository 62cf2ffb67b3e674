// SPDX-License-Identifier: MIT
#include "pipeline.hpp"

#include <oldguard/state.h>
#include <oldguard/status.h>

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace og::cli {

// Hashes each file when it is added.
class HashPipeline::Impl {
public:
    Impl(const HashOptions &options, Receiver &receiver)
        : options_(options), receiver_(receiver), buffer_(256 * 1024) {}

    bool deliver(Result &result, std::string_view name) {
        result.name = name;
        return receiver_.result(result);
    }

    bool add(Request &&request) {
        Result result;
        result.tag = request.tag;
        result.algorithm = request.algorithm;
        const std::string name(request.name);
        int fd = -1;
        if (request.source == nullptr) {
            const int flags =
                O_RDONLY | O_CLOEXEC | O_NOCTTY | (request.walked ? O_NOFOLLOW | O_NONBLOCK : 0);
            fd = !request.walked && name == "-"
                     ? STDIN_FILENO
                     : openat(request.folder ? request.folder->fd() : AT_FDCWD, &name[request.leaf], flags);
            if (fd < 0) {
                result.error = errno;
                result.kind = errno == ENOENT ? Result::missing : Result::failed;
                return deliver(result, name);
            }
        }
        hash(request, fd, result);
        if (fd > STDIN_FILENO) close(fd);
        counters_.files++;
        return deliver(result, name);
    }

    void hash(Request &request, int fd, Result &result) {
        struct stat before{}, after{};
        Hasher hasher(*request.algorithm, options_.detect);
        if (fd >= 0) {
            fstat(fd, &before);
            for (const FileId &id : options_.excluded)
                if (request.walked && id.device == before.st_dev && id.inode == before.st_ino)
                    result.kind = Result::excluded;
            if (request.walked && !S_ISREG(before.st_mode)) result.kind = Result::not_regular;
            if (result.kind != Result::hashed) return;
        }
        if (request.prefix == Prefix::git_blob) {
            const std::string head = fmt::format("blob {}", before.st_size);
            hasher.update(head.c_str(), head.size() + 1);
        }
        for (;;) {
            const ssize_t got = request.source ? request.source->read(buffer_.data(), buffer_.size())
                                               : read(fd, buffer_.data(), buffer_.size());
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) {
                result.kind = Result::failed;
                result.error = errno;
                return;
            }
            if (got == 0) break;
            const auto size = static_cast<std::size_t>(got);
            if (result.status == OG_OK) result.status = hasher.update(buffer_.data(), size);
            result.bytes += size;
            counters_.bytes += size;
        }
        if (fd >= 0) {
            fstat(fd, &after);
            result.changed = S_ISREG(before.st_mode) && result.bytes != static_cast<std::uint64_t>(before.st_size);
            result.mtime = before.st_mtim.tv_sec * std::int64_t{1000000000} + before.st_mtim.tv_nsec;
            result.inode = before.st_ino;
        }
        if (request.prefix == Prefix::git_blob && result.changed) result.kind = Result::resized;
        if (result.status == OG_OK) result.status = hasher.final(result.digest, result.attacked);
        if (result.status != OG_OK) result.kind = Result::failed;
    }

    HashOptions options_;
    Receiver &receiver_;
    HashCounters counters_;
    std::vector<std::uint8_t> buffer_;
};

HashPipeline::HashPipeline(const HashOptions &options, Receiver &receiver)
    : impl_(std::make_unique<Impl>(options, receiver)) {}
HashPipeline::~HashPipeline() = default;
bool HashPipeline::add(Request &&request) { return impl_->add(std::move(request)); }
bool HashPipeline::note(std::string_view name, std::uint64_t tag, Result::Kind kind, int error) {
    Result result;
    result.kind = kind;
    result.tag = tag;
    result.error = error;
    return impl_->deliver(result, name);
}
bool HashPipeline::release_folders() { return true; }
bool HashPipeline::finish() { return impl_->receiver_.pause(); }
const HashCounters &HashPipeline::counters() const { return impl_->counters_; }

}  // namespace og::cli
