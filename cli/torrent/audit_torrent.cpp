// SPDX-License-Identifier: MIT
#include "audit_torrent.hpp"

#include "audit/prepare.hpp"
#include "exit_status.hpp"
#include "files/whole_file.hpp"
#include "os/file.hpp"
#include "os/stop.hpp"
#include "text/messages.hpp"
#include "torrent_report.hpp"

#include <chrono>

namespace og::cli {
namespace {

// The largest .torrent file, as in module.cpp.
constexpr std::size_t most_torrent = std::size_t{64} << 20;

void complain_links(const og_torrent_content &content) {
    std::size_t links = 0;
    for (std::size_t i = 0; i < content.file_count; i++) links += content.files[i].kind == OG_TORRENT_SYMLINK;
    if (links > 0)
        complain("audit", fmt::format("{} listed symbolic link{} not checked", links, links == 1 ? "" : "s"));
}

// Returns whether the manifest is a regular file. "-" is standard input.
bool is_regular_file(const std::string &manifest) {
    os::Status status;
    return manifest != "-" && os::stat(manifest.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// Returns the first option of the request that an audit of a torrent does not have, or "".
std::string_view option_without_torrents(const AuditRequest &request) {
    if (request.quick) return "--quick";
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

}  // namespace

int audit_torrent(const AuditRequest &request, const std::string &folder_name) {
    const std::string &torrent = request.manifest;
    if (!is_regular_file(torrent)) {
        complain("audit", shell_quoted(torrent) + ": a torrent must be a regular file");
        return exit_usage;
    }
    if (const std::string_view option = option_without_torrents(request); !option.empty()) {
        complain_usage("audit", fmt::format("{} is not possible with a torrent", option));
        return exit_usage;
    }
    const auto start = std::chrono::steady_clock::now();
    std::string text, why = read_whole_file(torrent.c_str(), most_torrent, text);
    const TorrentContent content = why.empty() ? parse_torrent(text, why) : TorrentContent(nullptr, nullptr);
    os::Status itself{};
    if (content && os::stat(torrent.c_str(), &itself) != 0) why = std::strerror(errno);
    if (!why.empty()) {
        complain("audit", fmt::format("{}: {}", shell_quoted(torrent), why));
        return exit_usage;
    }
    const TorrentLayout layout(*content);
    const TorrentFolder folder(*content, folder_name);
    if (!folder.ok()) {
        complain_errno("audit", folder_name, folder.error());
        return exit_usage;
    }
    complain_links(*content);
    os::stop_on_signals();
    RunProgress progress(request.progress, "pieces");
    HashOptions how = hash_options(request, folder_name);
    how.counters = &progress.counters();
    const PieceResults results = check_pieces(*content, layout, folder, how, progress);
    progress.finish();
    const std::vector<TorrentVerdict> verdicts = judge_files(*content, layout, folder, results);
    TorrentReport report(request.json, request.verbose);
    for (std::size_t i = 0; i < content->file_count; i++)
        report.add(content->files[i], folder.file(i), verdicts[i], content->piece_count);
    if (results.complete)
        for (const UnlistedFile &file : unlisted_files(*content, folder, itself)) report.add(file);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (!report.print(seconds.count(), results.complete)) return exit_stopped;
    complain("audit", summary_text(report.counts()));
    if (!results.complete) {
        complain("audit", "stopped before the end");
        return exit_stopped;
    }
    return report.counts().all_good() ? exit_ok : exit_failed;
}

}  // namespace og::cli
