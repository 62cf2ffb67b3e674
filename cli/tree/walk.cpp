// SPDX-License-Identifier: MIT
#include "walk.hpp"

#include "listing.hpp"
#include "os/file.hpp"

#include <algorithm>
#include <cerrno>
#include <vector>

namespace og::cli {
namespace {

constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY;

// The most folders that the walk and the receiver keep open, unless the process may open only a few files.
constexpr std::uint64_t most_folders = 256;

// Returns a quarter of the files that the process may open, but enough for a walk.
unsigned folder_limit() {
    const std::uint64_t limit = os::file_limit();
    if (limit == 0) return most_folders;
    return static_cast<unsigned>(std::clamp<std::uint64_t>(limit / 4, 6, most_folders));
}

// A folder whose entries are being walked.
struct Level {
    FolderRef folder;  // empty while it is closed
    os::Device device;
    os::Inode inode;
    std::size_t name_size;  // of the path up to and with the slash
    Listing listing;
    std::size_t next = 0;  // entry
};

class Walk {
public:
    Walk(const WalkOptions &options, WalkReceiver &receiver, WalkCounts &counts)
        : options_(options), receiver_(receiver), counts_(counts) {}

    bool run(const std::string &root) {
        name_ = options_.prefix ? *options_.prefix : root.ends_with('/') ? root : root + '/';
        root_size_ = name_.size();
        if (!enter(AT_FDCWD, root.c_str(), folder_flags)) return fail(errno);
        while (!levels_.empty())
            if (!step()) return false;
        return true;
    }

private:
    bool fail(int error) {
        counts_.unreadable++;
        return receiver_.unreadable(shown(), error);
    }

    // Returns the name for a message. That of the root without prefix is ".".
    std::string_view shown() const {
        std::string_view name = name_;
        if (name.size() > 1 && name.ends_with('/')) name.remove_suffix(1);
        return name.empty() ? "." : name;
    }

    // Opens a folder. If too many are open, the receiver drops its folders before.
    int open_folder(int parent, const char *name, int flags) {
        if (Folder::held >= most_held_) receiver_.release_folders();
        int fd = os::openat(parent, name, flags);
        if (fd < 0 && (errno == EMFILE || errno == ENFILE)) {
            receiver_.release_folders();
            fd = os::openat(parent, name, flags);
        }
        return fd;
    }

    // Opens and lists the folder `name`, and appends its level. name_ is its path with a slash. Returns false
    // with errno if it cannot be opened or listed.
    bool enter(int parent, const char *name, int flags) {
        const int fd = open_folder(parent, name, flags);
        if (fd < 0) return false;
        auto folder = std::make_shared<const Folder>(fd);
        os::Status status;
        if (os::fstat(fd, &status) != 0) return false;
        if (options_.one_file_system && !levels_.empty() && status.st_dev != levels_.front().device) {
            counts_.elsewhere++;
            return true;
        }
        Level level{std::move(folder), status.st_dev, status.st_ino, name_.size(), {}};
        if (!level.listing.read(fd)) return false;
        levels_.push_back(std::move(level));
        // The outer folders are closed. leave() opens them again through "..".
        const std::size_t kept = most_held_ / 2;
        if (levels_.size() > kept) levels_[levels_.size() - 1 - kept].folder.reset();
        return true;
    }

    // Takes the next entry of the innermost folder, or leaves it.
    bool step() {
        Level &level = levels_.back();
        if (level.next == level.listing.size()) {
            leave();
            return true;
        }
        if (!level.folder) return reopen();
        const Listing::Entry entry = level.listing[level.next++];
        name_.resize(level.name_size);
        name_ += entry.name;
        return take(level, entry);
    }

    bool take(const Level &level, const Listing::Entry &entry) {
        os::Status status;
        os::EntryType type = entry.type;
        const bool examined =
            type == os::EntryType::unknown || (type != os::EntryType::folder && options_.want_status);
        if (examined) {
            if (os::fstatat(level.folder->fd(), entry.name, &status, AT_SYMLINK_NOFOLLOW) != 0)
                return fail(errno);
            type = S_ISREG(status.st_mode)   ? os::EntryType::file
                   : S_ISDIR(status.st_mode) ? os::EntryType::folder
                                             : os::EntryType::other;
        }
        if (options_.exclusions != nullptr &&
            options_.exclusions->leaves_out(std::string_view(name_).substr(root_size_),
                                            type == os::EntryType::folder)) {
            counts_.excluded++;
            return true;
        }
        if (type == os::EntryType::folder) {
            receiver_.folder(name_);
            name_ += '/';
            const FolderRef parent = level.folder;  // enter() moves and closes levels
            return enter(parent->fd(), entry.name, folder_flags | O_NOFOLLOW) || fail(errno);
        }
        if (type != os::EntryType::file) {
            counts_.others++;
            receiver_.other(name_, examined && S_ISLNK(status.st_mode));
            return true;
        }
        counts_.files++;
        return receiver_.file({name_, level.name_size, level.folder, examined ? &status : nullptr});
    }

    // Leaves the innermost folder. Keeps it open for reopen() if its parent is closed.
    void leave() {
        child_ = levels_.back().folder;
        levels_.pop_back();
        if (levels_.empty() || levels_.back().folder) child_.reset();
    }

    // Opens the innermost folder again, as the parent of the child that was left last.
    bool reopen() {
        Level &level = levels_.back();
        name_.resize(level.name_size);
        os::Status status;
        int error = ENOENT;  // the child was moved to another folder
        const int fd = child_ ? open_folder(child_->fd(), "..", folder_flags) : -1;
        if (fd >= 0) {
            level.folder = std::make_shared<const Folder>(fd);
            if (os::fstat(fd, &status) == 0 && status.st_dev == level.device &&
                status.st_ino == level.inode) {
                child_.reset();
                return true;
            }
            level.folder.reset();
        } else if (child_) {
            error = errno;
        }
        level.next = level.listing.size();
        return fail(error);
    }

    const WalkOptions &options_;
    WalkReceiver &receiver_;
    WalkCounts &counts_;
    const unsigned most_held_ = folder_limit();
    std::string name_;           // the path of the current entry
    std::size_t root_size_ = 0;  // of the part of name_ before the path below the root
    std::vector<Level> levels_;  // from the root to the current folder
    FolderRef child_;            // the folder that was left last, if its parent is closed
};

}  // namespace

bool walk(const std::string &root, const WalkOptions &options, WalkReceiver &receiver, WalkCounts &counts) {
    return Walk(options, receiver, counts).run(root);
}

}  // namespace og::cli
