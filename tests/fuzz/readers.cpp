// SPDX-License-Identifier: MIT
// Lists of digests, as `oldguard sum --check` reads them and as `oldguard audit` does. The first takes line
// after line and goes on after a bad one. The second reads the whole list into a manifest, and refuses it for
// a bad line, a bad name or two digests of one file. What both take must be the same files with the same
// digests.
#include "fuzz.hpp"

#include <cli/manifest/checkfile.hpp>
#include <cli/manifest/read_manifest.hpp>
#include <cli/manifest/recognize.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace og::fuzz {
namespace {

using cli::Hash;

using Digests = std::map<Hash, Bytes>;
using Files = std::map<std::string, Digests, std::less<>>;

// Reads the lines of a list as --check does. Returns nothing if a manifest must not have such a line, and no
// format for a list of JSON lines, hashdeep or mtree, which --check reads as a manifest, too.
std::optional<Files> by_lines(const std::string &file, const cli::ReadOptions &options,
                              std::optional<cli::ManifestFormat> &format) {
    cli::Input input(file);
    cli::LineReader lines(input, {.encoding = options.encoding, .find_ends = true});
    cli::EntryParser parser(nullptr);
    parser.set_list_name(file);
    Files files;
    bool right = true, cut = false;
    for (std::string line; lines.next(line, cut);) {
        if (!format) {
            format = cli::format_of(line);
            parser.set_escapes(!lines.ends_with_zeros());
            if (format && format != cli::ManifestFormat::gnu) return std::nullopt;
        }
        if (cli::is_comment(line) || !format) continue;
        const std::optional<cli::Entry> entry = parser.parse(line);
        const cli::NoEntry other = entry ? cli::NoEntry() : parser.describe(line);
        right = right && (entry || !other.other.empty());
        cli::ListedName listed;
        if (!cli::split_name(entry ? entry->name : other.name, options.names, listed).empty()) {
            right = right && !entry;  // the name of another algorithm's line may be a bad one
            continue;
        }
        Digests &digests = files[std::string(listed.name)];
        if (!entry) continue;
        const Hash hash = entry->algorithm == &cli::sha1 ? Hash::sha1 : Hash::whirlpool;
        const Bytes digest(entry->digest.begin(), entry->digest.begin() + cli::size_of(hash));
        right = right && digests.try_emplace(hash, digest).first->second == digest;
    }
    return right && lines.why().empty() ? std::optional(files) : std::nullopt;
}

Files files_of(const cli::Manifest &manifest) {
    Files files;
    for (std::size_t i = 0; i < manifest.size(); i++)
        for (Digests &digests = files[std::string(manifest[i].name)]; const Hash hash : cli::hashes)
            if (manifest[i].has(hash)) {
                const auto digest = manifest.digest(manifest[i], hash);
                digests[hash] = Bytes(digest.begin(), digest.end());
            }
    return files;
}

std::string take_list(Input &input) {
    static const std::string sha1(40, 'a'), other(40, '1'), whirlpool(128, 'd');
    static const std::vector<std::string> words{sha1 + "  ",
                                                other + " *",
                                                whirlpool + "  ",
                                                sha1 + " ",
                                                std::string(32, 'e') + "  ",
                                                "SHA1 (",
                                                "sha-1(",
                                                "WHIRLPOOL (",
                                                "MD5 (",
                                                ") = " + sha1,
                                                ")= " + other,
                                                ") = " + whirlpool,
                                                ") = qqqqqqqqqqqqqqqqqqqqqqqqqqo=",
                                                "\\" + sha1 + "  ",
                                                " (SHA1): ",
                                                "a",
                                                "b/",
                                                "..",
                                                "./",
                                                "//",
                                                "\\n",
                                                "\\\\",
                                                "\\",
                                                "# ",
                                                "TIMESTAMP = 1",
                                                "\t",
                                                "\n",
                                                "\r\n",
                                                "\r",
                                                std::string(1, '\0')};
    return take_text(input, words);
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    using og::cli::TextEncoding;
    Input input(data, size);
    og::cli::ReadOptions options;
    options.names.backslashes = input.ConsumeBool();
    if (input.ConsumeBool()) options.names.strip_prefix = "b/";
    options.encoding =
        input.PickValueInArray({TextEncoding::automatic, TextEncoding::cp1252, TextEncoding::utf_16le});
    static MemoryFile file;
    file.write(take_list(input));

    std::optional<og::cli::ManifestFormat> format;
    const std::optional<Files> lines = by_lines(file.name(), options, format);
    if (format && format != og::cli::ManifestFormat::gnu) return 0;
    og::cli::Manifest manifest;
    const bool taken = og::cli::read_manifest(file.name(), options, manifest).empty();
    if (manifest.format == og::cli::ManifestFormat::torrent) return 0;
    const bool has_digest = lines && std::any_of(lines->begin(), lines->end(),
                                                 [](const auto &one) { return !one.second.empty(); });
    expect(taken == has_digest, "one reader takes a list that the other refuses");
    expect(!taken || files_of(manifest) == *lines, "the files of a list and their digests");
    return 0;
}
