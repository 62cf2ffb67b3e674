// SPDX-License-Identifier: MIT
#include "verify.hpp"

#include "exit_status.hpp"
#include "files/output.hpp"
#include "manifest/bagit.hpp"
#include "manifest/names.hpp"
#include "manifest/recognize.hpp"
#include "text/hex.hpp"
#include "text/messages.hpp"
#include "tree/inner_folders.hpp"
#include "twin_finder.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <deque>
#include <utility>

namespace og::cli {
namespace {

struct CheckCounts {
    std::uint64_t entries = 0, bad_lines = 0, unreadable = 0, mismatched = 0, matched = 0;
    std::uint64_t attacked = 0;
    std::uint64_t with_backslash = 0;  // missing files
    NamesWithMore with_more;           // missing files
    std::uint64_t twins = 0;           // names that have another Unicode form on the disk
    Guesses guesses;
    LeftOut left_out;
    std::string first_why;  // what the first line is that is no entry, if that is known
};

// What a line of the check file asks for.
struct Expected {
    enum { file, long_line, bad_line } kind = file;
    Digest digest{};           // of a file
    std::string name{};        // of a file: the listed one, if that on the disk has another Unicode form
    bool optional = false;     // of a file: it may be missing
    bool by_length = false;    // of a file: the algorithm is guessed
    std::uint64_t number = 0;  // of a line for a message
    std::string why{};         // of a bad line
};

// Compares and reports the entries of one check file.
class Verifier final : public Receiver {
public:
    Verifier(const VerifyOptions &options, const std::string &title, CheckCounts &counts,
             RunProgress &progress)
        : options_(options), title_(title), counts_(counts), progress_(progress) {}

    // Appends what the next result belongs to.
    void expect(const Expected &listed) { listed_.push_back(listed); }

    bool result(const Result &result) override {
        const Expected listed = std::move(listed_.front());
        listed_.pop_front();
        if (listed.kind != Expected::file) return report_line(listed);
        const std::string name = listed.name.empty() ? std::string(result.name) : listed.name;
        if (result.kind == Result::missing && (options_.ignore_missing || listed.optional)) return true;
        if (result.kind != Result::hashed) {
            counts_.unreadable++;
            counts_.with_backslash += result.kind == Result::missing && is_there_with_slashes(name);
            if (result.kind == Result::missing) counts_.with_more.add(name, is_there);
            const bool go_on = pause();
            complain("sum", fmt::format("{}: {}", shell_quoted(name), reason(result)));
            return go_on && (options_.status || report(name, "FAILED open or read"));
        }
        const bool same = std::equal(listed.digest.begin(), listed.digest.begin() + result.algorithm->size,
                                     result.digest.begin());
        (same ? counts_.matched : counts_.mismatched)++;
        if (listed.by_length) counts_.guesses.add(*result.algorithm, same);
        if (result.attacked) {
            counts_.attacked++;
            if (!pause()) return false;
            complain_attack(name);
        }
        if (options_.status || (same && options_.quiet)) return true;
        return report(name, same ? "OK" : "FAILED");
    }
    bool pause() override {
        progress_.hide();
        return lines_.flush();
    }
    bool tick() override {
        progress_.tick();
        return true;
    }

private:
    // Prints a line about a file. The name is escaped as in checksum lines, as sha1sum does from
    // coreutils 9.7 on.
    bool report(const std::string &name, const char *result) {
        const bool escape = needs_escape(name);
        return lines_.add(
            fmt::format("{}{}: {}\n", escape ? "\\" : "", escape ? escaped(name) : name, result));
    }

    static bool is_there(const std::string &name) {
        os::Status status;
        return os::lstat(name.c_str(), &status) == 0;
    }

    // Returns whether the file is there if backslashes separate the components of its name.
    static bool is_there_with_slashes(const std::string &name) {
        const std::string other = renamed(name, {.backslashes = true});
        return other != name && is_there(other);
    }

    // Prints the message about a line.
    bool report_line(const Expected &listed) {
        if (!pause()) return false;
        complain("sum", fmt::format("{}: {}: {}", title_, listed.number, listed.why));
        return true;
    }

