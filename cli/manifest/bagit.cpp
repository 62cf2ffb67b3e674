// SPDX-License-Identifier: MIT
#include "bagit.hpp"

#include "bagit_names.hpp"
#include "listed_name.hpp"
#include "os/file.hpp"
#include "os/folder.hpp"
#include "lines_of.hpp"
#include "text/hex.hpp"
#include "text/keyed_hash.hpp"
#include "text/quote.hpp"
#include "text/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <set>

namespace og::cli {
namespace {

constexpr std::string_view forbidden_mark = "the file begins with a byte order mark, which RFC 8493 forbids";

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

// Returns the algorithm in the name of a manifest, "sha1" of "manifest-sha1.txt" for the prefix "manifest-",
// or "".
std::string_view algorithm_of(std::string_view file, std::string_view prefix) {
    if (!file.starts_with(prefix) || !file.ends_with(".txt")) return "";
    file.remove_prefix(prefix.size());
    file.remove_suffix(4);
    return file;
}

class BagReader {
public:
    BagReader(const std::string &folder, const ReadOptions &options, Manifest &manifest)
        : folder_(folder), options_(options), manifest_(manifest) {
        manifest.format = ManifestFormat::bagit;
        manifest.folder = folder;
        manifest.lists_payload_only = true;
    }
    ~BagReader() {
        if (fd_ >= 0) os::close(fd_);
    }
    BagReader(const BagReader &) = delete;
    BagReader &operator=(const BagReader &) = delete;

    std::string read() {
        fd_ = os::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fd_ < 0) return fmt::format("{}: {}", shell_quoted(folder_), std::strerror(errno));
        std::string why = read_declaration();
        if (why.empty()) why = list_manifests();
        for (std::size_t i = 0; i < payload_.size() && why.empty(); i++)
            why = read_one(payload_[i], "manifest-");
        if (!why.empty()) return why;
        if (payload_.empty())
            manifest_.problems.push_back(shell_quoted(folder_) + ": the bag has no payload manifest");
        check_completeness();
        for (std::size_t i = 0; i < tags_.size() && why.empty(); i++)
            why = read_one(tags_[i], "tagmanifest-");
        if (why.empty() && os::faccessat(fd_, "fetch.txt", F_OK, AT_SYMLINK_NOFOLLOW) == 0)
            why = read_fetch();
        if (why.empty() && os::faccessat(fd_, "bag-info.txt", F_OK, AT_SYMLINK_NOFOLLOW) == 0)
            why = read_info();
        return why;
    }

private:
    std::string path(std::string_view file) const { return fmt::format("{}/{}", folder_, file); }

    void problem(std::string_view file, std::uint32_t line, std::string_view why) {
        manifest_.problems.push_back(line_complaint(path(file), line, why));
    }

    // Records something that is tolerated without --strict.
    void warn(std::string_view file, std::uint32_t line, std::string_view why) {
        (options_.strict ? manifest_.problems : manifest_.warnings)
            .push_back(line_complaint(path(file), line, why));
    }

    // Reads bagit.txt, which must declare the version and then the encoding.
    std::string read_declaration() {
        std::string version, encoding;
        const auto take = [&](std::string_view line, std::uint32_t number) -> std::string {
            static constexpr std::string_view first = "BagIt-Version: ",
                                              second = "Tag-File-Character-Encoding: ";
            if (number > 2) return line.empty() ? "" : "bagit.txt has more than two lines";
            const std::string_view label = number == 1 ? first : second;
            if (!line.starts_with(label)) return fmt::format("the line does not begin with \"{}\"", label);
            (number == 1 ? version : encoding) = line.substr(label.size());
            return "";
        };
        bool has_mark = false;
        std::string why = read_tag_file("bagit.txt", TextEncoding::utf_8, take, &has_mark);
        if (has_mark) return line_complaint(path("bagit.txt"), 1, forbidden_mark);
        if (!why.empty()) return why;
        while (!encoding.empty() && is_blank(encoding.back())) encoding.pop_back();
        while (!version.empty() && is_blank(version.back())) version.pop_back();
        const std::size_t point = version.find('.');
        const bool is_version = point != std::string::npos && point > 0 && point + 1 < version.size() &&
                                version.size() <= 8 &&
                                std::count_if(version.begin(), version.end(), is_decimal) + 1 ==
                                    static_cast<std::ptrdiff_t>(version.size());
        if (!is_version) return line_complaint(path("bagit.txt"), 1, "the version has not the form M.N");
        if (version != "1.0" && !version.starts_with("0."))
            return line_complaint(path("bagit.txt"), 1, fmt::format("unknown version {}", version));
        version_1_ = version == "1.0";
        const std::optional<TextEncoding> known = text_encoding(encoding);
        if (!known)
            return line_complaint(path("bagit.txt"), 2,
                                  encoding.empty() ? "the encoding is missing"
                                                   : fmt::format("unknown encoding {}", in_quotes(encoding)));
        encoding_ = *known;
        return "";
    }

