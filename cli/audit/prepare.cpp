// SPDX-License-Identifier: MIT
#include "prepare.hpp"

#include "exit_status.hpp"
#include "files/input.hpp"
#include "manifest/listed_name.hpp"
#include "manifest/read_manifest.hpp"
#include "os/file.hpp"
#include "os/rotational.hpp"
#include "report_page.hpp"
#include "text/messages.hpp"
#include "update.hpp"

#include <algorithm>
#include <cerrno>

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

}  // namespace

int read_subject(const AuditRequest &request, AuditSubject &subject) {
    subject.folder = request.folder.empty() ? default_folder(request) : request.folder;
    const Roots roots = existing_folder(subject.folder);
    if (roots.empty()) return exit_usage;
    const ReadOptions how{
        .names = {.roots = roots, .backslashes = request.backslashes, .strip_prefix = request.strip_prefix},
        .encoding = request.encoding,
        .git_blob = request.git_blob,
        .strict = request.strict};
    Manifest &manifest = subject.manifest;
    if (const std::string why = read_manifest(request.manifest, how, manifest); !why.empty()) {
        complain("audit", why);
        return exit_usage;
    }
    if (manifest.format == ManifestFormat::bagit && request.folder.empty()) subject.folder = manifest.folder;
    return exit_ok;
}

std::string unsuitable_option(const AuditRequest &request, const Manifest &manifest) {
    if (request.strict && manifest.format != ManifestFormat::bagit) return "--strict needs a bag";
    if (manifest.format == ManifestFormat::bagit && request.encoding != TextEncoding::automatic)
        return "--encoding is not possible with a bag, whose bagit.txt names it";
    const bool has_lines = manifest.format == ManifestFormat::gnu || manifest.format == ManifestFormat::bsd;
    if (request.git_blob && !has_lines)
        return fmt::format("--git-blob is possible with GNU and BSD lines only, and this is {}",
                           name_of(manifest.format));
    const std::string_view why = reason_against_update(request, manifest);
    return why.empty() ? "" : fmt::format("--update cannot write {}", why);
}

HashOptions hash_options(const AuditRequest &request, const std::string &folder) {
    HashOptions options;
    set_threads(options, request.jobs, [&] { return on_rotating_disk(folder); });
    options.detect = request.detect;
    options.keep_cache = request.keep_cache;
    return options;
}

OwnFiles own_files(const AuditRequest &request) {
    OwnFiles own;
    for (const std::string &name : {request.manifest, request.journal, request.report}) {
        os::Status status;
        if (!name.empty() && name != "-" && os::stat(name.c_str(), &status) == 0)
            own.push_back({status.st_dev, status.st_ino});
    }
    return own;
}

bool report_may_be_written(const std::string &name) {
    os::Status status;
    if (name.empty() || name == "-" || os::stat(name.c_str(), &status) != 0) return true;
    if (!S_ISREG(status.st_mode) || status.st_size == 0) return true;
    Input input(name);
    std::string head(page_begin.size(), 0);
    return input.ok() && input.peek(head.data(), head.size()) >= 0 && head == page_begin;
}

bool set_totals(const AuditRequest &request, const Manifest &manifest, RunTotals &totals) {
    if (request.quick) return false;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < manifest.size(); i++) {
        if (!manifest[i].has_size) return false;
        bytes += manifest[i].size;
    }
    totals.bytes = bytes;
    totals.files = manifest.size();
    totals.known = true;
    return true;
}

CountedFiles counted_files(const AuditRequest &request, const AuditSubject &subject) {
    return {.progress = request.progress,
            .recursive = true,
            .exclusions = &request.exclusions,
            .files = {subject.manifest.lists_payload_only ? subject.folder + "/data" : subject.folder}};
}

}  // namespace og::cli
