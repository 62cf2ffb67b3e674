// SPDX-License-Identifier: MIT
#include "journal.hpp"

#include "file_line.hpp"
#include "files/directory.hpp"
#include "files/write_all.hpp"
#include "manifest/json_line.hpp"
#include "manifest/lines_of.hpp"
#include "os/file.hpp"
#include "text/hex.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace og::cli {
namespace {

constexpr std::size_t journal_block = 4096;
constexpr auto flush_interval = std::chrono::seconds(10);

// Returns the digests of a parsed line.
Digests digests_of(const JsonLine &line) {
    Digests digests;
    for (std::size_t i = 0; i < digests.size(); i++)
        if (line.has_digest[i]) digests[i] = line.digests[i];
    return digests;
}

}  // namespace

Journal::~Journal() {
    if (fd_ >= 0) os::close(fd_);
}

std::string Journal::open(const std::string &file, const std::string &identity) {
    name_ = file;
    const std::string title = shell_quoted(file);
    fd_ = os::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600);
    if (fd_ < 0) return fmt::format("{}: {}", title, std::strerror(errno));
    os::Status status;
    if (os::fstat(fd_, &status) != 0 || !S_ISREG(status.st_mode)) return title + ": not a regular file";
    if (!os::lock(fd_)) return title + ": another audit uses this journal";
    if (const std::string why = read(identity); !why.empty()) return why;
    if (complete_) {
        records_.clear();
        states_.clear();
        if (os::ftruncate(fd_, 0) != 0) return fmt::format("{}: {}", title, std::strerror(errno));
    }
    if (os::lseek(fd_, 0, SEEK_END) == 0) {
        std::string line = "{\"v\":1,\"journal\":";
        append_json_string(line, identity);
        append(line + "}\n");
        write_out();
        sync_directory_of(file);
    }
    flushed_ = std::chrono::steady_clock::now();
    if (error_ != 0) return fmt::format("{}: {}", title, std::strerror(error_));
    return "";
}

// Reads all complete lines and removes the rest of the file.
std::string Journal::read(const std::string &identity) {
    std::string text(journal_block, '\0'), line;
    off_t kept = 0;
    std::uint64_t number = 1;
    for (;;) {
        const ssize_t got = os::read(fd_, text.data(), text.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fmt::format("{}: {}", shell_quoted(name_), std::strerror(errno));
        if (got == 0) break;
        std::string_view rest(text.data(), static_cast<std::size_t>(got));
        for (std::size_t end; (end = rest.find('\n')) != std::string_view::npos; number++) {
            line += rest.substr(0, end);
            rest.remove_prefix(end + 1);
            if (const std::string why = take(line, identity, number); !why.empty())
                return line_complaint(name_, number, why);
            kept += static_cast<off_t>(line.size()) + 1;
            line.clear();
        }
        line += rest;
        if (line.size() > longest_line) return line_complaint(name_, number, "this is no journal");
    }
    // A file that begins with anything else is not emptied: it may be the wrong file.
    if (kept == 0 && !line.empty() &&
        !std::string_view("{\"v\":1,\"journal\":").starts_with(line.substr(0, 17)))
        return line_complaint(name_, 1, "this is no journal");
    if (!line.empty() && os::ftruncate(fd_, kept) != 0)
        return fmt::format("{}: {}", shell_quoted(name_), std::strerror(errno));
    return "";
}

std::string Journal::take(std::string_view text, const std::string &identity, std::uint64_t number) {
    JsonLine line;
    if (std::string why = parse_json_line(text, line); !why.empty()) return why;
    if (number == 1) {
        if (line.journal.empty()) return "this is no journal";
        return line.journal == identity
                   ? ""
                   : "this is the journal of an audit with another manifest or other options";
    }
    complete_ = line.is_summary;
    if (complete_) return "";
    if (!line.has_name || !line.has_size || !line.has_mtime || !line.has_ctime || !line.has_inode)
        return "the object lacks a member";
    const FileState state{line.size, line.inode, line.mtime, line.ctime};
    if (line.state.empty()) {
        records_[line.name] = {state, digests_of(line), line.checked, line.attacked};
        states_.erase(line.name);
        return "";
    }
    for (const Hash hash : hashes) {
        if (line.hash != name_of(hash)) continue;
        if (line.state.size() % 2 != 0 || hex_digits(line.state) != line.state.size())
            return "the state is not hexadecimal";
        JournalState found{state, hash, line.offset, std::vector<std::uint8_t>(line.state.size() / 2)};
        decode_hex(found.bytes.data(), found.bytes.size(), line.state);
        std::vector<JournalState> &all = states_[line.name];
        std::erase_if(all, [&](const JournalState &old) { return old.hash == hash; });
        all.push_back(std::move(found));
        return "";
    }
    return "the state has no known hash";
}

const JournalRecord *Journal::find(std::string_view name, const FileState &state) const {
    const auto found = records_.find(name);
    return found != records_.end() && found->second.state == state ? &found->second : nullptr;
}

const JournalState *Journal::find_state(std::string_view name, const FileState &state, Hash hash) const {
    const auto found = states_.find(name);
    if (found == states_.end()) return nullptr;
    for (const JournalState &candidate : found->second)
        if (candidate.hash == hash && candidate.file == state) return &candidate;
    return nullptr;
}

void Journal::add(std::string_view name, const JournalRecord &record) {
    std::string line = "{\"v\":1,";
    append_json_name(line, name);
    append_state(line, record.state, true);
    append_digests(line, record.digests);
    if (record.attacked) line += ",\"attacked\":true";
    append_checked(line, record.checked);
    const std::lock_guard lock(mutex_);
    append(line + "}\n");
    if (text_.size() >= journal_block) write_out();
    if (std::chrono::steady_clock::now() - flushed_ >= flush_interval) flush_to_disk();
}

void Journal::add_state(std::string_view name, const JournalState &state) {
    std::string line = "{\"v\":1,";
    append_json_name(line, name);
    append_state(line, state.file, true);
    line += fmt::format(",\"hash\":\"{}\",\"offset\":{},\"state\":\"", name_of(state.hash), state.offset);
    append_hex(line, state.bytes.data(), state.bytes.size());
    const std::lock_guard lock(mutex_);
    append(line + "\"}\n");
    flush_to_disk();
}

void Journal::append(std::string_view line) { text_ += line; }

void Journal::write_out() {
    if (error_ == 0 && write_all(fd_, text_.data(), text_.size()) != text_.size()) error_ = errno;
    text_.clear();
}

void Journal::flush_to_disk() {
    write_out();
    if (error_ == 0 && os::fsync(fd_) != 0) error_ = errno;
    flushed_ = std::chrono::steady_clock::now();
}

bool Journal::finish(bool complete) {
    const std::lock_guard lock(mutex_);
    if (complete) append("{\"v\":1,\"summary\":{},\"complete\":true}\n");
    flush_to_disk();
    return error_ == 0;
}

int Journal::error() const {
    const std::lock_guard lock(mutex_);
    return error_;
}

}  // namespace og::cli
