// SPDX-License-Identifier: MIT
#include "torrent_report.hpp"

#include "files/output.hpp"
#include "manifest/json_line.hpp"
#include "text/messages.hpp"

#include <algorithm>
#include <cstring>

namespace og::cli {
namespace {

// Returns the status that counts, which is one of those of other manifests.
Status counted_status(const TorrentVerdict &verdict) {
    switch (verdict.status) {
    case TorrentVerdict::ok:
        return Status::ok;
    case TorrentVerdict::corrupt:
        return Status::corrupt;
    case TorrentVerdict::size_differs:
        return Status::changed;
    case TorrentVerdict::missing:
        return Status::missing;
    default:
        return Status::unreadable;
    }
}

std::string torrent_text(const std::string &status, std::string_view name, const std::string &why,
                         bool attacked) {
    std::string text = fmt::format("{:<10}  {}", status, shell_quoted(name));
    if (!why.empty()) text += ": " + why;
    if (attacked) text += fmt::format("\n{:<10}  {}", "attacked", shell_quoted(name));
    return text + "\n";
}

std::string torrent_json(std::string_view name, Status status, std::uint64_t size, const std::string &rest) {
    std::string line = "{\"v\":1,";
    append_json_name(line, name);
    return line + fmt::format(",\"status\":\"{}\",\"size\":{}{}}}\n", name_of(status), size, rest);
}

// Returns the member of a list of ranges of pieces, whose ends are included.
std::string json_ranges(std::string_view key, const std::vector<PieceRange> &ranges) {
    std::string text;
    for (const PieceRange &range : ranges)
        text += fmt::format("{}[{},{}]", text.empty() ? "" : ",", range.first, range.end - 1);
    return ranges.empty() ? "" : fmt::format(",\"{}\":[{}]", key, text);
}

std::string json_error(const std::string &why, int error) {
    std::string text = ",\"error\":";
    append_json_string(text, why);
    if (error != 0) text += fmt::format(",\"errno\":\"{}\"", errno_name(error));
    return text;
}

}  // namespace

void TorrentReport::count(Status status, std::uint64_t bytes, bool attacked) {
    const auto add = [&](Count &count) {
        count.files++;
        count.bytes += bytes;
    };
    add(counts_.by_status[static_cast<std::size_t>(status)]);
    if (attacked) add(counts_.attacked);
}

void TorrentReport::add(const og_torrent_file &file, const TorrentFolder::File &found,
                        const TorrentVerdict &verdict, std::size_t pieces) {
    if (verdict.status == TorrentVerdict::unknown) return;
    const Status status = counted_status(verdict);
    const bool differs = verdict.status == TorrentVerdict::size_differs;
    const std::uint64_t size = differs ? found.size : file.size;
    count(status, size, verdict.attacked);
    if (json_) {
        std::string rest = differs ? fmt::format(",\"listed_size\":{}", file.size) : "";
        rest += json_ranges("corrupt_pieces", verdict.corrupt_pieces);
        rest += json_ranges("unread_pieces", verdict.unread_pieces);
        if (!verdict.corrupt_pieces.empty() || !verdict.unread_pieces.empty())
            rest += fmt::format(",\"pieces\":{}", pieces);
        if (verdict.attacked) rest += ",\"attacked\":true";
        if (status == Status::unreadable) rest += json_error(verdict.why, verdict.error);
        lines_.push_back({file.path, torrent_json(file.path, status, size, rest)});
    } else if (status != Status::ok || verbose_ || verdict.attacked) {
        std::string text(name_of(status));
        if (status == Status::corrupt)
            text = fmt::format("corrupt pieces {} of {}", to_text(verdict.corrupt_pieces), pieces);
        if (differs) text = "size differs";
        lines_.push_back({file.path, torrent_text(text, file.path, verdict.why, verdict.attacked)});
    }
}

void TorrentReport::add(const UnlistedFile &file) {
    const Status status = file.error != 0 ? Status::unreadable : Status::new_file;
    const std::string why = file.error != 0 ? std::strerror(file.error) : "";
    count(status, file.size, false);
    lines_.push_back({file.name, json_ ? torrent_json(file.name, status, file.size,
                                                      why.empty() ? "" : json_error(why, file.error))
                                       : torrent_text(std::string(name_of(status)), file.name, why, false)});
}

bool TorrentReport::print(double seconds, bool complete) {
    std::sort(lines_.begin(), lines_.end(), [](const Line &a, const Line &b) { return a.name < b.name; });
    Lines out;
    for (const Line &line : lines_)
        if (!out.add(line.text)) return false;
    if (json_ && !out.add(json_summary(counts_, complete, seconds))) return false;
    return out.flush();
}

}  // namespace og::cli
