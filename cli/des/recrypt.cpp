// SPDX-License-Identifier: MIT
#include "recrypt.hpp"

#include "files/directory.hpp"
#include "files/file_state.hpp"
#include "files/output.hpp"
#include "files/temporary_file.hpp"
#include "files/write_all.hpp"
#include "os/new_file.hpp"
#include "os/secrets.hpp"
#include "text/messages.hpp"

namespace og::cli {
namespace {

// Hashes data and writes them to a command if there is one.
class Plain final : public Sink {
public:
    explicit Plain(const FilterCommand *to = nullptr) : to_(to) {
        og_whirlpool_init(&whirlpool_);
        og_sha1_init(&sha1_);
    }
    ~Plain() override {
        os::wipe(&whirlpool_, sizeof whirlpool_);
        os::wipe(&sha1_, sizeof sha1_);
    }
    Plain(const Plain &) = delete;
    Plain &operator=(const Plain &) = delete;

    bool write(const void *data, std::size_t size) override {
        og_whirlpool_update(&whirlpool_, data, size);
        og_sha1_update(&sha1_, data, size);
        content_.size += size;
        if (to_ != nullptr && write_all(to_->pipe(), data, size) < size) error_ = errno;
        return !refused();
    }
    std::string complaint() const override {
        const bool ended = error_ == EPIPE;
        return fmt::format("{}: {}", to_->name(),
                           ended ? "did not read all of its input" : std::strerror(error_));
    }

    bool refused() const { return error_ != 0; }
    std::uint64_t size() const { return content_.size; }
    Content content() {
        og_whirlpool_final(&whirlpool_, content_.whirlpool.data());
        og_sha1_final(&sha1_, content_.sha1.data());
        return content_;
    }

private:
    const FilterCommand *to_;
    int error_ = 0;
    og_whirlpool_ctx whirlpool_;
    og_sha1_ctx sha1_;
    Content content_;
};

}  // namespace

bool Recrypt::fail(const std::string &name, const std::string &text) const {
    complain("des", fmt::format("{}: {}", shell_quoted(name), text));
    return false;
}

bool Recrypt::fail_errno(const std::string &name) const { return fail(name, std::strerror(errno)); }

bool Recrypt::report(const std::string &name, std::string_view what, std::string_view then) const {
    return !options_.lines || print(fmt::format("{}: {}{}\n", shell_quoted(name), what, then));
}

// Returns whether --expect lists these data, or is not given. `whose` says what the data are, for the
// message.
bool Recrypt::listed(const std::string &name, std::string_view whose, const Content &content) const {
    if (!options_.expected || options_.expected->lists(content.sha1.data(), content.whirlpool.data()))
        return true;
    return fail(name, fmt::format("{} have no digest that --expect lists", whose));
}

// Decrypts the old file and writes the data to a command if there is one. Returns the hash and size of the
// data, or nothing after an error, which it prints.
std::optional<Content> Recrypt::decrypted(const std::string &name, Input &old, FilterCommand *to) {
    const std::string shown = shell_quoted(name);
    Plain plain(to);
    std::string wrong;
    {
        Progress progress(options_.show, name, old.size());
        wrong = stream_des(work_, inner_ ? *inner_ : old, shown, plain, progress);
    }
    size_ = plain.size();
    if (to != nullptr && (wrong.empty() || plain.refused())) {
        // The exit status of the command is a better message than a failed write.
        const std::string end = to->ended();
        if (!end.empty() || plain.refused())
            wrong = fmt::format("{}: {}", shown, end.empty() ? plain.complaint() : end);
    }
    if (wrong.empty()) {
        const Content content = plain.content();
        if (listed(name, "the decrypted data", content)) return content;
    } else {
        complain("des", wrong);
    }
    return std::nullopt;
}

// Returns whether --verify-command accepts a new file and, if `wanted` is given, outputs these data. Sets
// `seen` to the state of the file, which must not change meanwhile.
bool Recrypt::opens(const std::string &name, int made, const Content *wanted, os::Status &seen) const {
    os::Status after;
    if (os::fstat(made, &seen) != 0) return fail_errno(name);
    FilterCommand command("--verify-command", options_.verify_command, FilterCommand::Pipe::from_output,
                          made);
    Plain plain;
    int error = 0;
    const auto too_much = [&] { return wanted != nullptr && plain.size() > wanted->size; };
    {
        Progress progress(options_.show, name, wanted != nullptr ? wanted->size : 0);
        Secret<64 * 1024> buffer;  // the capacity of a pipe
        while (command.pipe() >= 0 && !too_much()) {
            const ssize_t got = os::read(command.pipe(), buffer.data(), buffer.bytes.size());
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) {
                error = got < 0 ? errno : 0;
                break;
            }
            plain.write(buffer.data(), static_cast<std::size_t>(got));
            progress.add(static_cast<std::uint64_t>(got));
        }
    }
    if (error != 0) return fail(name, fmt::format("{}: {}", command.name(), std::strerror(error)));
    if (const std::string end = too_much() ? "" : command.ended(); !end.empty()) return fail(name, end);
    const Content content = plain.content();
    if (wanted != nullptr && content != *wanted)
        return fail(name, command.name() + ": its output differs from the decrypted data");
    if (content.size > 0 && seen.st_size == 0)  // where --to-command writes elsewhere, such as with -o
        return fail(name, command.name() + ": its output is not from the new file, which is empty");
    if (!listed(name, "the data of " + command.name(), content)) return false;
    if (os::fstat(made, &after) != 0) return fail_errno(name);
    return unchanged(seen, after) || fail(name, "changed while it was verified");
}

