// SPDX-License-Identifier: MIT
#include "recrypt.hpp"

#include "files/directory.hpp"
#include "files/output.hpp"
#include "part_file.hpp"
#include "text/messages.hpp"

#include <memory>

namespace og::cli {
namespace {

std::string target_of(const std::string &name) { return name + std::string(sealed_suffix); }

bool starts_sealed(const std::string &name) {
    std::array<std::uint8_t, seal_header_size> start;
    Input input(name);
    const ssize_t got = input.ok() ? input.fill(start.data(), start.size()) : -1;
    return got > 0 && looks_sealed({start.data(), static_cast<std::size_t>(got)});
}

bool exists(const std::string &name) {
    struct stat info;
    return lstat(name.c_str(), &info) == 0;
}

// Whether a file is the one it was, and not written since.
bool unchanged(const struct stat &a, const struct stat &b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size &&
           a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

// Brings a file that an earlier run has named, and its name, to the disk.
bool make_durable(const std::string &name) {
    const int fd = open(name.c_str(), O_RDONLY | O_CLOEXEC);
    const bool done = fd >= 0 && fsync(fd) == 0;
    const int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return done && sync_directory_of(name);
}

}  // namespace

bool Recrypt::fail(const std::string &text) const {
    complain("des", text);
    return false;
}

bool Recrypt::fail_errno(const std::string &name) const {
    complain_errno("des", name, errno);
    return false;
}

bool Recrypt::report(const std::string &name, std::string_view what, bool removed) const {
    return !options_.lines ||
           print(fmt::format("{}: {}{}\n", shell_quoted(name), what, removed ? ", removed" : ""));
}

// The hash of data that came without a fault; none, with the fault told, where `wrong` names one.
std::optional<PlainHash::Value> Recrypt::ended(PlainHash &hash, std::string wrong) const {
    PlainHash::Value value;
    if (wrong.empty() && !hash.finish(value))
        wrong = hash.complaint();
    if (wrong.empty())
        return value;
    fail(wrong);
    return std::nullopt;
}

// What the old file decrypts to, which also goes to another sink if there is one.
std::optional<PlainHash::Value> Recrypt::decrypted(const std::string &name, Input &input,
                                                   Sink *to) {
    PlainHash hash(lib_, to);
    std::string wrong;
    {
        Progress progress(options_.show, name, input.size());
        if (options_.iv_prefix) {
            const ssize_t got = input.fill(work_.iv.data(), work_.iv.size());
            if (got < 0)
                wrong = fmt::format("{}: {}", shell_quoted(name), std::strerror(input.error()));
            else if (static_cast<std::size_t>(got) < work_.iv.size())
                wrong = fmt::format("{}: {} bytes are too short for an IV", shell_quoted(name), got);
        }
        if (wrong.empty())
            wrong = stream_des(work_, input, shell_quoted(name), hash, progress);
    }
    return ended(hash, wrong);
}

// What a sealed file holds.
std::optional<PlainHash::Value> Recrypt::opened(const std::string &name) const {
    Input input(name);
    if (!input.ok()) {
        complain_errno("des", name, input.error());
        return std::nullopt;
    }
    PlainHash hash(lib_);
    Progress progress(options_.show, name, input.size());
    std::string wrong = open_sealed(lib_, key_, input, shell_quoted(name), hash, progress);
    progress.finish();
    return ended(hash, wrong);
}

bool Recrypt::make(const std::string &name, Input &old, const struct stat &info) {
    PartFile part(target_of(name));
    if (!part.ok())
        return fail(part.complaint());
    const auto sealer = std::make_unique<Sealer>(lib_, part);
    if (!sealer->start(key_))
        return fail(sealer->complaint());
    const auto data = decrypted(name, old, sealer.get());
    if (!data)
        return false;
    if (!sealer->finish())
        return fail(sealer->complaint());
    if (!part.sync())
        return fail(part.complaint());
    const auto sealed = opened(part.path());
    if (!sealed)
        return false;
    if (*sealed != *data)
        return fail(fmt::format("{}: does not hold what was written to it",
                                shell_quoted(part.path())));
    return part.publish(info) || fail(part.complaint());
}

// A sealed file that is there already is that of the old one, or in the way.
bool Recrypt::compare(const std::string &name, Input &old) {
    const std::string target = target_of(name);
    const auto sealed = opened(target);
    const auto data = sealed ? decrypted(name, old, nullptr) : std::nullopt;
    if (!data)
        return false;
    if (*sealed != *data)
        return fail(fmt::format("{}: is there already, and holds other data than {}",
                                shell_quoted(target), shell_quoted(name)));
    return make_durable(target) || fail_errno(target);
}

bool Recrypt::remove_old(const std::string &name, const struct stat &info) const {
    struct stat now;
    if (lstat(name.c_str(), &now) != 0)
        return fail_errno(name);
    if (!unchanged(info, now))
        return fail(fmt::format("{}: changed meanwhile, and is not removed", shell_quoted(name)));
    if (unlink(name.c_str()) != 0)
        return fail_errno(name);
    return sync_directory_of(name) || fail_errno(name);
}

bool Recrypt::file(const std::string &name) {
    const std::string target = target_of(name), shown = shell_quoted(name);
    if (name.ends_with(std::string(sealed_suffix) + PartFile::suffix))
        return report(name, "unfinished, passed over", false);
    struct stat info;
    if (lstat(name.c_str(), &info) != 0) {
        // Of an earlier run that came further.
        if (errno == ENOENT && options_.remove && exists(target))
            return opened(target) && report(name, "was sealed before, verified", true);
        return fail_errno(name);
    }
    if (options_.remove && S_ISLNK(info.st_mode))
        return fail(fmt::format("{}: a symbolic link: --remove would leave the data", shown));
    if (stat(name.c_str(), &info) != 0)
        return fail_errno(name);
    if (!S_ISREG(info.st_mode))
        return fail(fmt::format("{}: not a regular file", shown));
    if (starts_sealed(name))
        return opened(name) && report(name, "is a sealed file, verified", false);
    Input old(name);
    if (!old.ok()) {
        complain_errno("des", name, old.error());
        return false;
    }
    old.will_be_long();
    const bool before = exists(target);
    return (before ? compare(name, old) : make(name, old, info)) &&
           (!options_.remove || remove_old(name, info)) &&
           report(name, before ? "was sealed before, verified" : "sealed, verified",
                  options_.remove);
}

}  // namespace og::cli
