// SPDX-License-Identifier: MIT
#include "report_page.hpp"

#include "text/quote.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace og::cli {
namespace {

// The rows of the page. The rest is counted.
constexpr std::size_t most_rows = 10'000;

constexpr std::string_view style =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "h1{font-size:1.5rem}h1 span,td.name{overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}"
    "td,th{text-align:left;padding:.25rem .5rem;border-bottom:1px solid #ddd;vertical-align:top}"
    ".n{text-align:right;white-space:nowrap}.name{font-family:ui-monospace,monospace}"
    ".ok,.skipped{color:#276b2b}.new,.moved,.duplicate{color:#1f4f8f}"
    ".corrupt,.changed,.missing,.unreadable,.attacked{color:#a11;font-weight:bold}"
    "@media(prefers-color-scheme:dark){body{background:#151515;color:#ddd}td,th{border-color:#444}"
    ".ok,.skipped{color:#8c8}.new,.moved,.duplicate{color:#9bf}"
    ".corrupt,.changed,.missing,.unreadable,.attacked{color:#f88}}";

// Every text of the page that comes from somewhere else passes through here. What is no character becomes
// \ooo.
std::string escaped_text(std::string_view text) {
    std::string html;
    for (const char c : printable(text)) {
        if (c == '&')
            html += "&amp;";
        else if (c == '<')
            html += "&lt;";
        else if (c == '>')
            html += "&gt;";
        else if (c == '"')
            html += "&quot;";
        else if (c == '\'')
            html += "&#39;";
        else
            html += c;
    }
    return html;
}

std::string count_row(std::string_view status, const Count &count) {
    if (count.files == 0) return "";
    return fmt::format(
        "<tr><td class=\"{0}\">{0}</td><td class=\"n\">{1}</td><td class=\"n\">{2}</td></tr>\n", status,
        count.files, count.bytes);
}

}  // namespace

std::string report_page(const ReportFacts &facts, const Counts &counts, const std::vector<ReportRow> &rows) {
    std::string table, found;
    for (std::size_t i = 0; i < status_names.size(); i++)
        table += count_row(status_names[i], counts.by_status[i]);
    table += count_row("attacked", counts.attacked);
    for (std::size_t i = 0; i < std::min(rows.size(), most_rows); i++)
        found += fmt::format(
            "<tr><td class=\"{0}\">{0}{1}</td><td class=\"name\">{2}</td></tr>\n", name_of(rows[i].status),
            rows[i].attacked ? " <b class=\"attacked\">attacked</b>" : "", escaped_text(rows[i].text));
    if (found.empty())
        found = "<p>Nothing.</p>\n";
    else
        found = "<table><thead><tr><th>status</th><th>file</th></tr></thead><tbody>\n" + found +
                "</tbody></table>\n";
    if (rows.size() > most_rows) found += fmt::format("<p>And {} more.</p>\n", rows.size() - most_rows);
    return fmt::format("{7}{0}</title><style>{1}</style></head><body>\n"
                       "<h1>Audit of <span>{0}</span></h1>\n"
                       "<p>Compared with {2} in {3:.1f} s. The audit is <b>{4}</b>.</p>\n"
                       "<h2>Files by status</h2>\n<table><thead><tr><th>status</th><th class=\"n\">files</th>"
                       "<th class=\"n\">bytes</th></tr></thead><tbody>\n{5}</tbody></table>\n"
                       "<h2>Not as listed</h2>\n{6}</body></html>\n",
                       escaped_text(facts.folder), style, escaped_text(facts.manifest), facts.seconds,
                       facts.complete ? "complete" : "not complete", table, found, page_begin);
}

}  // namespace og::cli