bool Recrypt::opens(const std::string &name) const {
    os::Status seen, now;
    if (os::stat(name.c_str(), &seen) != 0) return fail_errno(name);
    if (!S_ISREG(seen.st_mode)) return fail(name, "not a regular file");
    const Input made(name);
    if (!made.ok()) return fail_errno(name);
    if (!opens(name, made.fd(), nullptr, seen)) return false;
    if (os::stat(name.c_str(), &now) != 0) return fail_errno(name);
    return unchanged(seen, now) || fail(name, "changed while it was verified");
}

bool Recrypt::make(const std::string &name, Input &old, const os::Status &info, os::Status &seen,
                   bool &appeared) {
    const std::string target = name + options_.suffix;
    TemporaryFile file(target);
    if (file.fd() < 0) return fail_errno(target);
    FilterCommand command("--to-command", options_.to_command, FilterCommand::Pipe::to_input, file.fd());
    const auto data = decrypted(name, old, &command);
    if (!data) return false;
    if (!file.end_writing()) return fail_errno(target);
    if (os::open_for_writing(file.fd()))
        return fail(name, command.name() + ": a process that it left behind still has the new file open");
    if (!file.settle(info.st_mode & 0777, info.st_uid, info.st_gid, old.permissions()))
        return fail_errno(target);
    os::drop_cached(file.fd(), 0, 0);  // to read it from the disk: a wish
    os::Status verified;
    if (!opens(target, file.fd(), &*data, verified)) return false;
    if (!file.publish(false)) {
        if (errno != EEXIST || appeared) return fail_errno(target);
        appeared = true;
        return false;
    }
    if (os::fstat(file.fd(), &seen) != 0 || !sync_directory_of(target)) return fail_errno(target);
    return same_content(verified, seen) || fail(target, "changed after it was verified");
}

// Returns whether an existing new file contains the data of the old file.
bool Recrypt::compare(const std::string &name, Input &old, const os::Status &info, os::Status &seen) {
    const std::string target = name + options_.suffix;
    if (os::lstat(target.c_str(), &seen) != 0) return fail_errno(target);
    if (options_.remove && S_ISLNK(seen.st_mode))
        return fail(target, "is a symbolic link: --remove needs the file itself");
    if (os::stat(target.c_str(), &seen) != 0) return fail_errno(target);
    if (!S_ISREG(seen.st_mode)) return fail(target, "not a regular file");
    const Input made(target);
    if (!made.ok() || os::fstat(made.fd(), &seen) != 0) return fail_errno(target);
    if (options_.remove && seen.st_uid != os::geteuid() && seen.st_uid != info.st_uid)
        return fail(target, "belongs to another user, who can remove it: --remove is refused");
    if (same_file(seen, info)) return fail(target, "the same file as " + shell_quoted(name));
    const auto data = decrypted(name, old, nullptr);
    return data && opens(target, made.fd(), &*data, seen) &&
           ((os::fsync(made.fd()) == 0 && sync_directory_of(target)) || fail_errno(target));
}

