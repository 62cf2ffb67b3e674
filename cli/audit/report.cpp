// SPDX-License-Identifier: MIT
#include "report.hpp"

#include "compare.hpp"
#include "file_line.hpp"
#include "folded_duplicates.hpp"
#include "files/output.hpp"
#include "manifest/json_line.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace og::cli {
namespace {

// A file of the report: the index of a listed or an unlisted one.
struct Item {
    std::uint32_t index;
    bool is_listed;
};

class Report {
public:
    Report(const Manifest &manifest, const Findings &findings, const ReportOptions &options)
        : manifest_(manifest), findings_(findings), options_(options) {}

    // Returns the files to print, sorted by name.
    std::vector<Item> items() const {
        std::vector<Item> items;
        const bool all = options_.json || options_.verbose;
        for (std::uint32_t i = 0; i < findings_.listed.size(); i++) {
            const Listed &listed = findings_.listed[i];
            if (listed.decided && (all || listed.attacked || !is_good(listed.status) || has_reason(i)))
                items.push_back({i, true});
        }
        for (std::uint32_t i = 0; i < findings_.unlisted.size() && options_.complete; i++)
            if (findings_.unlisted[i].status != Status::moved) items.push_back({i, false});
        std::sort(items.begin(), items.end(),
                  [&](const Item &a, const Item &b) { return name_of_item(a) < name_of_item(b); });
        return items;
    }

    std::string text_lines(const Item &item) const {
        const ReportRow row = this->row(item);
        std::string line = fmt::format("{:<10}  {}\n", name_of(row.status), row.text);
        if (row.attacked) line += fmt::format("{:<10}  {}\n", "attacked", shell_quoted(name_of_item(item)));
        return line;
    }

    ReportRow row(const Item &item) const {
        const Status status = status_of_item(item);
        std::string line = shell_quoted(name_of_item(item));
        if (status == Status::moved) line += " -> " + shell_quoted(new_place(item).name);
        if (status == Status::duplicate)
            line += " = " + shell_quoted(manifest_[findings_.unlisted[item.index].of].name);
        if (status == Status::missing && manifest_[item.index].in_fetch) line += " (in fetch.txt)";
        if (const std::string &why = why_of(item); !why.empty()) line += ": " + why;
        return {status, is_attacked(item), std::move(line)};
    }

    std::string json_line(const Item &item) const {
        std::string line = "{\"v\":1,";
        append_json_name(line, name_of_item(item));
        const Status status = status_of_item(item);
        line += fmt::format(",\"status\":\"{}\"", name_of(status));
        const Unlisted *place = item.is_listed ? nullptr : &findings_.unlisted[item.index];
        if (status == Status::moved) {
            place = &new_place(item);
            line += ',';
            append_json_name(line, place->name, "to");
        }
        if (status == Status::duplicate) {
            line += ',';
            append_json_name(line, manifest_[place->of].name, "of");
        }
        if (status == Status::unreadable)
            append_error(line, item);
        else if (place != nullptr)
            append_state(line, place->state, false);
        else if (status != Status::missing)
            append_listed_state(line, item.index);
        else if (manifest_[item.index].has_size)
            line += fmt::format(",\"size\":{}", manifest_[item.index].size);
        append_content(line, item);
        if (is_attacked(item)) line += ",\"attacked\":true";
        if (status == Status::missing && manifest_[item.index].in_fetch) line += ",\"in_fetch\":true";
        return line + "}\n";
    }

private:
    bool has_reason(std::uint32_t index) const {
        const auto detail = findings_.details.find(index);
        return detail != findings_.details.end() && !detail->second.why.empty();
    }
    std::string_view name_of_item(const Item &item) const {
        return item.is_listed ? manifest_[item.index].name
                              : std::string_view(findings_.unlisted[item.index].name);
    }
    Status status_of_item(const Item &item) const {
        return item.is_listed ? findings_.listed[item.index].status : findings_.unlisted[item.index].status;
    }
    const Unlisted &new_place(const Item &item) const {
        return findings_.unlisted[findings_.details.at(item.index).to];
    }
    bool is_attacked(const Item &item) const {
        if (!item.is_listed) return findings_.unlisted[item.index].attacked;
        if (findings_.listed[item.index].status == Status::moved) return new_place(item).attacked;
        return findings_.listed[item.index].attacked;
    }
    const std::string &why_of(const Item &item) const {
        static const std::string none;
        if (!item.is_listed) return findings_.unlisted[item.index].why;
        const auto detail = findings_.details.find(item.index);
        return detail == findings_.details.end() ? none : detail->second.why;
    }

    void append_error(std::string &line, const Item &item) const {
        line += ",\"error\":";
        append_json_string(line, why_of(item));
        const int error =
            item.is_listed ? findings_.details.at(item.index).error : findings_.unlisted[item.index].error;
        if (error != 0) line += fmt::format(",\"errno\":\"{}\"", errno_name(error));
    }

    // Appends what belongs to the listed digests, and what was found if that is something else.
    void append_listed_state(std::string &line, std::uint32_t index) const {
        const Listed &listed = findings_.listed[index];
        if (belongs_to_digests(manifest_[index], listed)) return append_state(line, listed.state, false);
        append_recorded(line, manifest_[index]);
        append_found_state(line, listed.state);
    }