    const VerifyOptions &options_;
    const std::string &title_;
    CheckCounts &counts_;
    RunProgress &progress_;
    std::deque<Expected> listed_;  // whose results are to come
    Lines lines_;
};

void warn_count(std::uint64_t count, const char *one, const char *many) {
    if (count > 0) complain("sum", fmt::format("WARNING: {} {}", count, count == 1 ? one : many));
}

void summarize(const std::string &title, const VerifyOptions &options, const CheckCounts &counts) {
    if (counts.entries == 0) {
        complain("sum", title + ": no properly formatted checksum lines found");
        std::vector<std::string> others;
        for (const auto &[name, count] : counts.left_out.others) others.push_back(name);
        if (!counts.first_why.empty())
            complain("sum", fmt::format("{}: {}", title, counts.first_why));
        else if (!others.empty())
            complain("sum", fmt::format("{}: {}", title, list_of_others(others)));
        return;
    }
    if (options.status) return;
    for (const std::string &message : counts.left_out.messages()) complain("sum", "WARNING: " + message);
    warn_count(counts.bad_lines, "line is improperly formatted", "lines are improperly formatted");
    warn_count(counts.unreadable, "listed file could not be read", "listed files could not be read");
    warn_count(counts.mismatched, "computed checksum did NOT match", "computed checksums did NOT match");
    warn_count(counts.twins, "name has another Unicode form on the disk",
               "names have another Unicode form on the disk");
    if (const std::string_view message = counts.guesses.message(); !message.empty())
        complain("sum", fmt::format("WARNING: {}", message));
    if (counts.with_backslash > 0)
        complain("sum", title + ": names contain backslashes: --backslashes takes them for separators");
    if (counts.with_more.count > 0) complain("sum", fmt::format("{}: {}", title, counts.with_more.message()));
    if (options.ignore_missing && counts.matched == 0) complain("sum", title + ": no file was verified");
}

// Says whether all is well after the results of a check file.
bool all_well(const VerifyOptions &options, const CheckCounts &counts) {
    return counts.matched > 0 && counts.mismatched == 0 && counts.unreadable == 0 && counts.attacked == 0 &&
           !(options.strict && (counts.bad_lines > 0 || !counts.left_out.others.empty()));
}

// Verifies the files of a manifest in another format than those of sha1sum and BSD. The names of a bag are
// relative to it, and its files are opened without following links.
class ManifestVerifier {
public:
    ManifestVerifier(const Manifest &manifest, const std::string &title, const VerifyOptions &options,
                     const Algorithm *only, const HashOptions &how, RunProgress &progress)
        : manifest_(manifest),
          options_(options),
          title_(title),
          only_(only),
          verifier_(options, title, counts_, progress),
          pipeline_(how, verifier_) {
        counts_.left_out = manifest.left_out;
        if (manifest.format != ManifestFormat::bagit) return;
        if (manifest.folder != ".") shown_ = manifest.folder + '/';
        const int fd = os::open(manifest.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fd >= 0) folders_.emplace(std::make_shared<const Folder>(fd));
    }

    bool run() {
        for (const std::string &warning : manifest_.warnings) complain("sum", "warning: " + warning);
        for (const std::string &problem : manifest_.problems) complain("sum", problem);
        os::Status status;
        for (const std::string &name : manifest_.optional_folders)
            if (os::lstat(name.c_str(), &status) != 0) absent_.push_back(name + '/');
        for (std::size_t i = 0; i < manifest_.size(); i++)
            if (!add(manifest_[i])) return false;
        if (!pipeline_.finish()) return false;
        const std::string oxum = counts_.unreadable > 0 ? "" : oxum_complaint(manifest_, payload_);
        if (!oxum.empty()) complain("sum", oxum);
        summarize(title_, options_, counts_);
        return all_well(options_, counts_) && manifest_.problems.empty() && oxum.empty();
    }

private:
    bool add(const ManifestEntry &entry) {
        if (entry.is_glob || entry.by_name) return true;
        if (!entry.has_any()) counts_.bad_lines++;
        // No "-" in such a list is standard input.
        std::string name = entry.name == "-" ? "./-" : shown_ + std::string(entry.name), listed;
        if (std::string twin = twins_.find(name); !twin.empty()) {
            counts_.twins++;
            listed = std::exchange(name, std::move(twin));
        }
        FolderRef folder;
        int error = 0;
        if (folders_) {
            // A file that waits keeps its folder open until it is opened itself.
            if (Folder::held >= most_folders && !pipeline_.release_folders()) return false;
            folder = folders_->folder_of(std::string_view(name).substr(shown_.size()));
            error = folder ? 0 : errno;
            if (folder && entry.name.starts_with("data/")) add_payload(*folder, name);
        }
        const bool optional = entry.optional || std::ranges::any_of(absent_, [&](const std::string &above) {
                                  return entry.name.starts_with(above);
                              });
        bool counted = true;
        for (const Hash hash : hashes) {
            const Algorithm &algorithm = algorithm_of(hash);
            if (!entry.has(hash) || (only_ != nullptr && only_ != &algorithm)) continue;
            counts_.entries++;
            Expected expected{.name = listed, .optional = optional};
            std::ranges::copy(manifest_.digest(entry, hash), expected.digest.begin());
            verifier_.expect(expected);
            Request request{
                .name = name, .algorithm = &algorithm, .prefix = prefix_of(hash), .counted = counted};
            if (folders_) {
                request.leaf = name.rfind('/') + 1;
                request.folder = folder;
                request.walked = true;
            }
            const Result::Kind kind = error == ENOENT ? Result::missing : Result::failed;
            if (error != 0 ? !pipeline_.note(name, 0, kind, error) : !pipeline_.add(std::move(request)))
                return false;
            counted = false;
        }
        return true;
    }