    // Reads the lines of a tag file. CR, LF or CRLF ends them (RFC 8493 section 2.1.3). Reports a byte order
    // mark of UTF-8, unless `has_mark` is to tell.
    std::string read_tag_file(const std::string &file, TextEncoding encoding, const TakeLine &take,
                              bool *has_mark = nullptr) {
        Input input(fd_, file.c_str());
        if (!input.ok()) return fmt::format("{}: {}", shell_quoted(path(file)), input.why());
        LineReader lines(input, {.encoding = encoding, .cr_ends = true});
        std::uint32_t number = 0;
        const std::string why = take_lines(path(file), lines, take, number);
        if (has_mark != nullptr)
            *has_mark = lines.has_mark();
        else if (lines.has_mark())
            warn(file, 1, forbidden_mark);
        return why;
    }

    // Reads Payload-Oxum in bag-info.txt: the number of bytes, a point and the number of files.
    std::string read_info() {
        return read_tag_file(
            "bag-info.txt", encoding_, [&](std::string_view line, std::uint32_t number) -> std::string {
                static constexpr std::string_view label = "payload-oxum";
                const std::size_t colon = line.find(':');
                std::string name(without_blanks(line.substr(0, colon)));
                while (!name.empty() && is_blank(name.back())) name.pop_back();
                if (colon == std::string_view::npos || is_blank(line[0]) || lower_case(name) != label)
                    return "";
                std::string_view value = line.substr(colon + 1);
                const std::string_view oxum = take_word(value);
                PayloadOxum found{0, 0, number};
                const auto bytes = std::from_chars(oxum.begin(), oxum.end(), found.bytes);
                const bool has_point =
                    bytes.ec == std::errc{} && bytes.ptr != oxum.end() && *bytes.ptr == '.';
                const auto files =
                    std::from_chars(has_point ? bytes.ptr + 1 : oxum.end(), oxum.end(), found.files);
                if (files.ec != std::errc{} || files.ptr != oxum.end() || !value.empty())
                    problem("bag-info.txt", number, "Payload-Oxum is not of the form BYTES.FILES");
                else if (manifest_.oxum &&
                         (manifest_.oxum->bytes != found.bytes || manifest_.oxum->files != found.files))
                    problem("bag-info.txt", number, "Payload-Oxum is there before with another value");
                else if (manifest_.oxum)
                    warn("bag-info.txt", number, "Payload-Oxum is there before");
                else
                    manifest_.oxum = found;
                return "";
            });
    }

    // Finds the manifests in the folder.
    std::string list_manifests() {
        const auto take = [this](const char *name, os::EntryType) {
            if (!algorithm_of(name, "manifest-").empty()) payload_.emplace_back(name);
            if (!algorithm_of(name, "tagmanifest-").empty()) tags_.emplace_back(name);
        };
        if (!os::list_folder(fd_, take))
            return fmt::format("{}: {}", shell_quoted(folder_), std::strerror(errno));
        std::sort(payload_.begin(), payload_.end());
        std::sort(tags_.begin(), tags_.end());
        return "";
    }

    // Reads a payload or tag manifest.
    std::string read_one(const std::string &file, std::string_view prefix) {
        std::string algorithm = lower_case(algorithm_of(file, prefix));
        algorithm.erase(std::remove(algorithm.begin(), algorithm.end(), '-'), algorithm.end());
        hash_.reset();
        if (algorithm == "sha1") hash_ = Hash::sha1;
        if (algorithm == "whirlpool") hash_ = Hash::whirlpool;
        if (!hash_ && unchecked_.insert(algorithm).second) manifest_.unchecked.push_back(algorithm);
        current_++;
        const bool payload = prefix == "manifest-";
        return read_tag_file(file, encoding_, [&](std::string_view line, std::uint32_t number) {
            return line.empty() ? "" : take_entry(file, line, number, payload);
        });
    }

    // Takes "DIGEST NAME", with one or more blanks and an optional "*" between the two.
    std::string take_entry(const std::string &file, std::string_view line, std::uint32_t number,
                           bool payload) {
        const std::string_view digest = take_word(line);
        const bool right_size = hash_ ? digest.size() == 2 * size_of(*hash_) : digest.size() % 2 == 0;
        if (digest.empty() || hex_digits(digest) != digest.size() || !right_size || line.empty())
            return "this is no line of a digest and a name";
        if (line.starts_with('*')) line.remove_prefix(1);
        if (line.starts_with('~')) {
            problem(file, number, fmt::format("{}: the name begins with a tilde", shell_quoted(line)));
            return "";
        }
        const std::string name = name_of_file(file, line, number);
        ListedName listed;
        std::string why = split_name(name, {}, listed);
        if (why.empty() && payload != listed.name.starts_with("data/"))
            why = shell_quoted(name) +
                  (payload ? ": the name is not in data/" : ": a payload file in a tag manifest");
        if (why.empty())
            add(file, number, listed, digest, payload);
        else
            problem(file, number, why);
        return "";
    }