    // Appends the digests: the listed ones of a listed file, and after another prefix those that were found
    // instead.
    void append_content(std::string &line, const Item &item) const {
        if (!item.is_listed) {
            append_digests(line, findings_.unlisted[item.index].digests);
            append_checked(line, findings_.unlisted[item.index].checked);
            return;
        }
        const ManifestEntry &entry = manifest_[item.index];
        const Listed &listed = findings_.listed[item.index];
        append_listed_digests(line, manifest_, entry);
        const auto detail = findings_.details.find(item.index);
        if (detail != findings_.details.end()) append_digests(line, detail->second.digests, "found_");
        if (listed.checked != 0)
            append_checked(line, listed.checked);
        else if (listed.status == Status::skipped && entry.has_checked)
            append_checked(line, entry.checked);
        else if (listed.status == Status::moved)
            append_checked(line, new_place(item).checked);
    }

    const Manifest &manifest_;
    const Findings &findings_;
    const ReportOptions &options_;
};

std::string folded_text(const FoldedFolder &folder) {
    return fmt::format("{} = {} ({} files)", shell_quoted(folder.folder), shell_quoted(folder.original),
                       folder.files == folder.all ? fmt::format("all {}", folder.all)
                                                  : fmt::format("{} of {}", folder.files, folder.all));
}

// Calls item() for each file to print and folder() for each copied folder, in the order of the names.
template <class TakeItem, class TakeFolder>
bool each_folded(const Manifest &manifest, const Findings &findings, const std::vector<Item> &items,
                 TakeItem item, TakeFolder folder) {
    const auto folded = folded_duplicates(manifest, findings);
    std::set<const FoldedFolder *> seen;
    for (const Item &one : items) {
        const auto found = one.is_listed ? folded.end() : folded.find(one.index);
        if (found == folded.end() ? !item(one)
                                  : seen.insert(found->second.get()).second && !folder(*found->second))
            return false;
    }
    return true;
}

}  // namespace

std::string json_summary(const Counts &counts, bool complete, double seconds) {
    std::string line = "{\"v\":1,\"summary\":{";
    const auto add = [&](std::string_view name, const Count &count) {
        if (count.files == 0) return;
        if (!line.ends_with('{')) line += ',';
        line += fmt::format("\"{}\":{{\"files\":{},\"bytes\":{}}}", name, count.files, count.bytes);
    };
    for (std::size_t i = 0; i < status_names.size(); i++) add(status_names[i], counts.by_status[i]);
    add("attacked", counts.attacked);
    return line + fmt::format("}},\"seconds\":{:.3f},\"complete\":{}}}\n", seconds, complete);
}

bool Counts::all_good() const {
    for (std::size_t i = 0; i < by_status.size(); i++)
        if (by_status[i].files > 0 && !is_good(static_cast<Status>(i))) return false;
    return attacked.files == 0;
}

Counts count(const Manifest &manifest, const Findings &findings, bool complete) {
    Counts counts;
    const auto add = [&](Status status, std::uint64_t bytes, bool attacked) {
        Count &count = counts.by_status[static_cast<std::size_t>(status)];
        count.files++;
        count.bytes += bytes;
        if (!attacked) return;
        counts.attacked.files++;
        counts.attacked.bytes += bytes;
    };
    for (std::uint32_t i = 0; i < findings.listed.size(); i++) {
        const Listed &listed = findings.listed[i];
        if (!listed.decided) continue;
        if (listed.status == Status::moved) {
            const Unlisted &place = findings.unlisted[findings.details.at(i).to];
            add(listed.status, place.state.size, place.attacked);
        } else {
            const bool gone = listed.status == Status::missing;
            add(listed.status, gone ? manifest[i].size : listed.state.size, listed.attacked);
        }
    }
    for (const Unlisted &file : findings.unlisted)
        if (complete && file.status != Status::moved) add(file.status, file.state.size, file.attacked);
    return counts;
}

std::vector<ReportRow> report_rows(const Manifest &manifest, const Findings &findings, bool complete) {
    const ReportOptions options{.complete = complete};
    const Report report(manifest, findings, options);
    std::vector<ReportRow> rows;
    const auto take = [&](ReportRow row) {
        rows.push_back(std::move(row));
        return true;
    };
    each_folded(
        manifest, findings, report.items(), [&](const Item &item) { return take(report.row(item)); },
        [&](const FoldedFolder &folder) { return take({Status::duplicate, false, folded_text(folder)}); });
    return rows;
}

bool print_report(const Manifest &manifest, const Findings &findings, const Counts &counts,
                  const ReportOptions &options, double seconds) {
    const Report report(manifest, findings, options);
    Lines lines;
    const std::vector<Item> items = report.items();
    const auto print = [&](const Item &item) {
        return lines.add(options.json ? report.json_line(item) : report.text_lines(item));
    };
    const auto print_folder = [&](const FoldedFolder &folder) {
        return lines.add(fmt::format("{:<10}  {}\n", name_of(Status::duplicate), folded_text(folder)));
    };
    if (options.json || options.verbose ? !std::ranges::all_of(items, print)
                                        : !each_folded(manifest, findings, items, print, print_folder))
        return false;
    if (options.json && !lines.add(json_summary(counts, options.complete, seconds))) return false;
    return lines.flush();
}

std::string summary_text(const Counts &counts) {
    std::string text;
    const auto add = [&](std::string_view name, const Count &count) {
        if (count.files == 0) return;
        text += fmt::format("{}{} {} ({} {})", text.empty() ? "" : ", ", count.files, name, count.bytes,
                            count.bytes == 1 ? "byte" : "bytes");
    };
    for (std::size_t i = 0; i < status_names.size(); i++) add(status_names[i], counts.by_status[i]);
    add("attacked", counts.attacked);
    return text.empty() ? "nothing was checked" : text;
}

}  // namespace og::cli
