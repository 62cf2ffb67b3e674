// SPDX-License-Identifier: MIT
// The reader of bags. Chosen lines in any version and encoding must give the entries, problems and warnings
// of RFC 8493, and arbitrary text no name that leaves the bag.
#include "entries.hpp"

#include <cli/manifest/bagit.hpp>
#include <cli/text/hex.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <optional>
#include <unistd.h>

namespace og::fuzz {
namespace {

using cli::Hash;
using cli::Manifest;

// A name in a manifest, and the names that it means from version 1.0 on and before.
struct Name {
    std::string text, since_1{}, before_1{};
    bool warns_before_1 = false;
};

// The only payload file. Before version 1.0 a name encoded as in 1.0 means it, with a warning.
constexpr const char *payload_file = "data/q%r";

const std::vector<Name> payload_names{{"data/a", "data/a", "data/a"},
                                      {"./data/a", "data/a", "data/a"},
                                      {"data//b c/./d", "data/b c/d", "data/b c/d"},
                                      {"data/\xc3\xa9", "data/\xc3\xa9", "data/\xc3\xa9"},
                                      {"data/100%", "data/100%", "data/100%"},
                                      {"data/n%0Al", "data/n\nl", "data/n%0Al"},
                                      {"data/x%25y", "data/x%y", "data/x%25y"},
                                      {"data/q%25r", "data/q%r", "data/q%r", true}};
const std::vector<Name> tag_names{{"bagit.txt", "bagit.txt", "bagit.txt"}, {"t/u", "t/u", "t/u"}};
const std::vector<Name> wrong_names{{"data/../x"}, {"/x"}, {"~/x"}, {"data/"}};

struct TagManifest {
    const char *file;
    std::optional<Hash> hash;
    std::size_t digest_size;
    bool payload;
};

constexpr std::array manifests{
    TagManifest{"manifest-md5.txt", std::nullopt, 16, true},
    TagManifest{"manifest-sha1.txt", Hash::sha1, OG_SHA1_DIGEST_SIZE, true},
    TagManifest{"manifest-whirlpool.txt", Hash::whirlpool, OG_WHIRLPOOL_DIGEST_SIZE, true},
    TagManifest{"tagmanifest-sha1.txt", Hash::sha1, OG_SHA1_DIGEST_SIZE, false},
    TagManifest{"tagmanifest-whirlpool.txt", Hash::whirlpool, OG_WHIRLPOOL_DIGEST_SIZE, false}};

// A bag in /dev/shm, or in /tmp without that. A finding leaves the folder.
class BagFolder {
public:
    BagFolder() {
        const bool in_memory = access("/dev/shm", W_OK) == 0;
        path_ = std::string(in_memory ? "/dev/shm" : "/tmp") + "/oldguard-fuzz-XXXXXX";
        expect(mkdtemp(path_.data()) != nullptr, "no temporary folder");
        std::filesystem::create_directory(path_ + "/data");
        write(payload_file, "");
    }
    ~BagFolder() { std::filesystem::remove_all(path_); }
    BagFolder(const BagFolder &) = delete;
    BagFolder &operator=(const BagFolder &) = delete;

    const std::string &path() const { return path_; }

    // Replaces a file, or removes it.
    void write(const char *file, const std::optional<std::string> &text) const {
        const std::string name = path_ + "/" + file;
        if (!text) {
            unlink(name.c_str());
            return;
        }
        const int fd = open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        expect(::write(fd, text->data(), text->size()) == static_cast<ssize_t>(text->size()), "a file");
        close(fd);
    }

private:
    std::string path_;
};

// What the reader has to find.
struct Expected {
    bool version_1 = false, strict = false;
    std::map<std::string, std::array<std::string, cli::hashes.size()>> entries;  // digests, or ""
    std::map<std::string, std::size_t> listed;  // by payload file: the manifests that list it
    std::map<std::string, bool> fetched;
    std::size_t payload_manifests = 0, problems = 0, warnings = 0;

    void warn() { (strict ? problems : warnings)++; }