    // Returns the name that the text means: that of the version, or another one if only that one exists.
    std::string name_of_file(std::string_view file, std::string_view text, std::uint32_t number) {
        std::vector<std::string> names = possible_names(text, version_1_);
        if (names.size() == 1) return names.front();
        os::Status status;
        for (std::size_t i = 0; i < names.size(); i++) {
            if (os::fstatat(fd_, names[i].c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
            if (i > 0)
                warn(file, number, fmt::format("{}: name not encoded as RFC 8493 asks", shell_quoted(text)));
            return names[i];
        }
        return names.front();
    }

    void add(const std::string &file, std::uint32_t number, const ListedName &listed, std::string_view digest,
             bool payload) {
        ManifestEntry *entry = manifest_.add(listed.prefix, listed.name);
        if (entry != nullptr)
            entry->line = number;
        else
            entry = manifest_.find(listed.name);
        const std::size_t index = manifest_.index_of(entry->name);
        seen_.resize(manifest_.size());
        listed_in_.resize(manifest_.size());
        const std::uint64_t identity = keyed_hash(lower_case(digest));
        Seen &seen = seen_[index];
        if (seen.manifest == current_) {
            const std::string name = shell_quoted(listed.name);
            if (seen.digest != identity)
                problem(file, number, name + ": listed before with another digest");
            else if (version_1_)
                problem(file, number, name + ": listed before");
            else
                warn(file, number, name + ": listed before");
            return;
        }
        seen = {identity, current_};
        listed_in_[index] += payload ? 1 : 0;
        if (!hash_) return;
        Digest bytes;
        decode_hex(bytes.data(), size_of(*hash_), digest);
        manifest_.set_digest(*entry, *hash_, bytes.data());
    }

    // From version 1.0 on, every payload manifest lists every payload file.
    void check_completeness() {
        if (!version_1_) return;
        for (std::size_t i = 0; i < listed_in_.size(); i++)
            if (listed_in_[i] != payload_.size())
                manifest_.problems.push_back(
                    fmt::format("{}: {} is in {} of {} payload manifests", shell_quoted(folder_),
                                shell_quoted(manifest_[i].name), listed_in_[i], payload_.size()));
    }

    // Reads fetch.txt, lines of an URL, a length or "-" and a name. Nothing is fetched.
    std::string read_fetch() {
        return read_tag_file(
            "fetch.txt", encoding_, [&](std::string_view line, std::uint32_t number) -> std::string {
                if (line.empty()) return "";
                const std::string_view url = take_word(line), length = take_word(line);
                const bool is_length = length == "-" || std::all_of(length.begin(), length.end(), is_decimal);
                if (url.empty() || length.empty() || !is_length || line.empty())
                    return "this is no line of an URL, a length and a name";
                const std::string name = name_of_file("fetch.txt", line, number);
                ListedName listed;
                std::string why =
                    line.starts_with('~') ? "the name begins with a tilde" : split_name(name, {}, listed);
                const bool payload = why.empty() && listed.name.starts_with("data/");
                ManifestEntry *entry = payload ? manifest_.find(listed.name) : nullptr;
                if (why.empty() && entry == nullptr)
                    why = fmt::format("{}: in no payload manifest", shell_quoted(name));
                if (!why.empty())
                    problem("fetch.txt", number, why);
                else
                    entry->in_fetch = true;
                return "";
            });
    }

    const std::string &folder_;
    const ReadOptions &options_;
    Manifest &manifest_;
    int fd_ = -1;
    bool version_1_ = false;
    TextEncoding encoding_ = TextEncoding::utf_8;
    std::vector<std::string> payload_, tags_;  // names of manifests
    std::set<std::string> unchecked_;          // the same as in manifest_
    std::optional<Hash> hash_;  // of the current manifest; nothing if its digests are not checked
    // Of each entry: what identifies its digest in the last manifest that lists it.
    struct Seen {
        std::uint64_t digest;
        std::uint32_t manifest;
    };
    std::vector<Seen> seen_;
    std::uint32_t current_ = 0;           // the number of the current manifest, from 1
    std::vector<std::size_t> listed_in_;  // of each entry: the number of payload manifests that list it
};

}  // namespace

std::string read_bag(const std::string &folder, const ReadOptions &options, Manifest &manifest) {
    return BagReader(folder, options, manifest).read();
}

std::string oxum_complaint(const Manifest &manifest, const PayloadOxum &found) {
    const std::optional<PayloadOxum> &said = manifest.oxum;
    if (!said || (said->bytes == found.bytes && said->files == found.files)) return "";
    return line_complaint(manifest.folder + "/bag-info.txt", said->line,
                          fmt::format("Payload-Oxum says {} bytes in {} files, and there are {} in {}",
                                      said->bytes, said->files, found.bytes, found.files));
}

}  // namespace og::cli
