// SPDX-License-Identifier: MIT
#include "audit.hpp"

#include "kernels/chosen.hpp"
#include "auditor.hpp"
#include "exit_status.hpp"
#include "files/input.hpp"
#include "os/rotational.hpp"
#include "files/whole_file.hpp"
#include "identity.hpp"
#include "manifest/bagit.hpp"
#include "manifest/lines_of.hpp"
#include "manifest/listed_name.hpp"
#include "os/file.hpp"
#include "report_page.hpp"
#include "os/stop.hpp"
#include "manifest/checkfile.hpp"
#include "sum/totals_counter.hpp"
#include "text/keyed_hash.hpp"
#include "text/messages.hpp"
#include "torrent/audit_torrent.hpp"
#include "update.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <random>
#include <unordered_set>

namespace og::cli {
namespace {

// Returns the paths of an existing folder, or nothing after a message.
Roots existing_folder(const std::string &folder) {
    Roots roots = roots_of(folder);
    os::Status status;
    if (roots.empty() || os::stat(folder.c_str(), &status) != 0) {
        complain_errno("audit", folder, errno);
        return {};
    }
    if (S_ISDIR(status.st_mode)) return roots;
    complain_errno("audit", folder, ENOTDIR);
    return {};
}

// Returns whether the manifest is a regular file. "-" is standard input.
bool is_regular_file(const std::string &manifest) {
    os::Status status;
    return manifest != "-" && os::stat(manifest.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// Returns the folder to compare with, if the user named none: the bag, else the current one.
std::string default_folder(const AuditRequest &request) {
    os::Status status;
    const bool is_folder = os::stat(request.manifest.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
    return is_folder ? request.manifest : ".";
}

bool on_rotating_disk(const std::string &folder) {
    os::Status status;
    return os::stat(folder.c_str(), &status) == 0 && os::rotational(status.st_dev);
}

HashOptions hash_options(const AuditRequest &request, const std::string &folder) {
    HashOptions options;
    set_threads(options, request.jobs, [&] { return on_rotating_disk(folder); });
    options.detect = request.detect;
    options.keep_cache = request.keep_cache;
    return options;
}

void add_own_file(OwnFiles &own, const std::string &name) {
    os::Status status;
    if (name != "-" && os::stat(name.c_str(), &status) == 0) own.push_back({status.st_dev, status.st_ino});
}

// The messages about an audit that may be a success. They are kept back with --quiet until it is none.
class Notes {
public:
    explicit Notes(bool keep) : keep_(keep) {}

    void add(std::string text) {
        if (keep_)
            kept_.push_back(std::move(text));
        else
            complain("audit", text);
    }

    // Prints the messages that were kept back, and from now on all.
    void release() {
        for (const std::string &text : kept_) complain("audit", text);
        kept_.clear();
        keep_ = false;
    }

private:
    bool keep_;
    std::vector<std::string> kept_;
};

// Prints what the reader noticed.
void tell_about(const Manifest &manifest, const std::string &title, Notes &notes) {
    for (const std::string &warning : manifest.warnings) notes.add("warning: " + warning);
    for (const std::string &message : manifest.left_out.messages())
        notes.add(fmt::format("warning: {}: {}", title_of_manifest(title), printable(message)));
    for (const std::string &problem : manifest.problems) complain("audit", problem);
    std::string names;
    for (const std::string &name : manifest.unchecked) names += (names.empty() ? "" : ", ") + name;
    if (!names.empty())
        notes.add(fmt::format("warning: {}: digests of these kinds are not checked: {}",
                              title_of_manifest(title), printable(names)));
}

// An audit whose manifest was read.
class Audit {
public:
    Audit(const AuditRequest &request, const Manifest &manifest, std::string folder, Notes &notes)
        : request_(request),
          manifest_(manifest),
          folder_(std::move(folder)),
          notes_(notes),
          findings_(manifest) {
        options_.hash = hash_options(request, folder_);
        options_.hash.in_order = false;  // the journal receives each result at once; the report is sorted
        options_.quick = request.quick;
        options_.sample = request.sample;
        options_.digest_changed = request.update == Update::all;
        options_.checkpoint = request.checkpoint;
        options_.exclusions = request.exclusions;
        options_.now = static_cast<std::uint32_t>(std::time(nullptr));
        if (request.max_age) options_.oldest = options_.now - std::min(options_.now, *request.max_age);
    }

    int run() {
        const auto start = std::chrono::steady_clock::now();
        if (!prepare()) return exit_usage;
        os::stop_on_signals();
        RunProgress progress(request_.progress);
        options_.counts_unlisted = set_totals(progress.totals());
        std::optional<TotalsCounter> counter;
        if (!options_.counts_unlisted && !request_.quick && !request_.sample)
            counter.emplace(counted_files(), progress.totals());
        options_.hash.counters = &progress.counters();
        AuditRun done = run_audit(manifest_, folder_, options_, own_, journal(), progress, findings_);
        if (counter && done.complete) counter->wait();
        progress.finish();
        if (journal() != nullptr && !journal_.finish(done.complete)) {
            complain_errno("audit", request_.journal, journal_.error());
            done.complete = false;
        }
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        const Counts counts = count(manifest_, findings_, done.complete);
        const ReportOptions how{request_.verbose, request_.json, done.complete};
        if (!print_report(manifest_, findings_, counts, how, seconds.count())) return exit_stopped;
        if (!request_.report.empty() && !write_report(counts, done.complete, seconds.count()))
            return exit_stopped;
        if (done.others > 0) notes_.add(others_text(done.others));
        if (done.excluded > 0)
            notes_.add(fmt::format(
                "{} excluded", done.excluded == 1 ? "1 file or folder is"
                                                  : fmt::format("{} files and folders are", done.excluded)));
        tell_about_names();
        tell_about_parts_of_names();
        tell_about_guesses();
        notes_.add(summary_text(counts));
        if (!done.complete) {
            notes_.release();
            complain("audit", journal() != nullptr
                                  ? "stopped before the end; run again with this journal to go on"
                                  : "stopped before the end");
            return exit_stopped;
        }
        const std::string oxum = oxum_complaint(manifest_, payload());
        if (!oxum.empty()) complain("audit", oxum);
        if (request_.update != Update::none)
            if (const int status = update(); status != exit_ok) return status;
        const bool all_checked = request_.quick || request_.sample || findings_.without_digest == 0;
        if (counts.all_good() && manifest_.problems.empty() && oxum.empty() && all_checked) return exit_ok;
        notes_.release();
        return exit_failed;
    }

private:
    Journal *journal() { return request_.journal.empty() ? nullptr : &journal_; }

    bool prepare() {
        if (request_.sample) {
            options_.seed = request_.seed ? *request_.seed : std::random_device{}();
            notes_.add(fmt::format("the seed of the sample is {}", options_.seed));
        }
        if (journal() != nullptr) {
            const std::string why = journal_.open(request_.journal, identity_of(manifest_, request_.detect));
            if (!why.empty()) {
                complain("audit", why);
                return false;
            }
            add_own_file(own_, request_.journal);
        }
        add_own_file(own_, request_.manifest);
        if (!request_.report.empty()) add_own_file(own_, request_.report);
        if (report_may_be_written()) return true;
        complain("audit", fmt::format("--report {}: a file that is no page of an audit; it is not replaced",
                                      shell_quoted(request_.report)));
        return false;
    }

    // Returns whether --report would replace no other file than an earlier page. The name can be that of the
    // manifest, of the journal or of a file that is audited, and it is known before hours of reading.
    bool report_may_be_written() const {
        os::Status status;
        const std::string &name = request_.report;
        if (name.empty() || name == "-" || os::stat(name.c_str(), &status) != 0) return true;
        if (!S_ISREG(status.st_mode) || status.st_size == 0) return true;
        Input input(name);
        std::string head(page_begin.size(), 0);
        return input.ok() && input.peek(head.data(), head.size()) >= 0 && head == page_begin;
    }

    // The sizes in the manifest give the percentage, if all listed files are read. Returns whether they do.
    bool set_totals(RunTotals &totals) const {
        if (request_.quick || request_.sample) return false;
        std::uint64_t bytes = 0;
        for (std::size_t i = 0; i < manifest_.size(); i++) {
            if (!manifest_[i].has_size) return false;
            bytes += manifest_[i].size;
        }
        totals.bytes = bytes;
        totals.files = manifest_.size();
        totals.known = true;
        return true;
    }

    // Returns the files that are counted ahead if the manifest has no sizes: those of the folder.
    CountedFiles counted_files() const {
        return {.progress = request_.progress,
                .recursive = true,
                .exclusions = &options_.exclusions,
                .files = {manifest_.lists_payload_only ? folder_ + "/data" : folder_}};
    }

    bool write_report(const Counts &counts, bool complete, double seconds) const {
        const ReportFacts facts{title_of_manifest(request_.manifest), folder_, complete, seconds};
        return write_file("audit", request_.report,
                          report_page(facts, counts, report_rows(manifest_, findings_, complete)));
    }

    // Says what explains differences between the names in the manifest and on the disk.
    void tell_about_names() {
        if (const std::size_t twins = findings_.twins.size(); twins > 0)
            notes_.add(
                fmt::format("warning: {}: another Unicode form of the name is on the disk (NFC, NFD){}",
                            shell_quoted(manifest_[findings_.twins[0]].name),
                            twins > 1 ? fmt::format(", and of {} more", twins - 1) : ""));
        bool backslashes = false;
        for (std::uint32_t i = 0; i < findings_.listed.size(); i++) {
            if (!is_absent(i)) continue;
            if (manifest_[i].name == "-")
                notes_.add(
                    "warning: sha1sum calls standard input -: oldguard sum --expect DIGEST FILE compares a "
                    "file with its digest");
            backslashes = backslashes || manifest_[i].name.find('\\') != std::string_view::npos;
        }
        if (backslashes) notes_.add("names contain backslashes: --backslashes takes them for separators");
    }

    // Returns whether no file has the name of an entry.
    bool is_absent(std::uint32_t i) const {
        const Status status = findings_.listed[i].status;
        return findings_.listed[i].decided && (status == Status::missing || status == Status::moved);
    }

    // Says what the names of files are that are part of listed names.
    void tell_about_parts_of_names() {
        std::unordered_set<std::string_view, KeyedHash> files;
        for (const Unlisted &file : findings_.unlisted)
            if (file.is_file) files.insert(file.name);
        NamesWithMore found;
        for (std::uint32_t i = 0; i < findings_.listed.size() && !files.empty(); i++)
            if (is_absent(i))
                found.add(manifest_[i].name, [&](const std::string &name) { return files.contains(name); });
        if (found.count > 0) notes_.add("warning: " + found.message());
    }

    // Says that the digests of one length may be of another algorithm.
    void tell_about_guesses() {
        Guesses found;
        for (const Hash hash : {Hash::sha1, Hash::whirlpool}) {
            if (!manifest_.guesses[static_cast<std::size_t>(hash)]) continue;
            const Algorithm &algorithm = hash == Hash::sha1 ? sha1 : whirlpool;
            for (const auto &[index, detail] : findings_.details) {
                const auto &digest = detail.digests[static_cast<std::size_t>(hash)];
                if (!digest || !manifest_[index].has(hash)) continue;
                found.add(algorithm, std::ranges::equal(manifest_.digest(manifest_[index], hash), *digest));
            }
            for (std::uint32_t i = 0; i < findings_.listed.size(); i++)
                if (findings_.listed[i].status == Status::ok && manifest_[i].has(hash))
                    found.add(algorithm, true);
        }
        if (const std::string_view message = found.message(); !message.empty())
            notes_.add(fmt::format("warning: {}", message));
    }

    // Returns the sizes of the payload of a bag.
    PayloadOxum payload() const {
        PayloadOxum found{};
        const auto add = [&](std::string_view name, std::uint64_t size) {
            if (!name.starts_with("data/")) return;
            found.files++;
            found.bytes += size;
        };
        for (std::uint32_t i = 0; i < findings_.listed.size(); i++)
            if (const Status status = findings_.listed[i].status;
                status != Status::missing && status != Status::moved)
                add(manifest_[i].name, findings_.listed[i].state.size);
        for (const Unlisted &file : findings_.unlisted)
            if (file.is_file) add(file.name, file.state.size);
        return found;
    }

    int update() {
        if (request_.update == Update::all && std::ranges::all_of(findings_.listed, [](const Listed &listed) {
                return listed.status == Status::missing;
            })) {
            complain("audit", fmt::format("no listed file is in {}; the manifest is as it was",
                                          shell_quoted(folder_)));
            return exit_failed;
        }
        const UpdateResult done = update_manifest(request_.manifest, manifest_, findings_, request_.update);
        if (done.status != exit_ok) complain("audit", done.why);
        return done.status;
    }

    const AuditRequest &request_;
    const Manifest &manifest_;
    const std::string folder_;
    Notes &notes_;
    AuditOptions options_;
    OwnFiles own_;
    Findings findings_;
    Journal journal_;
};

// Returns the first option of the request that an audit of a torrent does not have, or "".
std::string_view option_without_torrents(const AuditRequest &request) {
    if (request.quick) return "--quick";
    if (request.sample) return "--sample";
    if (request.update != Update::none) return "--update";
    if (!request.journal.empty()) return "--journal";
    if (!request.report.empty()) return "--report";
    if (!request.exclusions.empty()) return "--exclude";
    if (!request.strip_prefix.empty()) return "--strip-prefix";
    if (request.backslashes) return "--backslashes";
    if (request.encoding != TextEncoding::automatic) return "--encoding";
    if (request.quiet) return "--quiet";
    if (request.strict) return "--strict";
    return request.git_blob ? "--git-blob" : "";
}

// Returns the complaint about an option that has no meaning with the format of the manifest, or "".
std::string unsuitable_option(const AuditRequest &request, const Manifest &manifest) {
    if (request.strict && manifest.format != ManifestFormat::bagit) return "--strict needs a bag";
    if (manifest.format == ManifestFormat::bagit && request.encoding != TextEncoding::automatic)
        return "--encoding is not possible with a bag, whose bagit.txt names it";
    const bool has_lines = manifest.format == ManifestFormat::gnu || manifest.format == ManifestFormat::bsd;
    if (request.git_blob && !has_lines)
        return fmt::format("--git-blob is possible with GNU and BSD lines only, and this is {}",
                           name_of(manifest.format));
    return "";
}

bool same_hashes(const ManifestEntry &a, const ManifestEntry &b) {
    return std::ranges::all_of(hashes, [&](Hash hash) { return a.has(hash) == b.has(hash); });
}

// Returns what --update cannot write, or "".
std::string_view reason_against_update(const AuditRequest &request, const Manifest &manifest) {
    if (request.update == Update::none) return "";
    if (request.manifest == "-") return "standard input";
    if (!can_update(request.manifest, manifest)) return name_of(manifest.format);
    if (!manifest.is_plain) return "a list that is not UTF-8 with line feeds: convert it first";
    if (request.backslashes || !request.strip_prefix.empty())
        return "the names as the list has them with --backslashes or --strip-prefix";
    for (std::size_t i = 0; i < manifest.size(); i++)
        if (!manifest[i].has_any())
            return "the lines of files without a SHA-1 or Whirlpool digest";
        else if (manifest.format == ManifestFormat::hashdeep && !same_hashes(manifest[i], manifest[0]))
            return "several lists of hashdeep with other columns";
    return "";
}

int audit_with_torrent(const AuditRequest &request, const std::string &folder) {
    if (const std::string_view option = option_without_torrents(request); !option.empty()) {
        complain_usage("audit", fmt::format("{} is not possible with a torrent", option));
        return exit_usage;
    }
    const TorrentAuditOptions options{request.verbose, request.json, request.progress,
                                      hash_options(request, folder)};
    return audit_torrent(request.manifest, folder, options);
}

}  // namespace

int audit(const AuditRequest &request) {
    if (config_is_wrong("audit")) return exit_usage;
    const std::string folder = request.folder.empty() ? default_folder(request) : request.folder;
    const Roots roots = existing_folder(folder);
    if (roots.empty()) return exit_usage;
    Manifest manifest;
    const ReadOptions how{
        .names = {.roots = roots, .backslashes = request.backslashes, .strip_prefix = request.strip_prefix},
        .encoding = request.encoding,
        .git_blob = request.git_blob,
        .strict = request.strict};
    if (const std::string why = read_manifest(request.manifest, how, manifest); !why.empty()) {
        complain("audit", why);
        return exit_usage;
    }
    if (manifest.format == ManifestFormat::torrent) {
        if (is_regular_file(request.manifest)) return audit_with_torrent(request, folder);
        complain("audit", shell_quoted(request.manifest) + ": a torrent must be a regular file");
        return exit_usage;
    }
    if (const std::string why = unsuitable_option(request, manifest); !why.empty()) {
        complain_usage("audit", why);
        return exit_usage;
    }
    const std::string where =
        manifest.format == ManifestFormat::bagit && request.folder.empty() ? manifest.folder : folder;
    Notes notes(request.quiet);
    tell_about(manifest, request.manifest, notes);
    if (const std::string_view why = reason_against_update(request, manifest); !why.empty()) {
        complain_usage("audit", fmt::format("--update cannot write {}", why));
        return exit_usage;
    }
    return Audit(request, manifest, where, notes).run();
}

}  // namespace og::cli
