// SPDX-License-Identifier: MIT
#include "auditor.hpp"

#include "compare.hpp"
#include "os/file.hpp"
#include "os/stop.hpp"
#include "text/canonical_name.hpp"
#include "text/glob.hpp"
#include "text/keyed_hash.hpp"
#include "tree/walk.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <set>
#include <unordered_map>

namespace og::cli {
namespace {

FileState state_of(const os::Status &status) {
    return {static_cast<std::uint64_t>(status.st_size), status.st_ino, FileTime(status.st_mtim),
            FileTime(status.st_ctim)};
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
        if (!options_.exclusions.empty()) how.exclusions = &options_.exclusions;
        WalkCounts counts;
        AuditRun done;
        done.complete = walk(folder, how, *this, counts) && pipeline_.finish() && goes_on();
        done.others = counts.others;
        done.excluded = counts.excluded;
        if (!done.complete) return done;
        look_for_missing();
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
        if (matches_listed_glob(file.name)) return goes_on();
        return take_unlisted(file, state) && goes_on();
    }

    bool unreadable(std::string_view name, int error) override {
        const std::size_t index = manifest_.index_of(name);
        if (index != manifest_.size()) {
            if (error == ENOENT) return true;  // removed since the walk read its name: it is missing
            set_unreadable(static_cast<std::uint32_t>(index), std::strerror(error), error);
            return true;
        }
        obstacles_.push_back({std::string(name), std::strerror(error), error});
        Unlisted &folder = findings_.unlisted.emplace_back();
        folder.name = name;
        folder.status = Status::unreadable;
        folder.is_file = false;
        folder.why = std::strerror(error);
        folder.error = error;
        return true;
    }

    void folder(std::string_view name) override {
        const std::size_t index = manifest_.index_of(name);
        if (index != manifest_.size() && !manifest_[index].is_glob)
            set_unreadable(static_cast<std::uint32_t>(index), "not a regular file", 0);
        if (std::ranges::find(manifest_.optional_folders, name) != manifest_.optional_folders.end())
            optional_there_.emplace(name);
    }

    void other(std::string_view name, bool is_link) override {
        folder(name);
        if (is_link) obstacles_.push_back({std::string(name), "a folder above it is a symbolic link", 0});
    }

    void release_folders() override { pipeline_.release_folders(); }

    bool tick() override {
        progress_.tick();
        return true;
    }

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

    // What is below it cannot be read. "." is the whole folder.
    struct Obstacle {
        std::string name, why;
        int error;
        bool is_absent = false;  // an optional folder: what is below it may be absent
    };

    // Returns the place of a byte in an order where all that is below a path follows it.
    static int place_of(char c) { return c == '/' ? 0 : 1 + static_cast<unsigned char>(c); }

    // Returns whether a path comes before another one in that order. Most of the time goes into what both
    // begin with, so that is compared in blocks.
    static bool is_before(std::string_view a, std::string_view b) {
        constexpr std::size_t block = 64;
        const std::size_t both = std::min(a.size(), b.size());
        std::size_t at = 0;
        while (both - at >= block && std::memcmp(&a[at], &b[at], block) == 0) at += block;
        while (at < both && a[at] == b[at]) at++;
        return at == both ? a.size() < b.size() : place_of(a[at]) < place_of(b[at]);
    }

    bool goes_on() const { return !os::stop_requested() && (journal_ == nullptr || journal_->error() == 0); }

    void set_status(std::uint32_t index, Status status) {
        findings_.listed[index].status = status;
        findings_.listed[index].decided = true;
    }

    void set_unreadable(std::uint32_t index, std::string why, int error) {
        set_status(index, Status::unreadable);
        findings_.details[index].why = std::move(why);
        findings_.details[index].error = error;
    }

    void set_without_digest(std::uint32_t index) {
        set_status(index, Status::skipped);
        if (manifest_[index].by_name) return;
        findings_.details[index].why = "no digest that can be checked";
        findings_.without_digest++;
    }

    // Returns whether a pattern of the manifest has the place of a file that is not listed by its name.
    bool matches_listed_glob(std::string_view name) {
        for (const ListedGlob &glob : manifest_.globs) {
            if (!matches_glob(glob.text, name)) continue;
            if (glob.entry != UINT32_MAX) set_status(glob.entry, Status::skipped);
            return true;
        }
        return false;
    }

