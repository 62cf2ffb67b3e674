// SPDX-License-Identifier: MIT
// The readers of manifests that consist of lines: arbitrary bytes, and lines made of words of the formats.
//
// No accepted name leaves the folder, and none is listed twice. What --update writes is read as the same
// entries. The parser for simple JSON lines gives what the general one gives.
#include "entries.hpp"

#include <cli/audit/manifest_line.hpp>
#include <cli/manifest/json_line.hpp>
#include <cli/manifest/line_parser.hpp>
#include <cli/manifest/lines_of.hpp>

#include <algorithm>
#include <tuple>

namespace og::fuzz {
namespace {

using cli::Hash;
using cli::Manifest;
using cli::ManifestEntry;
using cli::ManifestFormat;
using cli::TextEncoding;

using MakeParser = std::unique_ptr<cli::LineParser>(const cli::ReadOptions &, Manifest &);

struct Format {
    MakeParser *parser;
    std::vector<std::string> words;
};

const std::vector<Format> &formats() {
    static const std::string sha1(40, 'a'), other(40, '1'), whirlpool(128, 'd');
    static const std::vector<Format> all{
        {&cli::checksum_parser,
         {sha1 + "  ",
          other + " *",
          whirlpool + "  ",
          std::string(32, 'e') + "  ",
          "MD5 (",
          "sha-1  (",
          "; ",
          "\xef\xbb\xbf",
          "\\" + sha1 + "  ",
          "SHA1 (",
          "WHIRLPOOL (",
          ") = " + sha1,
          ") = " + whirlpool,
          "a",
          "b/",
          "..",
          "/",
          "./",
          "/r/",
          "\\n",
          "\\\\",
          "#",
          "\n",
          "\r\n"}},
        {&cli::hashdeep_parser,
         {"%%%% HASHDEEP-1.0\n", "%%%% size,sha1,filename\n", "%%%% size,md5,whirlpool,sha1,filename\n",
          "## comment\n", "5," + sha1 + ",", "0," + other + ",", "7,ff," + whirlpool + "," + sha1 + ",", "a",
          "b/", "..", "/", "./", "/r/", ",", "\n", "\r\n"}},
        {&cli::mtree_parser,
         {"#mtree\n",
          "/set ",
          "/unset ",
          "optional ",
          "ignore ",
          "* ",
          "x[ab]? ",
          "type=file ",
          "type=dir ",
          "sha1=" + sha1 + " ",
          "sha1digest=" + other + " ",
          "size=5 ",
          "time=7.5 ",
          "nochange ",
          ". ",
          "./a ",
          "b ",
          "..",
          "/",
          "\\056",
          "\\040",
          "\\\n",
          "\n",
          "\r\n"}},
        {&cli::json_parser,
         {"{",
          "}",
          ",",
          "\"v\":1",
          "\"v\":2",
          "\"name\":\"a\"",
          "\"name\":\"b/\\u0063\"",
          "\"name\":\"../a\"",
          "\"name_b64\":\"YQ==\"",
          "\"name_b64\":\"/w==\"",
          "\"sha1\":\"" + sha1 + "\"",
          "\"git_blob\":\"" + other + "\"",
          "\"whirlpool\":\"" + whirlpool + "\"",
          "\"size\":18446744073709551615",
          "\"size\":12345",
          "\"size\":1e3",
          "\"inode\":7",
          "\"mtime\":\"2026-01-31T12:00:00.000000001Z\"",
          "\"checked\":\"1970-01-01T00:00:00Z\"",
          "\"status\":\"ok\"",
          "\"x\":[{}]",
          "\"attacked\":true",
          "{\"v\":1,\"size\":9007199254740993}\n",
          "{\"v\":1,",
          " ",
          "\xc3\xa9",
          "\n",
          "\r\n"}}};
    return all;
}

void check_json(std::string_view line) {
    cli::JsonLine simple, general;
    const bool good = cli::parse_json_line(line, simple).empty();
    expect(good == cli::parse_any_json_line(line, general).empty(), "one parser refuses a line");
    if (!good) return;
    const auto of_manifest = [](const cli::JsonLine &one) {
        return std::tie(one.name, one.size, one.inode, one.mtime, one.checked, one.has_digest, one.has_name,
                        one.has_size, one.has_inode, one.has_mtime, one.has_checked, one.has_status,
                        one.is_summary, one.attacked);
    };
    const auto of_journal = [](const cli::JsonLine &one) {
        return std::tie(one.offset, one.ctime, one.has_offset, one.has_ctime, one.journal, one.state,
                        one.hash);
    };
    expect(of_manifest(simple) == of_manifest(general), "a member of manifests");
    expect(of_journal(simple) == of_journal(general), "a member of journals");
    for (const Hash hash : cli::hashes) {
        const auto i = static_cast<std::size_t>(hash);
        expect(!simple.has_digest[i] ||
                   std::equal(simple.digests[i].begin(), simple.digests[i].begin() + cli::size_of(hash),
                              general.digests[i].begin()),
               "a digest");
    }
}

// Returns "" or the reason why the text is refused.
std::string read(MakeParser *make, const cli::ReadOptions &options, const std::string &text,
                 Manifest &manifest) {
    const auto parser = make(options, manifest);
    static MemoryFile file;
    file.write(text);
    cli::Input opened(file.name());
    cli::LineReader lines(opened, {.encoding = options.encoding});
    std::uint32_t last = 0;
    const std::string why = cli::take_lines(
        "manifest", lines,
        [&](std::string_view line, std::uint32_t number) {
            if (make == &cli::json_parser) check_json(line);
            return parser->take(line, number);
        },
        last);
    return why.empty() ? parser->end() : why;
}

// Returns the manifest as --update writes it.
std::string written(const Manifest &manifest) {
    std::string text = cli::manifest_header(manifest.format, manifest);
    for (std::size_t i = 0; i < manifest.size(); i++) {
        const ManifestEntry &entry = manifest[i];
        cli::NewEntry made{std::string(Manifest::prefix_of(entry)) + std::string(entry.name),
                           std::nullopt,
                           &entry,
                           {},
                           entry.has_checked ? entry.checked : 0};
        for (const Hash hash : cli::hashes) {
            if (!entry.has(hash)) continue;
            const auto digest = manifest.digest(entry, hash);
            std::ranges::copy(digest, made.digests[static_cast<std::size_t>(hash)].emplace().begin());
        }
        cli::append_entry(text, manifest.format, made);
    }
    return text;
}

// Returns whether --update writes an entry of a manifest: its digests are those of the columns of hashdeep,
// and the format can express its name.
bool can_write(const Manifest &manifest, const ManifestEntry &entry) {
    const bool is_hashdeep = manifest.format == ManifestFormat::hashdeep;
    return entry.has_any() && cli::can_express(manifest.format, entry.name) &&
           (!is_hashdeep || std::ranges::all_of(cli::hashes, [&](Hash hash) {
               return entry.has(hash) == manifest[0].has(hash);
           }));
}

void check_same(const Manifest &a, const Manifest &b) {
    expect(a.size() == b.size(), "the number of entries that were written");
    for (std::size_t i = 0; i < a.size(); i++) {
        // The time 0 is not written, because it is the mark of a file that was not checked.
        const auto members = [](const ManifestEntry &one) {
            return std::tie(one.name, one.checked, one.size, one.mtime, one.inode, one.has_size,
                            one.has_mtime, one.has_inode);
        };
        expect(members(a[i]) == members(b[i]), "a member that was written");
        for (const Hash hash : cli::hashes) {
            expect(a[i].has(hash) == b[i].has(hash), "the digests that were written");
            expect(!a[i].has(hash) || std::ranges::equal(a.digest(a[i], hash), b.digest(b[i], hash)),
                   "a digest that was written");
        }
    }
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    const Format &format = formats()[input.ConsumeIntegralInRange<std::size_t>(0, formats().size() - 1)];
    og::cli::ReadOptions options;
    if (input.ConsumeBool()) options.names.roots = {"/r"};
    options.names.anywhere = input.ConsumeBool();
    options.names.backslashes = input.ConsumeBool();
    options.encoding =
        input.PickValueInArray({TextEncoding::automatic, TextEncoding::utf_8, TextEncoding::cp1252,
                                TextEncoding::utf_16le, TextEncoding::iso_8859_1});
    options.git_blob = input.ConsumeBool();
    Manifest manifest;
    const std::string why = read(format.parser, options, take_text(input, format.words), manifest);
    if (options.names.anywhere) return 0;
    check_entries(manifest);
    if (!why.empty() || manifest.size() == 0 || manifest.format == ManifestFormat::mtree) return 0;
    for (std::size_t i = 0; i < manifest.size(); i++)
        if (!can_write(manifest, manifest[i])) return 0;
    options.names.backslashes = false;
    options.encoding = TextEncoding::utf_8;
    Manifest again;
    expect(read(format.parser, options, written(manifest), again).empty(), "a line that was written");
    check_same(manifest, again);
    return 0;
}
