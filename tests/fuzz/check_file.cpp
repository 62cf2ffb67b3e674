// SPDX-License-Identifier: MIT
// The check files of `oldguard sum --check` against the rules of coreutils' sha1sum, as a model.
//
// The model differs where `oldguard sum` does on purpose: a name holds no NUL, a line has a limit,
// and where no algorithm is chosen the tag or the digest's length decides.
#include "fuzz.hpp"

#include <cli/manifest/line_reader.hpp>
#include <cli/manifest/checkfile.hpp>
#include <cli/manifest/names.hpp>
#include <cli/text/hex.hpp>

#include <algorithm>
#include <optional>

namespace og::fuzz {
namespace {

using cli::Algorithm;

constexpr std::string_view blanks = " \t";
constexpr std::string_view hexadecimal = "0123456789abcdefABCDEF";

struct Sum {
    const Algorithm *algorithm;
    std::string digest;  // lower-case digits
    std::string name;
    bool operator==(const Sum &) const = default;
};

// Returns the lines of a text, without LF or CRLF. One that is too long has no value.
std::vector<std::optional<std::string>> model_lines(std::string_view text) {
    std::vector<std::optional<std::string>> lines;
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.size() > cli::EntryParser::max_line)
            lines.push_back(std::nullopt);
        else
            lines.push_back(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
    }
    return lines;
}

std::string capitals(std::string text) {
    for (char &c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    return text;
}

class Model {
public:
    explicit Model(const Algorithm *only) : only_(only) {}

    std::optional<Sum> parse(std::string line) {
        line.erase(0, std::min(line.find_first_not_of(blanks), line.size()));
        escaped_ = line.starts_with('\\');
        line.erase(0, escaped_ ? 1 : 0);
        for (const Algorithm *algorithm : cli::algorithms)
            for (const std::string_view tag : {algorithm->tag, std::string_view("SHA-1")})
                if (allowed(algorithm) && (tag == algorithm->tag || algorithm == &cli::sha1) &&
                    capitals(line.substr(0, tag.size())) == tag)
                    return parse_tagged(*algorithm, line.substr(tag.size()));
        return parse_plain(line);
    }

private:
    bool allowed(const Algorithm *algorithm) const { return only_ == nullptr || only_ == algorithm; }

    // Parses " (NAME) = DIGEST", where the last parenthesis ends the name.
    std::optional<Sum> parse_tagged(const Algorithm &algorithm, const std::string &text) const {
        const std::size_t open = text.find_first_not_of(blanks), close = text.rfind(')');
        if (open == std::string::npos || text[open] != '(' || close == std::string::npos) return std::nullopt;
        const std::size_t equals = text.find_first_not_of(blanks, close + 1);
        if (equals == std::string::npos || text[equals] != '=') return std::nullopt;
        const std::size_t digest = text.find_first_not_of(blanks, equals + 1);
        if (digest == std::string::npos) return std::nullopt;
        return sum(algorithm, text.substr(digest), text.substr(open + 1, close - open - 1));
    }

    // Parses "DIGEST  NAME", "DIGEST *NAME" or, in files of the other kind, "DIGEST NAME".
    std::optional<Sum> parse_plain(const std::string &line) {
        const std::size_t digits = std::min(line.find_first_not_of(hexadecimal), line.size());
        for (const Algorithm *algorithm : cli::algorithms) {
            if (!allowed(algorithm) || digits != 2 * algorithm->size) continue;
            if (line.size() < digits + 2 || blanks.find(line[digits]) == std::string_view::npos)
                return std::nullopt;
            const bool has_type =
                line.size() > digits + 2 && (line[digits + 1] == ' ' || line[digits + 1] == '*');
            const std::string name = line.substr(digits + 1);
            if (!has_type && reversed_.value_or(true))
                for (const char *tag : {"(SHA1):", "(SHA-1):", "(WHIRLPOOL):"})
                    if (capitals(name).starts_with(tag)) return std::nullopt;
            if (!reversed_)
                reversed_ = !has_type;  // the first line decides
            else if (!has_type && !*reversed_)
                return std::nullopt;
            return sum(*algorithm, line.substr(0, digits), line.substr(digits + (*reversed_ ? 1 : 2)));
        }
        return std::nullopt;
    }

    std::optional<Sum> sum(const Algorithm &algorithm, std::string digest, const std::string &text) const {
        std::string name;
        for (std::size_t i = 0; i < text.size(); i++) {
            if (text[i] == '\0') return std::nullopt;
            if (!escaped_ || text[i] != '\\') {
                name += text[i];
                continue;
            }
            const char next = ++i < text.size() ? text[i] : '\0';
            if (next != 'n' && next != 'r' && next != '\\') return std::nullopt;
            name += next == 'n' ? '\n' : next == 'r' ? '\r' : '\\';
        }
        if (digest.size() != 2 * algorithm.size || digest.find_first_not_of(hexadecimal) != std::string::npos)
            return std::nullopt;
        std::transform(digest.begin(), digest.end(), digest.begin(),
                       [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c | 32) : c; });
        return Sum{&algorithm, digest, name};
    }

    const Algorithm *only_;
    std::optional<bool> reversed_;
    bool escaped_ = false;
};

std::optional<Sum> sum_of(const std::optional<cli::Entry> &entry) {
    if (!entry) return std::nullopt;
    Sum sum{entry->algorithm, "", entry->name};
    cli::append_hex(sum.digest, entry->digest.data(), entry->algorithm->size);
    return sum;
}

// Writes an entry in each form that `oldguard sum` has and checks that it is parsed again.
void write_and_parse(const Sum &sum) {
    const bool escape = cli::needs_escape(sum.name);
    const std::string mark = escape ? "\\" : "", name = escape ? cli::escaped(sum.name) : sum.name;
    for (const std::string &line :
         {mark + sum.digest + "  " + name, mark + sum.digest + " *" + name,
          mark + std::string(sum.algorithm->tag) + " (" + name + ") = " + sum.digest}) {
        cli::EntryParser parser(nullptr);
        const bool tagged = line.ends_with(sum.digest);
        if (tagged || !name.empty())  // the plain forms have no empty name
            expect(sum_of(parser.parse(line)) == sum, "a written line");
    }
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    const Algorithm *only =
        input.PickValueInArray<const Algorithm *>({nullptr, &og::cli::sha1, &og::cli::whirlpool});
    // Long lines and files of several buffers come from a piece that is repeated.
    const std::size_t times = input.ConsumeBool() ? input.ConsumeIntegralInRange<std::size_t>(1, 300) : 1;
    std::string text = input.ConsumeRandomLengthString();
    const std::string piece = input.ConsumeRandomLengthString(1000);
    for (std::size_t i = 1; i < times; i++) text += piece;
    text += input.ConsumeRemainingBytesAsString();

    static MemoryFile file;
    file.write(text);
    og::cli::Input opened(file.name());
    og::cli::LineReader lines(
        opened, {.most = og::cli::EntryParser::max_line, .encoding = og::cli::TextEncoding::utf_8});
    og::cli::EntryParser parser(only);
    Model model(only);
    std::string line;
    bool cut;
    for (const std::optional<std::string> &want : model_lines(text)) {
        expect(lines.next(line, cut), "a line is missing");
        expect(cut == !want.has_value() && (cut || line == *want), "a line");
        if (cut) continue;
        const std::optional<Sum> sum = model.parse(*want);
        expect(sum_of(parser.parse(line)) == sum, "an entry");
        if (!sum) parser.describe(line);
        parser.likely(line);
        if (sum) write_and_parse(*sum);
    }
    expect(!lines.next(line, cut) && lines.why().empty(), "a line too many");
    return 0;
}