    bool take_listed(const WalkedFile &file, std::uint32_t index, const FileState &state) {
        const ManifestEntry &entry = manifest_[index];
        findings_.listed[index].state = state;
        if (entry.has_size && entry.size != state.size && !options_.digest_changed) {
            set_status(index, Status::changed);
            return true;
        }
        if (!entry.has_any()) {
            set_without_digest(index);
            return true;
        }
        if (options_.quick && !entry.differed && is_as_recorded(entry, state)) {
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
        if (RunTotals &totals = progress_.totals(); options_.counts_unlisted) {
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
            file.steady = results.steady;
            file.attacked = results.attacked;
            file.digests = results.digests;
        }
    }

    // Returns the reason why what is below a path cannot be read, for each listed file that the walk did not
    // find: the outermost obstacle above it, or NULL. Both are sorted so that all that is below a path
    // follows it, which takes a time that does not depend on the depth of the names.
    std::vector<const Obstacle *> obstacles_above(std::vector<std::uint32_t> &entries) {
        if (obstacles_.empty()) return std::vector<const Obstacle *>(entries.size());
        const auto is_below = [](std::string_view name, std::string_view folder) {
            return folder == "." || (name.starts_with(folder) && name.substr(folder.size()).starts_with('/'));
        };
        std::ranges::sort(obstacles_, [&](const Obstacle &a, const Obstacle &b) {
            return a.name == "." || (b.name != "." && is_before(a.name, b.name));
        });
        std::ranges::sort(entries, [&](std::uint32_t a, std::uint32_t b) {
            return is_before(manifest_[a].name, manifest_[b].name);
        });
        std::vector<const Obstacle *> found(entries.size()), above;
        std::size_t next = 0;
        for (std::size_t i = 0; i < entries.size(); i++) {
            const std::string_view name = manifest_[entries[i]].name;
            for (; next < obstacles_.size() &&
                   (obstacles_[next].name == "." || is_before(obstacles_[next].name, name));
                 next++) {
                while (!above.empty() && !is_below(obstacles_[next].name, above.back()->name))
                    above.pop_back();
                above.push_back(&obstacles_[next]);
            }
            while (!above.empty() && !is_below(name, above.back()->name)) above.pop_back();
            if (!above.empty()) found[i] = above.front();
        }
        return found;
    }

    // Decides about the listed files that the walk did not find. One is unreadable, not missing, if it may be
    // there: a folder above it cannot be read, or is a symbolic link. A file whose name differs in upper and
    // lower case is missing, also if the file system takes the names for the same. Asks the system nothing:
    // the walk saw all that is there.
    void look_for_missing() {
        std::vector<std::uint32_t> entries;
        for (std::uint32_t i = 0; i < findings_.listed.size(); i++)
            if (!findings_.listed[i].decided && !is_left_out(i)) entries.push_back(i);
        for (const std::string &name : manifest_.optional_folders)
            if (!optional_there_.contains(name)) obstacles_.push_back({name, "", 0, true});
        const std::vector<const Obstacle *> obstacles = obstacles_above(entries);
        std::vector<std::uint32_t> missing;
        for (std::size_t i = 0; i < entries.size(); i++) {
            if (obstacles[i] != nullptr && obstacles[i]->is_absent) continue;
            if (obstacles[i] != nullptr)
                set_unreadable(entries[i], obstacles[i]->why, obstacles[i]->error);
            else
                missing.push_back(entries[i]);
        }
        take_twins(missing);
        for (const std::uint32_t i : missing)
            if (!findings_.listed[i].decided && !manifest_[i].optional) set_status(i, Status::missing);
    }

    // Returns whether the options leave a listed file out that the walk did not find.
    bool is_left_out(std::uint32_t index) const {
        return !options_.exclusions.empty() && options_.exclusions.leaves_out_file(manifest_[index].name);
    }

    // Gives each missing file the unlisted one whose name is the same in another Unicode form, as a file
    // system or a program changes it between NFC and NFD.
    void take_twins(const std::vector<std::uint32_t> &missing) {
        std::unordered_map<std::string, std::uint32_t, KeyedHash, std::equal_to<>> by_name;
        const auto is_ascii = [](std::string_view name) {
            return std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
        };
        if (std::ranges::all_of(missing, [&](std::uint32_t i) { return is_ascii(manifest_[i].name); }))
            return;
        for (std::uint32_t i = 0; i < findings_.unlisted.size(); i++) {
            const Unlisted &file = findings_.unlisted[i];
            if (!file.removed && file.is_file && !is_ascii(file.name))
                by_name.emplace(canonical_name(file.name), i);
        }
        for (const std::uint32_t i : missing) {
            if (is_ascii(manifest_[i].name)) continue;
            const auto twin = by_name.find(canonical_name(manifest_[i].name));
            if (twin == by_name.end()) continue;
            take_twin(i, findings_.unlisted[twin->second]);
            by_name.erase(twin);
        }
    }

    void take_twin(std::uint32_t index, Unlisted &file) {
        const ManifestEntry &entry = manifest_[index];
        Listed &listed = findings_.listed[index];
        file.removed = true;
        listed.state = file.state;
        listed.attacked = file.attacked;
        listed.checked = file.checked;
        findings_.twins.push_back(index);
        if (file.status == Status::unreadable) {
            set_unreadable(index, file.why, file.error);
        } else if (!entry.has_any()) {
            set_without_digest(index);
        } else {
            set_status(index, status_of(manifest_, entry, file.state, file.digests, file.steady));
            if (listed.status != Status::ok) findings_.details[index].digests = file.digests;
        }
    }

    const Manifest &manifest_;
    const AuditOptions &options_;
    const OwnFiles &own_;
    Journal *journal_;
    RunProgress &progress_;
    Findings &findings_;
    std::vector<Hash> used_;  // by the manifest
    std::vector<Obstacle> obstacles_;
    std::set<std::string, std::less<>> optional_there_;   // optional folders
    std::unordered_map<std::uint64_t, Results> partial_;  // of files of which a hash is still to come
    HashPipeline pipeline_;
};

}  // namespace

AuditRun run_audit(const Manifest &manifest, const std::string &folder, const AuditOptions &options,
                   const OwnFiles &own, Journal *journal, RunProgress &progress, Findings &findings) {
    return Auditor(manifest, options, own, journal, progress, findings).run(folder);
}

}  // namespace og::cli
