// SPDX-License-Identifier: MIT
// The module that reads .torrent files: arbitrary bytes, and torrents with names and sizes of the input.
//
// Whatever is accepted must be safe for the rest: names inside the folder, as they were written, each once,
// and pieces that fit the files. The positions of files in the pieces are compared with a count.
#include "fuzz.hpp"

#include <cli/torrent/torrent.hpp>

#include <algorithm>
#include <set>

namespace og::fuzz {
namespace {

std::string bencoded(std::string_view text) { return std::to_string(text.size()) + ":" + std::string(text); }

struct Listed {
    std::vector<std::string> path;
    std::uint64_t size;
    bool pad;
};

// Returns a name: often a harmless one, else one that a checker has to refuse, or arbitrary bytes.
std::string take_name(Input &input) {
    static const std::vector<std::string> names{"a",  "b",  "c d",   "..",   ".", "",      "a/b",
                                                "/x", "\\", "../..", "\xff", "é", "a.b.c", "con"};
    if (input.ConsumeBool()) return names[input.ConsumeIntegralInRange<std::size_t>(0, 2)];
    if (input.ConsumeBool())
        return input.PickValueInArray({names[3], names[4], names[5], names[6], names[7]});
    return input.ConsumeRandomLengthString(20);
}

bool is_safe(std::string_view path) {
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        const std::string_view element = path.substr(0, end);
        if (element.empty() || element == "." || element == "..") return false;
        if (end == path.size()) return true;
        path.remove_prefix(end + 1);
    }
    return false;
}

// Checks what the rest of the command relies on.
void check_content(const og_torrent_content &content) {
    expect(is_safe(content.name) && std::string_view(content.name).find('/') == std::string_view::npos,
           "the name of the content");
    std::set<std::string_view> names;
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < content.file_count; i++) {
        const og_torrent_file &file = content.files[i];
        total += file.size;
        if (file.kind == OG_TORRENT_PAD) continue;
        expect(is_safe(file.path), "a path");
        expect(names.insert(file.path).second, "a path that is listed twice");
    }
    expect(content.piece_size > 0, "the size of pieces");
    expect((total + content.piece_size - 1) / content.piece_size == content.piece_count, "the pieces");

    const cli::TorrentLayout layout(content);
    expect(layout.size() == total, "the size of the layout");
    std::uint64_t start = 0;
    for (std::size_t i = 0; i < content.file_count; i++) {
        const std::uint64_t size = content.files[i].size;
        const cli::PieceRange range = layout.pieces_of(i);
        expect((range.first == range.end) == (size == 0), "an empty range of pieces");
        if (size > 0) {
            expect(range.first == start / content.piece_size, "the first piece of a file");
            expect(range.end == (start + size - 1) / content.piece_size + 1, "the end of its pieces");
            const auto spans = layout.spans(start, size);
            expect(spans.size() == 1 && spans[0].file == i && spans[0].offset == 0 && spans[0].size == size,
                   "the span of a file");
        }
        start += size;
    }
    if (content.piece_count == 0 || content.piece_count > 1000) return;
    std::uint64_t covered = 0;
    for (std::uint64_t piece = 0; piece < content.piece_count; piece++) {
        const std::uint64_t size = layout.piece_size(piece);
        std::uint64_t sum = 0;
        for (const auto &span : layout.spans(piece * content.piece_size, size)) sum += span.size;
        expect(sum == size, "the spans of a piece");
        covered += size;
    }
    expect(covered == total, "the pieces do not cover the content");
}

const og_torrent_content *parse(const std::string &text) {
    char why[1024] = "";
    const og_torrent_content *content = og_torrent_parse(text.data(), text.size(), why, sizeof why);
    if (content != nullptr)
        check_content(*content);
    else
        expect(why[0] != '\0', "a torrent is refused without a reason");
    return content;
}

// Returns a well-formed torrent of these files, whose digests are arbitrary.
std::string torrent_of(const std::string &name, const std::vector<Listed> &files, std::uint64_t piece_size) {
    std::string list;
    std::uint64_t total = 0;
    for (const Listed &file : files) {
        std::string path;
        for (const std::string &element : file.path) path += bencoded(element);
        list += "d" + std::string(file.pad ? "4:attr1:p" : "") + "6:lengthi" + std::to_string(file.size) +
                "e4:pathl" + path + "ee";
        total += file.size;
    }
    const std::string digests((total + piece_size - 1) / piece_size * 20, 'x');
    return "d4:infod5:filesl" + list + "e4:name" + bencoded(name) + "12:piece lengthi" +
           std::to_string(piece_size) + "e6:pieces" + bencoded(digests) + "ee";
}

void build_and_parse(Input &input) {
    const std::string name = take_name(input);
    std::vector<Listed> files;
    bool safe = is_safe(name) && name.find('/') == std::string::npos && name.find('\0') == std::string::npos;
    for (int count = input.ConsumeIntegralInRange(1, 6); count > 0; count--) {
        Listed file{{}, input.ConsumeIntegralInRange<std::uint64_t>(0, 100'000), input.ConsumeBool()};
        for (int depth = input.ConsumeIntegralInRange(1, 3); depth > 0; depth--)
            file.path.push_back(take_name(input));
        files.push_back(std::move(file));
    }
    const std::string text =
        torrent_of(name, files, std::uint64_t{16384} << input.ConsumeIntegralInRange(0, 3));
    const og_torrent_content *content = parse(text);
    if (content == nullptr) return;
    expect(safe && name == content->name, "an unsafe name is accepted");
    expect(content->file_count == files.size(), "the number of files");
    for (std::size_t i = 0; i < files.size(); i++) {
        expect(content->files[i].size == files[i].size, "a size");
        std::string path;
        for (const std::string &element : files[i].path) path += (path.empty() ? "" : "/") + element;
        const bool pad = files[i].pad || path.find("_____padding_file_") != std::string::npos;
        expect((content->files[i].kind == OG_TORRENT_PAD) == pad, "a pad file");
        if (pad) continue;
        expect(path == content->files[i].path, "a path is not as it was written");
    }
    og_torrent_free(content);
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    if (input.ConsumeBool())
        build_and_parse(input);
    else
        og_torrent_free(parse(input.ConsumeRemainingBytesAsString()));
    return 0;
}