    // Returns the name that the text means, after the warning about it.
    std::string meaning(const Name &name) {
        if (!version_1 && name.warns_before_1) warn();
        return version_1 ? name.since_1 : name.before_1;
    }
};

struct Encoding {
    const char *name;
    enum { utf_8, latin_1, big, little } form;
};

// Converts a text of characters below U+0800 from UTF-8.
std::string encoded(std::string_view text, const Encoding &encoding, bool mark) {
    if (encoding.form == Encoding::utf_8) return std::string(text);
    std::vector<unsigned> characters;
    if (encoding.form == Encoding::little || (encoding.form == Encoding::big && mark))
        characters.push_back(0xfeff);
    for (std::size_t i = 0; i < text.size(); i++) {
        const auto byte = static_cast<unsigned char>(text[i]);
        characters.push_back(byte < 0x80 ? byte : (byte & 0x1fu) << 6 | (text[++i] & 0x3f));
    }
    std::string out;
    for (const unsigned c : characters) {
        if (encoding.form == Encoding::big) out += static_cast<char>(c >> 8);
        out += static_cast<char>(c);
        if (encoding.form == Encoding::little) out += static_cast<char>(c >> 8);
    }
    return out;
}

const Name &take_name(Input &input, const std::vector<Name> &names) {
    return names[input.ConsumeIntegralInRange<std::size_t>(0, names.size() - 1)];
}

// Returns the lines of a manifest, and adds what they mean.
std::string take_manifest(Input &input, const TagManifest &manifest, Expected &expected) {
    std::map<std::string, std::string> seen;
    std::string text;
    expected.payload_manifests += manifest.payload;
    for (int lines = input.ConsumeIntegralInRange(0, 6); lines > 0; lines--) {
        const int kind = input.ConsumeIntegralInRange(0, 5);
        const bool wrong = kind == 0, misplaced = kind == 1;
        const Name &name = take_name(input, wrong                           ? wrong_names
                                            : manifest.payload != misplaced ? payload_names
                                                                            : tag_names);
        const std::string digest(2 * manifest.digest_size, input.PickValueInArray({'a', 'A', '1'}));
        text += digest + input.PickValueInArray({" ", "  ", " *", "\t"}) + name.text +
                input.PickValueInArray({"\n", "\r\n", "\n\n"});
        if (wrong) {
            expected.problems++;
            continue;
        }
        const std::string file = expected.meaning(name),
                          lower = digest[0] == '1' ? digest : std::string(digest.size(), 'a');
        if (misplaced) {
            expected.problems++;
        } else if (const auto [first, is_new] = seen.emplace(file, lower); is_new) {
            auto &digests = expected.entries[file];
            if (manifest.hash) digests[static_cast<std::size_t>(*manifest.hash)] = lower;
            if (manifest.payload) expected.listed[file]++;
        } else if (first->second != lower || expected.version_1) {
            expected.problems++;
        } else {
            expected.warn();
        }
    }
    return text;
}

// Returns the lines of fetch.txt, and adds what they mean.
std::string take_fetch(Input &input, Expected &expected) {
    std::string text;
    for (int lines = input.ConsumeIntegralInRange(0, 4); lines > 0; lines--) {
        const int kind = input.ConsumeIntegralInRange(0, 5);
        const Name &name = take_name(input, kind == 0 ? wrong_names : kind == 1 ? tag_names : payload_names);
        text += std::string("http://a/b%20c ") + input.PickValueInArray({"-", "0", "12"}) + " " + name.text +
                "\n";
        const std::string file = kind == 0 ? "" : expected.meaning(name);
        if (expected.listed.contains(file))
            expected.fetched[file] = true;
        else
            expected.problems++;
    }
    return text;
}

void compare(const Manifest &manifest, const Expected &expected) {
    expect(manifest.problems.size() == expected.problems, "the number of problems");
    expect(manifest.warnings.size() == expected.warnings, "the number of warnings");
    expect(manifest.size() == expected.entries.size(), "the number of entries");
    for (std::size_t i = 0; i < manifest.size(); i++) {
        const auto found = expected.entries.find(std::string(manifest[i].name));
        expect(found != expected.entries.end(), "a name");
        expect(manifest[i].in_fetch == expected.fetched.contains(found->first), "a name in fetch.txt");
        for (const Hash hash : cli::hashes) {
            const std::string &digest = found->second[static_cast<std::size_t>(hash)];
            expect(manifest[i].has(hash) != digest.empty(), "the digests of an entry");
            if (digest.empty()) continue;
            std::string hexadecimal;
            cli::append_hex(hexadecimal, manifest.digest(manifest[i], hash).data(), cli::size_of(hash));
            expect(hexadecimal == digest, "a digest");
        }
    }
}

// Reads a bag whose meaning is known.
void read_chosen(Input &input, const BagFolder &bag) {
    Expected expected;
    expected.version_1 = input.ConsumeBool();
    expected.strict = input.ConsumeBool();
    const auto encoding = input.PickValueInArray<Encoding>({{"UTF-8", Encoding::utf_8},
                                                            {"iso-8859-1", Encoding::latin_1},
                                                            {"UTF-16", Encoding::big},
                                                            {"Utf-16", Encoding::little}});
    const bool mark = input.ConsumeBool();
    bag.write("bagit.txt", std::string("BagIt-Version: ") + (expected.version_1 ? "1.0" : "0.97") +
                               "\nTag-File-Character-Encoding: " + encoding.name + "\n");
    const auto write = [&](const char *file, const std::string &text) {
        bag.write(file, encoded(text, encoding, mark));
    };
    std::size_t unchecked = 0;
    for (const TagManifest &manifest : manifests) {
        bag.write(manifest.file, std::nullopt);
        if (input.ConsumeBool()) continue;
        write(manifest.file, take_manifest(input, manifest, expected));
        unchecked += !manifest.hash;
    }
    bag.write("fetch.txt", std::nullopt);
    if (input.ConsumeBool()) write("fetch.txt", take_fetch(input, expected));
    if (expected.payload_manifests == 0) expected.problems++;
    if (expected.version_1)
        expected.problems += static_cast<std::size_t>(std::ranges::count_if(
            expected.listed, [&](const auto &one) { return one.second != expected.payload_manifests; }));
    Manifest manifest;
    const std::string why = cli::read_bag(bag.path(), {.strict = expected.strict}, manifest);
    expect(why.empty(), "a bag that is refused");
    expect(manifest.unchecked.size() == unchecked, "the digests that are not checked");
    check_entries(manifest);
    compare(manifest, expected);
}

std::string take_text(Input &input) {
    static const std::string sha1(40, 'a'), other(40, '1'), whirlpool(128, 'd');
    static const std::vector<std::string> words{"BagIt-Version: ",
                                                "Tag-File-Character-Encoding: ",
                                                "1.0",
                                                "0.97",
                                                "UTF-8",
                                                "UTF-16",
                                                "ISO-8859-1",
                                                "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
                                                sha1,
                                                other,
                                                whirlpool,
                                                "http://a/b - ",
                                                " ",
                                                "*",
                                                "data/a",
                                                "data/",
                                                "../",
                                                "/",
                                                "%25",
                                                "%0a",
                                                "\r\n",
                                                "\n",
                                                "\xff\xfe"};
    std::string text;
    for (int count = input.ConsumeIntegralInRange(0, 20); count > 0; count--) {
        const auto at = input.ConsumeIntegralInRange<std::size_t>(0, words.size());
        text += at < words.size() ? words[at] : input.ConsumeRandomLengthString(20);
    }
    return text;
}

// Reads a bag of arbitrary text.
void read_arbitrary(Input &input, const BagFolder &bag) {
    const bool strict = input.ConsumeBool();
    bag.write("bagit.txt", input.ConsumeBool() ? "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
                                               : take_text(input));
    for (const TagManifest &manifest : manifests)
        bag.write(manifest.file, input.ConsumeBool() ? std::optional(take_text(input)) : std::nullopt);
    bag.write("fetch.txt", input.ConsumeBool() ? std::optional(take_text(input)) : std::nullopt);
    Manifest manifest;
    cli::read_bag(bag.path(), {.strict = strict}, manifest);
    check_entries(manifest);
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    static const BagFolder bag;
    Input input(data, size);
    if (input.ConsumeBool())
        read_chosen(input, bag);
    else
        read_arbitrary(input, bag);
    return 0;
}
