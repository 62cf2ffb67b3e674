// SPDX-License-Identifier: MIT
#include "read_manifest.hpp"

#include "bagit.hpp"
#include "line_parser.hpp"
#include "lines_of.hpp"
#include "os/file.hpp"
#include "recognize.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace og::cli {
namespace {

std::unique_ptr<LineParser> parser_of(ManifestFormat format, const ReadOptions &options, Manifest &manifest) {
    switch (format) {
    case ManifestFormat::hashdeep:
        return hashdeep_parser(options, manifest);
    case ManifestFormat::mtree:
        return mtree_parser(options, manifest);
    case ManifestFormat::jsonl:
        return json_parser(options, manifest);
    default:
        return checksum_parser(options, manifest);
    }
}

// Returns the reason why what was read is no manifest, or "".
std::string fault_of(const std::string &file, const Manifest &manifest) {
    const std::string title = title_of_manifest(file);
    if (manifest.size() == 0 && manifest.problems.empty()) return title + ": the manifest lists no file";
    for (const Hash hash : hashes)
        if (manifest.uses(hash)) return "";
    if (!manifest.problems.empty()) return "";
    std::vector<std::string> others;
    for (const auto &[name, count] : manifest.left_out.others) others.push_back(name);
    for (std::string name : manifest.unchecked) {
        for (char &c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
        others.push_back(std::move(name));
    }
    return title + ": no digest can be checked: " +
           (others.empty() ? "the manifest has none of SHA-1 or Whirlpool" : list_of_others(others));
}

// Reads a file of lines. The lines before the one that determines the format are empty or comments.
std::string read_lines(const std::string &file, Input &input, const ReadOptions &options,
                       Manifest &manifest) {
    LineReader lines(input, {.encoding = options.encoding, .find_ends = true});
    std::string line;
    std::uint32_t number = 0;
    for (bool cut; lines.next(line, cut);) {
        number++;
        const std::optional<ManifestFormat> format = format_of(line);
        if (!format) continue;
        if (cut)
            return line_complaint(file, number,
                                  fmt::format("the line is longer than {} bytes", longest_line));
        if (*format != ManifestFormat::torrent)
            return read_lines_from(file, lines, *format, line, number, options, manifest);
        manifest.format = *format;
        return "";
    }
    if (!lines.why().empty()) return fmt::format("{}: {}", title_of_manifest(file), lines.why());
    return fault_of(file, manifest);
}

std::string read_whole_bag(const std::string &folder, const ReadOptions &options, Manifest &manifest) {
    std::string why = read_bag(folder, options, manifest);
    return why.empty() ? fault_of(folder, manifest) : why;
}

}  // namespace

std::string list_of_others(const std::vector<std::string> &algorithms) {
    constexpr std::size_t most_names = 8;
    std::string names;
    for (std::size_t i = 0; i < std::min(algorithms.size(), most_names); i++)
        names += (i == 0 ? "" : i + 1 == algorithms.size() ? " and " : ", ") + printable(algorithms[i]);
    if (algorithms.size() > most_names) names += ", ...";
    return fmt::format("this is a list of {} digests, and oldguard computes SHA-1 and Whirlpool", names);
}

std::string read_lines_from(const std::string &file, LineReader &lines, ManifestFormat format,
                            std::string_view line, std::uint32_t number, const ReadOptions &options,
                            Manifest &manifest) {
    manifest.file = file;
    manifest.has_escapes = !lines.ends_with_zeros();
    manifest.is_plain = lines.is_plain();
    const std::unique_ptr<LineParser> parser = parser_of(format, options, manifest);
    std::string why = parser->take(line, number);
    if (!why.empty()) return line_complaint(file, number, why);
    why = take_lines(
        file, lines, [&](std::string_view next, std::uint32_t at) { return parser->take(next, at); }, number);
    if (!why.empty()) return why;
    why = parser->end();
    return why.empty() ? fault_of(file, manifest) : line_complaint(file, number, why);
}

std::string read_manifest(const std::string &file, const ReadOptions &options, Manifest &manifest) {
    os::Status status;
    if (file != "-" && os::stat(file.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
        if (os::access((file + "/bagit.txt").c_str(), F_OK) != 0)
            return fmt::format("{}: this folder is no bag: it has no bagit.txt", shell_quoted(file));
        return read_whole_bag(file, options, manifest);
    }
    if (const std::string bag = bag_of(file); !bag.empty()) return read_whole_bag(bag, options, manifest);
    Input input(file);
    if (!input.ok()) return fmt::format("{}: {}", shell_quoted(file), input.why());
    // The whole torrent may be one line, which is too long for read_lines().
    if (file != "-" && input.regular_size()) {
        const std::optional<bool> torrent = starts_as_torrent(input.fd());
        if (!torrent) return fmt::format("{}: {}", shell_quoted(file), std::strerror(errno));
        if (*torrent) {
            manifest.format = ManifestFormat::torrent;
            return "";
        }
    }
    return read_lines(file, input, options, manifest);
}

}  // namespace og::cli