    void add_payload(const Folder &folder, const std::string &name) {
        os::Status status;
        if (os::fstatat(folder.fd(), &name[name.rfind('/') + 1], &status, AT_SYMLINK_NOFOLLOW) != 0) return;
        payload_.files++;
        payload_.bytes += static_cast<std::uint64_t>(status.st_size);
    }

    static constexpr unsigned most_folders = 16;

    const Manifest &manifest_;
    const VerifyOptions &options_;
    const std::string &title_;
    const Algorithm *only_;
    CheckCounts counts_;
    Verifier verifier_;
    HashPipeline pipeline_;
    std::optional<InnerFolders> folders_;  // of a bag
    std::string shown_;                    // what comes before the names of a bag
    TwinFinder twins_;
    std::vector<std::string> absent_;  // optional folders of mtree, with a slash
    PayloadOxum payload_{};
};

// Verifies the files of the lines of sha1sum and BSD as they come, the first of which was read.
class LineVerifier {
public:
    LineVerifier(LineReader &lines, bool is_stdin, const std::string &title, const VerifyOptions &options,
                 EntryParser &parser, const HashOptions &how, RunProgress &progress)
        : lines_(lines),
          is_stdin_(is_stdin),
          title_(title),
          options_(options),
          parser_(parser),
          verifier_(options, title, counts_, progress),
          pipeline_(how, verifier_) {}

    bool run(std::string line, bool cut, std::uint64_t number) {
        parser_.set_escapes(!lines_.ends_with_zeros());
        parser_.set_list_name(title_);
        for (bool more = number > 0; more; more = lines_.next(line, cut), number++) {
            if (line.size() > EntryParser::max_line) {
                line.resize(EntryParser::max_line);
                cut = true;
            }
            if (!is_comment(line) && !take(line, cut, number)) return false;
        }
        if (!pipeline_.finish()) return false;
        if (!lines_.why().empty()) {
            complain("sum", fmt::format("{}: {}", title_, lines_.failed() ? "read error" : lines_.why()));
            return false;
        }
        summarize(title_, options_, counts_);
        return all_well(options_, counts_);
    }

private:
    bool take(const std::string &line, bool cut, std::uint64_t number) {
        if (cut && parser_.may_be_entry(line)) {
            counts_.entries++;
            counts_.unreadable++;
            return say(Expected::long_line, number,
                       fmt::format("the line is longer than {} bytes", EntryParser::max_line));
        }
        std::optional<Entry> entry = cut ? std::nullopt : parser_.parse(line);
        // Standard input cannot hold both the list and a listed file.
        if (!entry || (is_stdin_ && entry->name == "-")) return take_other(line, cut, number);
        counts_.entries++;
        Expected expected{.digest = entry->digest, .by_length = entry->by_length};
        std::string name = renamed(entry->name, options_.names);
        if (std::string twin = twins_.find(name); !twin.empty()) {
            counts_.twins++;
            expected.name = std::exchange(name, std::move(twin));
        }
        verifier_.expect(expected);
        return pipeline_.add({.name = name, .algorithm = entry->algorithm});
    }

    // Counts a line that is no entry.
    bool take_other(const std::string &line, bool cut, std::uint64_t number) {
        NoEntry what;
        if (!cut) what = parser_.describe(line);
        if (!what.other.empty())
            counts_.left_out.others[what.other]++;
        else
            counts_.bad_lines++;
        if (counts_.first_why.empty() && !what.why.empty() && !options_.warn)
            counts_.first_why = fmt::format("{}: {}", number, what.why);
        if (!options_.warn) return true;
        if (!what.other.empty())
            return say(Expected::bad_line, number,
                       fmt::format("a line of {} is skipped", printable(what.other)));
        return say(Expected::bad_line, number,
                   fmt::format("improperly formatted {} checksum line{}{}", parser_.likely(line).tag,
                               what.why.empty() ? "" : ": ", what.why));
    }

