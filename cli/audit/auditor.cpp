// SPDX-License-Identifier: MIT
#include "auditor.hpp"

#include "compare.hpp"
#include "os/file.hpp"
#include "selection.hpp"
#include "stop.hpp"
#include "tree/walk.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unordered_map>

namespace og::cli {
namespace {

// Returns nanoseconds since 1970, or the nearest number that fits.
std::int64_t nanoseconds(const struct timespec &time) {
    std::int64_t result = 0;
    if (__builtin_mul_overflow(std::int64_t{time.tv_sec}, std::int64_t{1'000'000'000}, &result) ||
        __builtin_add_overflow(result, std::int64_t{time.tv_nsec}, &result))
        return time.tv_sec < 0 ? INT64_MIN : INT64_MAX;
    return result;
}

FileState state_of(const os::Status &status) {
    return {static_cast<std::uint64_t>(status.st_size), status.st_ino, nanoseconds(status.st_mtim),
            nanoseconds(status.st_ctim)};
}

// The tag of a request: which file, which hash, and the number of the hashes of the file.
struct Tag {
    std::uint32_t index;
    bool is_listed;
    Hash hash;
    std::uint8_t count;

    // A number that is the same for all hashes of the file.
    std::uint64_t file() const { return index | std::uint64_t{is_listed} << 32; }
    std::uint64_t value() const {
        return file() | std::uint64_t{count} << 33 | static_cast<std::uint64_t>(hash) << 41;
    }
    static Tag of(std::uint64_t value) {
        return {static_cast<std::uint32_t>(value), (value >> 32 & 1) != 0, static_cast<Hash>(value >> 41),
                static_cast<std::uint8_t>(value >> 33)};
    }
};

class Auditor final : public WalkReceiver, public Receiver {
public:
    Auditor(const Manifest &manifest, const AuditOptions &options, const OwnFiles &own, Journal *journal,
            RunProgress &progress, Findings &findings)
        : manifest_(manifest),
          options_(options),
          own_(own),
          journal_(journal),
          progress_(progress),
          findings_(findings),
          pipeline_(options.hash, *this) {
        for (const Hash hash : hashes)
            if (manifest.uses(hash)) used_.push_back(hash);
    }

    AuditRun run(const std::string &folder) {
        WalkOptions how;
        how.want_status = true;
        how.prefix = "";
        WalkCounts counts;
        AuditRun done;
        done.complete = walk(folder, how, *this, counts) && pipeline_.finish() && goes_on();
        done.others = counts.others;
        if (!done.complete) return done;
        look_for_missing(folder);
        std::erase_if(findings_.unlisted, [](const Unlisted &file) { return file.removed; });
        match_contents(manifest_, findings_);
        return done;
    }

    bool file(const WalkedFile &file) override {
        const FileState state = state_of(*file.status);
        const std::size_t index = manifest_.index_of(file.name);
        if (index != manifest_.size())
            return take_listed(file, static_cast<std::uint32_t>(index), state) && goes_on();
        if (manifest_.lists_payload_only && !file.name.starts_with("data/")) return true;
        for (const FileId &own : own_)
            if (own.device == file.status->st_dev && own.inode == file.status->st_ino) return true;
        return take_unlisted(file, state) && goes_on();
    }

    bool unreadable(std::string_view name, int error) override {
        const std::size_t index = manifest_.index_of(name);
        if (index != manifest_.size()) {
            if (error == ENOENT) return true;  // removed since the walk read its name: it is missing
            set_unreadable(static_cast<std::uint32_t>(index), std::strerror(error), error);
            return true;
        }
        unreadable_.push_back({std::string(name), error});
        Unlisted &folder = findings_.unlisted.emplace_back();
        folder.name = name;
        folder.status = Status::unreadable;
        folder.why = std::strerror(error);
        folder.error = error;
        return true;
    }

    void release_folders() override { pipeline_.release_folders(); }

    void tick() override { progress_.tick(); }

    // Stops also while a large file is hashed.
    bool pause() override { return goes_on(); }

    // The results come in any order.
    bool result(const Result &result) override {
        const Tag tag = Tag::of(result.tag);
        Results results;
        if (const auto found = partial_.find(tag.file()); found != partial_.end()) {
            results = std::move(found->second);
            partial_.erase(found);
        }
        results.add(tag.hash, result);
        if (results.count < tag.count)
            partial_.emplace(tag.file(), std::move(results));
        else if (tag.is_listed)
            finish_listed(tag.index, results);
        else
            finish_unlisted(tag.index, results);
        return goes_on();
    }

private:
    // The results of one file.
    struct Results {
        Digests digests;
        bool attacked = false, steady = true;
        Result::Kind kind = Result::hashed;  // the last one that is not `hashed`, if any
        int error = 0;
        std::string why;
        std::uint32_t checked = 0;  // from the journal, or 0
        std::uint8_t count = 0;     // of the hashes that came

        void add(Hash hash, const Result &result) {
            count++;
            if (result.kind == Result::hashed) {
                digests[static_cast<std::size_t>(hash)] = result.digest;
                attacked = attacked || result.attacked;
                steady = steady && !result.changed;
            } else {
                kind = result.kind;
                error = result.error;
                why = reason(result);
            }
        }
    };

    struct UnreadableFolder {
        std::string name;
        int error;
    };

    bool goes_on() const { return !stop_requested() && (journal_ == nullptr || journal_->error() == 0); }

    void set_status(std::uint32_t index, Status status) {
        findings_.listed[index].status = status;
        findings_.listed[index].decided = true;
    }

    void set_unreadable(std::uint32_t index, std::string why, int error) {
        set_status(index, Status::unreadable);
        findings_.details[index].why = std::move(why);
        findings_.details[index].error = error;
    }

    bool take_listed(const WalkedFile &file, std::uint32_t index, const FileState &state) {
        const ManifestEntry &entry = manifest_[index];
        findings_.listed[index].state = state;
        if (entry.has_size && entry.size != state.size && !options_.digest_changed) {
            set_status(index, Status::changed);
            return true;
        }
        if (!entry.has_any()) {
            set_status(index, Status::skipped);
            findings_.details[index].why = "no digest that can be checked";
            return true;
        }
        if (!must_read(entry, state, options_)) {
            set_status(index, Status::skipped);
            return true;
        }
        std::vector<Hash> wanted;
        for (const Hash hash : hashes)
            if (entry.has(hash)) wanted.push_back(hash);
        if (const std::optional<Results> earlier = from_journal(file.name, state, wanted)) {
            finish_listed(index, *earlier);
            return true;
        }
        return add(file, state, index, true, wanted);
    }

    bool take_unlisted(const WalkedFile &file, const FileState &state) {
        const auto index = static_cast<std::uint32_t>(findings_.unlisted.size());
        Unlisted &unlisted = findings_.unlisted.emplace_back();
        unlisted.name = file.name;
        unlisted.state = state;
        unlisted.checked = options_.now;
        if (RunTotals &totals = progress_.totals(); totals.known) {
            totals.files++;
            totals.bytes += state.size;
        }
        if (const std::optional<Results> earlier = from_journal(file.name, state, used_)) {
            finish_unlisted(index, *earlier);
            return true;
        }
        return add(file, state, index, false, used_);
    }

    // Returns the results of an earlier run, if it had all that are wanted, and counts the file as done.
    std::optional<Results> from_journal(std::string_view name, const FileState &state,
                                        const std::vector<Hash> &wanted) const {
        const JournalRecord *record = journal_ == nullptr ? nullptr : journal_->find(name, state);
        if (record == nullptr) return std::nullopt;
        for (const Hash hash : wanted)
            if (!record->digests[static_cast<std::size_t>(hash)]) return std::nullopt;
        Results results;
        results.digests = record->digests;
        results.attacked = record->attacked;
        results.checked = record->checked;
        progress_.counters().files++;
        progress_.counters().bytes += state.size;
        return results;
    }

    // Adds a request for each hash.
    bool add(const WalkedFile &file, const FileState &state, std::uint32_t index, bool is_listed,
             const std::vector<Hash> &wanted) {
        for (const Hash hash : wanted) {
            Request request;
            request.name = file.name;
            request.leaf = file.leaf;
            request.folder = file.folder;
            request.walked = true;
            request.algorithm = &algorithm_of(hash);
            request.prefix = prefix_of(hash);
            request.counted = hash == wanted.front();
            request.tag = Tag{index, is_listed, hash, static_cast<std::uint8_t>(wanted.size())}.value();
            if (journal_ != nullptr && state.size > 4 * options_.checkpoint && hash != Hash::git_blob)
                request.mid_state = mid_state(file.name, state, hash);
            if (!pipeline_.add(std::move(request))) return false;
        }
        return true;
    }

    // Returns the state of an earlier run, if there is one, and the function that saves the next ones.
    std::unique_ptr<MidState> mid_state(std::string_view name, const FileState &state, Hash hash) const {
        auto mid = std::make_unique<MidState>();
        mid->every = options_.checkpoint;
        mid->save = [journal = journal_, name = std::string(name), state,
                     hash](std::uint64_t bytes, std::span<const std::uint8_t> saved) {
            journal->add_state(name, {state, hash, bytes, {saved.begin(), saved.end()}});
        };
        if (const JournalState *found = journal_->find_state(name, state, hash)) {
            mid->offset = found->offset;
            mid->state = found->bytes;
        }
        return mid;
    }

    // Records the results in the journal, unless they are from there. Returns when the file was read.
    std::uint32_t record(std::string_view name, const FileState &state, const Results &results) {
        if (results.checked != 0) return results.checked;
        if (journal_ != nullptr && results.steady)
            journal_->add(name, {state, results.digests, options_.now, results.attacked});
        return options_.now;
    }

    void finish_listed(std::uint32_t index, const Results &results) {
        const ManifestEntry &entry = manifest_[index];
        Listed &listed = findings_.listed[index];
        if (results.kind == Result::missing) return;  // removed meanwhile
        if (results.kind != Result::hashed) {
            set_unreadable(index, results.why, results.error);
            return;
        }
        listed.checked = record(entry.name, listed.state, results);
        listed.attacked = results.attacked;
        set_status(index, status_of(manifest_, entry, listed.state, results.digests, results.steady));
        if (listed.status != Status::ok) findings_.details[index].digests = results.digests;
    }

    void finish_unlisted(std::uint32_t index, const Results &results) {
        Unlisted &file = findings_.unlisted[index];
        if (results.kind == Result::missing) {
            file.removed = true;
        } else if (results.kind != Result::hashed) {
            file.status = Status::unreadable;
            file.why = results.why;
            file.error = results.error;
        } else {
            file.checked = record(file.name, file.state, results);
            file.attacked = results.attacked;
            file.digests = results.digests;
        }
    }

    // Returns whether a folder above a listed file is a symbolic link.
    static bool below_link(int root, const std::string &name) {
        os::Status status;
        for (std::size_t slash = name.find('/'); slash != std::string::npos;
             slash = name.find('/', slash + 1))
            if (os::fstatat(root, name.substr(0, slash).c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                S_ISLNK(status.st_mode))
                return true;
        return false;
    }

    // Decides about the listed files that the walk did not find. One is unreadable, not missing, if it may be
    // there: it is no regular file, or a folder above it cannot be read or is a symbolic link. A file whose
    // name differs in upper and lower case is missing, also if the file system takes the names for the same.
    void look_for_missing(const std::string &folder) {
        const int root = os::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        for (std::uint32_t i = 0; i < findings_.listed.size(); i++) {
            if (findings_.listed[i].decided) continue;
            const std::string name(manifest_[i].name);
            const auto above =
                std::find_if(unreadable_.begin(), unreadable_.end(), [&](const UnreadableFolder &one) {
                    return one.name == "." || name.starts_with(one.name + '/');
                });
            os::Status status;
            if (above != unreadable_.end())
                set_unreadable(i, std::strerror(above->error), above->error);
            else if (root < 0 || os::fstatat(root, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
                set_status(i, Status::missing);
            else if (!S_ISREG(status.st_mode))
                set_unreadable(i, "not a regular file", 0);
            else if (below_link(root, name))
                set_unreadable(i, "a folder above it is a symbolic link", 0);
            else
                set_status(i, Status::missing);
        }
        if (root >= 0) os::close(root);
    }

    const Manifest &manifest_;
    const AuditOptions &options_;
    const OwnFiles &own_;
    Journal *journal_;
    RunProgress &progress_;
    Findings &findings_;
    std::vector<Hash> used_;  // by the manifest
    std::vector<UnreadableFolder> unreadable_;
    std::unordered_map<std::uint64_t, Results> partial_;  // of files of which a hash is still to come
    HashPipeline pipeline_;
};

}  // namespace

AuditRun run_audit(const Manifest &manifest, const std::string &folder, const AuditOptions &options,
                   const OwnFiles &own, Journal *journal, RunProgress &progress, Findings &findings) {
    return Auditor(manifest, options, own, journal, progress, findings).run(folder);
}

}  // namespace og::cli