// Removes the old file if it is still the file that was read and the new file the one that was verified.
bool Recrypt::remove_old(const std::string &name, const os::Status &info, const os::Status &seen) const {
    const std::string target = name + options_.suffix;
    os::Status now;
    if (os::lstat(target.c_str(), &now) != 0) return fail_errno(target);
    if (!unchanged(seen, now)) return fail(target, "changed after it was verified");
    if (os::lstat(name.c_str(), &now) != 0)
        return errno == ENOENT || fail_errno(name);  // another run may have removed it
    if (!unchanged(info, now)) return fail(name, "changed during the run, so it is not removed");
    return (os::unlink(name.c_str()) == 0 && sync_directory_of(name)) || fail_errno(name);
}

bool Recrypt::file(const std::string &name) {
    bool appeared = false;
    return move(name, appeared) || (appeared && move(name, appeared));
}

// Migrates one file. If another run gives its new file the name first, sets `appeared` and prints nothing,
// unless it was already set.
bool Recrypt::move(const std::string &name, bool &appeared) {
    const std::string target = name + options_.suffix;
    os::Status info, seen;
    const auto exists = [&](const std::string &file) { return os::lstat(file.c_str(), &info) == 0; };
    const bool before = exists(target);
    const int error = before ? ENOENT : errno;
    if (!exists(name)) {
        // An earlier run removed it.
        if (errno == ENOENT && options_.remove && before && !name.empty())
            return opens(target) && report(name, "was already moved, verified", ", removed");
        return fail_errno(name);
    }
    if (name.ends_with(options_.suffix)) return opens(name) && report(name, "is a new file, verified");
    if (options_.remove && S_ISLNK(info.st_mode))
        return fail(name, "a symbolic link: --remove would not remove the data");
    if (os::stat(name.c_str(), &info) != 0) return fail_errno(name);
    if (!S_ISREG(info.st_mode)) return fail(name, "not a regular file");
    if (error != ENOENT)  // for example a name that is too long
        return fail(target, std::strerror(error));
    Input old(name);
    if (!old.ok()) return fail_errno(name);
    old.will_be_long();
    inner_.reset();
    if (const std::string why = container_.open(old, shell_quoted(name), work_, inner_); !why.empty()) {
        complain("des", why);
        return false;
    }
    return (before ? compare(name, old, info, seen) : make(name, old, info, seen, appeared)) &&
           finish(name, info, seen, before);
}

// Reports a file that was moved, and removes the old one if that is requested and the data are known to be
// right. --verify-command shows only that the new file contains what was decrypted.
bool Recrypt::finish(const std::string &name, const os::Status &info, const os::Status &seen,
                     bool before) const {
    const std::string_view what = before ? "was already moved, verified" : "moved, verified";
    if (!options_.remove) return report(name, what);
    // Lists often have the digests of no data and of a line end. What a wrong key or IV makes of a file of
    // few bytes can be that as well. Other padding than the random bytes of ISO 10126 determines the rest of
    // their block.
    constexpr std::uint64_t least = 4;
    const bool free = work_.padding == Padding::none || work_.padding == Padding::iso10126;
    const bool few = free && info.st_size > 0 && size_ < least;
    if ((options_.expected && !few) || (options_.trust_padding && work_.guess.empty()))
        return remove_old(name, info, seen) && report(name, what, ", removed");
    report(name, what, ", kept");
    if (options_.expected)
        return fail(name, fmt::format("not removed: a digest of {} bytes does not show that the key is right",
                                      size_));
    if (options_.trust_padding)
        return fail(name,
                    fmt::format("not removed: only the padding shows that the derivation is {}: name it "
                                "(--digest, --pbkdf2, --iterations), or --expect",
                                work_.guess));
    return fail(name, !is_evidence(work_.padding)
                          ? "not removed: nothing shows that the decrypted data are right (--expect)"
                          : "not removed: only the padding shows that the key is right, and nothing that the "
                            "first block is (--expect, or --trust-padding)");
}

}  // namespace og::cli
