// SPDX-License-Identifier: MIT
#include "read_manifest.hpp"

#include "bagit.hpp"
#include "line_parser.hpp"
#include "lines_of.hpp"
#include "os/file.hpp"
#include "recognize.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>

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

// Reads a file of lines. The lines before the one that determines the format are empty or comments.
std::string read_lines(const std::string &file, Input &input, const ReadOptions &options,
                       Manifest &manifest) {
    std::unique_ptr<LineParser> parser;
    static const std::string is_torrent = "a torrent";
    std::uint32_t last = 0;
    std::string why = lines_of_input(file, input, [&](std::string_view line, std::uint32_t number) {
        last = number;
        if (number == 1 && line.starts_with("\xef\xbb\xbf"))
            return std::string("the file begins with a byte order mark of UTF-8, which is part of no line");
        if (parser == nullptr) {
            const std::optional<ManifestFormat> format = format_of(line);
            if (!format) return std::string();
            if (*format == ManifestFormat::torrent) {
                manifest.format = *format;
                return is_torrent;
            }
            parser = parser_of(*format, options, manifest);
        }
        return parser->take(line, number);
    });
    if (manifest.format == ManifestFormat::torrent) return "";
    if (!why.empty() || parser == nullptr) return why;
    why = parser->end();
    return why.empty() ? why : line_complaint(file, last, why);
}

std::string read_any(const std::string &file, const ReadOptions &options, Manifest &manifest) {
    os::Status status;
    if (file != "-" && os::stat(file.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
        if (os::access((file + "/bagit.txt").c_str(), F_OK) != 0)
            return fmt::format("{}: this folder is no bag: it has no bagit.txt", shell_quoted(file));
        return read_bag(file, options, manifest);
    }
    if (const std::string bag = bag_of(file); !bag.empty()) return read_bag(bag, options, manifest);
    Input input(file);
    if (!input.ok()) return fmt::format("{}: {}", shell_quoted(file), std::strerror(input.error()));
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

}  // namespace

std::string read_manifest(const std::string &file, const ReadOptions &options, Manifest &manifest) {
    std::string why = read_any(file, options, manifest);
    if (!why.empty() || manifest.format == ManifestFormat::torrent) return why;
    const std::string title = shell_quoted(file == "-" ? "standard input" : file);
    if (manifest.size() == 0 && manifest.problems.empty()) return title + ": the manifest lists no file";
    for (const Hash hash : hashes)
        if (manifest.uses(hash)) return "";
    return manifest.problems.empty() ? title + ": no digest can be checked: none is SHA-1 or Whirlpool" : "";
}

}  // namespace og::cli
