// SPDX-License-Identifier: MIT
#include "unlisted_files.hpp"

#include "files/file_state.hpp"
#include "os/file.hpp"
#include "tree/walk.hpp"

#include <cerrno>
#include <set>

namespace og::cli {
namespace {

class UnlistedReceiver final : public WalkReceiver {
public:
    UnlistedReceiver(const og_torrent_content &content, const os::Status &except) : except_(except) {
        for (std::size_t i = 0; i < content.file_count; i++) listed_.insert(content.files[i].path);
    }

    bool file(const WalkedFile &file) override {
        if (listed_.contains(file.name)) return true;
        os::Status status;
        if (os::fstatat(file.folder->fd(), file.name.data() + file.leaf, &status, AT_SYMLINK_NOFOLLOW) != 0)
            return unreadable(file.name, errno);
        if (same_file(status, except_)) return true;
        found_.push_back({std::string(file.name), static_cast<std::uint64_t>(status.st_size), 0});
        return true;
    }

    bool unreadable(std::string_view name, int error) override {
        if (!listed_.contains(name)) found_.push_back({std::string(name), 0, error});
        return true;
    }

    std::vector<UnlistedFile> take() { return std::move(found_); }

private:
    const os::Status &except_;
    std::set<std::string_view> listed_;  // no hash table: a stranger chose the names
    std::vector<UnlistedFile> found_;
};

}  // namespace

std::vector<UnlistedFile> unlisted_files(const og_torrent_content &content, const TorrentFolder &folder,
                                         const os::Status &except) {
    if (!content.has_folder) return {};
    UnlistedReceiver receiver(content, except);
    WalkOptions options;
    options.prefix = "";
    WalkCounts counts;
    walk(folder.path(), options, receiver, counts);
    return receiver.take();
}

}  // namespace og::cli