    // Prints a message about a line between the results of those before and after it.
    bool say(decltype(Expected::kind) kind, std::uint64_t number, std::string why) {
        verifier_.expect({.kind = kind, .number = number, .why = std::move(why)});
        return pipeline_.note({}, 0);
    }

    LineReader &lines_;
    const bool is_stdin_;
    const std::string &title_;
    const VerifyOptions &options_;
    EntryParser &parser_;
    CheckCounts counts_;
    Verifier verifier_;
    HashPipeline pipeline_;
    TwinFinder twins_;
};

// Returns the folder of the bag that a name means: the folder itself, or that of one of its manifests.
// Returns
// "" if it means none.
std::string bag_of_operand(const std::string &file) {
    os::Status status;
    if (os::stat(file.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return bag_of(file);
    return os::access((file + "/bagit.txt").c_str(), F_OK) == 0 ? file : "";
}

}  // namespace

void complain_attack(const std::string &name) {
    complain("sum", "possible collision attack in " + shell_quoted(name));
}

bool verify(const std::string &check_file, const VerifyOptions &options, EntryParser &parser,
            const HashOptions &how, RunProgress &progress) {
    const bool is_stdin = check_file == "-";
    const std::string title = shell_quoted(is_stdin ? "standard input" : check_file);
    const ReadOptions reading{.names = options.names, .encoding = options.encoding, .strict = options.strict};
    const auto refuse = [](const std::string &why) {
        complain("sum", why);
        return false;
    };
    Manifest manifest;
    const auto verify_manifest = [&] {
        return ManifestVerifier(manifest, title, options, parser.only(), how, progress).run();
    };
    if (const std::string bag = is_stdin ? "" : bag_of_operand(check_file); !bag.empty()) {
        const std::string why = read_manifest(bag, reading, manifest);
        return why.empty() ? verify_manifest() : refuse(why);
    }
    Input input(check_file);
    if (!input.ok()) {
        complain_errno("sum", check_file, input.error());
        return false;
    }
    if (!is_stdin && input.regular_size()) {
        const std::optional<bool> torrent = starts_as_torrent(input.fd());
        if (!torrent) {
            complain_errno("sum", check_file, errno);
            return false;
        }
        if (*torrent) return refuse(title + ": this is a torrent: use oldguard audit");
    }
    LineReader lines(input, {.encoding = options.encoding, .find_ends = true});
    std::string line;
    std::uint32_t number = 0;
    bool cut = false;
    std::optional<ManifestFormat> format;
    while (!format && lines.next(line, cut)) {
        number++;
        format = format_of(line);
    }
    if (format == ManifestFormat::torrent) return refuse(title + ": this is a torrent: use oldguard audit");
    if (!format || *format == ManifestFormat::gnu)
        return LineVerifier(lines, is_stdin, title, options, parser, how, progress)
            .run(std::move(line), cut, format ? number : 0);
    const std::string why = read_lines_from(check_file, lines, *format, line, number, reading, manifest);
    return why.empty() ? verify_manifest() : refuse(why);
}

int compare_with_digest(const std::string &digest, const std::string &file, const Algorithm *only,
                        bool git_blob, const VerifyOptions &options, const HashOptions &how,
                        RunProgress &progress) {
    const Algorithm *algorithm = nullptr;
    const bool is_hex = hex_digits(digest) == digest.size();
    for (const Algorithm *one : algorithms)
        if (is_hex && digest.size() == 2 * one->size && (only == nullptr || only == one)) algorithm = one;
    if (algorithm == nullptr) {
        const std::string_view other = is_hex ? other_of_size(digest.size()) : "";
        complain_usage(
            "sum", other.empty()
                       ? fmt::format("--expect {}: this is no digest of {}", in_quotes(digest),
                                     only != nullptr ? only->name : "sha1 or whirlpool")
                       : fmt::format("--expect {}: this is a digest of {}, which oldguard does not compute",
                                     in_quotes(digest), other));
        return exit_usage;
    }
    CheckCounts counts;
    Verifier verifier(options, file, counts, progress);
    HashPipeline pipeline(how, verifier);
    Expected expected;
    decode_hex(expected.digest.data(), algorithm->size, digest);
    verifier.expect(expected);
    const bool complete =
        pipeline.add(
            {.name = file, .algorithm = algorithm, .prefix = git_blob ? Prefix::git_blob : Prefix::none}) &&
        pipeline.finish();
    return complete && counts.matched == 1 && counts.attacked == 0 ? exit_ok : exit_failed;
}

}  // namespace og::cli
