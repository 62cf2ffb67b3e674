// SPDX-License-Identifier: MIT
// The measured orders of og_set_order against what its header says of them.
#include "fuzz.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace og::fuzz {
namespace {

const std::string alone = "one-by-one";

struct Line {
    std::string op, stem;
    std::size_t from, to;
    bool for_long = true;  // whether the line is for long messages
};

bool is_number(std::string_view text, std::string most) {
    if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return false;
    text.remove_prefix(std::min(text.find_first_not_of('0'), text.size() - 1));
    return text.size() < most.size() || (text.size() == most.size() && text <= most);
}

// Returns whether a kernel of the operation takes several messages.
bool has_lanes(std::string_view op) {
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
        if (kernel->op == op && kernel->lanes > 1) return true;
    return false;
}

// Reads FROM or FROM-TO, and for a hash of many messages "/short" or "/long" behind it.
bool is_range(std::string text, Line &line) {
    if (line.op == "sha1.lanes" || line.op == "sha1dc.lanes" || line.op == "whirlpool.lanes")
        for (const std::string_view length : {"/short", "/long"})
            if (text.ends_with(length)) {
                text.resize(text.size() - length.size());
                line.for_long = length == "/long";
                break;
            }
    const std::size_t dash = std::min(text.find('-'), text.size());
    const std::string from = text.substr(0, dash), most = std::to_string(SIZE_MAX);
    const std::string to = dash < text.size() ? text.substr(dash + 1) : most;
    if (!is_number(from, most) || !is_number(to, most)) return false;
    line.from = std::stoull(from);
    line.to = std::stoull(to);
    return line.from <= line.to;
}

bool is_cost(std::string_view text) {
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::string_view after = text.substr(std::min(point + 1, text.size()));
    const auto digits = [](std::string_view s) {
        return s.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return point > 0 && digits(text.substr(0, point)) && digits(after);
}

// Returns the lines that name a kernel, or nothing and the number of the first line that is wrong.
std::optional<std::vector<Line>> model(std::string_view text, std::size_t &wrong) {
    char here[OG_CPU_IDENTITY_SIZE];
    og_cpu_identity(here);
    std::vector<Line> lines;
    for (wrong = 1; !text.empty(); wrong++) {
        std::string_view rest = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(rest.size() + 1, text.size()));
        rest = rest.substr(0, rest.find('#'));
        std::vector<std::string> words;
        while (true) {
            rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
            if (rest.empty()) break;
            words.emplace_back(rest.substr(0, rest.find_first_of(" \t\r")));
            rest.remove_prefix(words.back().size());
        }
        if (words.empty()) continue;
        if (words[0] == "for") {  // words after the version do not count
            if (words.size() < 3 || words[1] != here || words[2] != og_version()) return std::nullopt;
            continue;
        }
        Line line;
        line.op = words[0];
        if (words.size() != 4 || !is_range(words[2], line) || !is_cost(words[3]) ||
            words[0].find('\0') != std::string::npos || words[1].find('\0') != std::string::npos ||
            (words[1] == alone ? !has_lanes(words[0])
                               : og_kernel_find(words[0].c_str(), words[1].c_str()) == nullptr))
            return std::nullopt;
        line.stem = words[1];
        lines.push_back(line);
    }
    return lines;
}

// The size classes of an operation, that of the largest sizes first: the least size and the kernel.
using Classes = std::vector<std::pair<std::size_t, std::string>>;

// Returns the classes that og_explain lists. Every kernel must have a line, and the classes every size.
Classes explained(const std::string &op) {
    std::vector<og_kernel_choice> rows(og_explain(op.c_str(), nullptr, 0));
    og_explain(op.c_str(), rows.data(), rows.size());
    Classes classes;
    std::set<std::string> stems;
    std::size_t usable = 0, kernels = 0;
    for (const og_kernel_choice &row : rows) {
        if (row.kernel->stem != alone) stems.insert(row.kernel->stem);
        if (!(row.lengths & OG_MESSAGES_LONG)) continue;
        expect(classes.empty() || row.from < classes.back().first, "the classes are sorted");
        classes.emplace_back(row.from, row.kernel->stem);
    }
    char why[160];
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++) {
        kernels += op == kernel->op;
        usable += op == kernel->op && og_kernel_usable(kernel, why, sizeof why);
    }
    expect(stems.size() == kernels, "the kernels");
    expect(classes.empty() ? usable == 0 : classes.back().first == 0, "every size is served");
    return classes;
}

// Compares the kernel for a size with the first usable line that contains the size.
void check_size(const std::vector<Line> &lines, const std::string &op, const Classes &classes,
                std::size_t size) {
    constexpr std::size_t most_classes = 8;  // with more, the last one also serves the sizes of the others
    const og_kernel *kernel = og_kernel_for(op.c_str(), size, nullptr);
    const auto served =
        std::find_if(classes.begin(), classes.end(), [&](const auto &entry) { return size >= entry.first; });
    expect(served == classes.end() || served->second == alone ? kernel == nullptr
                                                              : kernel && kernel->stem == served->second,
           "the class of a size");
    char why[160];
    for (const Line &line : lines)
        if (line.op == op && line.for_long && line.from <= size && size <= line.to &&
            (line.stem == alone ||
             og_kernel_usable(og_kernel_find(op.c_str(), line.stem.c_str()), why, sizeof why))) {
            expect(classes.size() == most_classes || (kernel ? kernel->stem : alone) == line.stem,
                   "the kernel of a size");
            return;
        }
}

// Sets an order. Checks the status, the message, and which kernels then serve an operation.
void check_order(const std::string &text, const std::string &op, std::size_t why_size) {
    constexpr char filler = '?';
    const Classes before = explained(op);
    std::size_t number;
    const auto lines = model(text, number);
    std::string why(why_size + 1, filler);
    // A copy of exactly the text's size: it has no terminator.
    const std::vector<char> exact(text.begin(), text.end());
    const int status = og_set_order(exact.data(), exact.size(), why.data(), why_size);
    expect(status == (lines ? OG_OK : OG_ERR_ORDER), "status");
    expect(why.back() == filler, "written beyond the message");
    why.pop_back();
    if (lines || why_size == 0) {
        expect(why == std::string(why_size, filler), "a message without an error");
    } else {
        const std::string start = (std::to_string(number) + ": ").substr(0, why_size - 1);
        expect(why.starts_with(start) && why.find('\0') != std::string::npos, "the message");
    }

    const Classes now = explained(op);
    expect(lines || now == before, "a wrong order changes nothing");
    for (const Line &line : lines.value_or(std::vector<Line>()))
        for (const std::size_t size : {line.from - (line.from > 0), line.from, line.to, line.to + 1})
            check_size(*lines, op, now, size);
}

// Returns a text of words that mean something and of random ones.
std::string take_text(Input &input) {
    static const std::vector<std::string> names = [] {
        char here[OG_CPU_IDENTITY_SIZE];
        og_cpu_identity(here);
        std::vector<std::string> all{"for ",
                                     std::string(here) + ' ',
                                     og_version(),
                                     "0 1.5\n",
                                     "\n",
                                     "# ",
                                     "4096 0.25\n",
                                     "64-512 1\n",
                                     "256-4096 2\n",
                                     "0-64 3\n",
                                     "9-8 1\n",
                                     "0/short 2\n",
                                     "64-512/long 1\n",
                                     "sha1.lanes one-by-one ",
                                     "one-by-one "};
        for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
            all.push_back(std::string(kernel->op) + ' ' + kernel->stem + ' ');
        return all;
    }();
    std::string text;
    for (unsigned i = input.ConsumeIntegralInRange(0u, 12u); i > 0; i--) {
        if (input.ConsumeBool())
            text += names[input.ConsumeIntegralInRange<std::size_t>(0, names.size() - 1)];
        else
            text += input.ConsumeRandomLengthString(30);
    }
    return text;
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    const std::string op = og_op_at(input.ConsumeIntegralInRange<std::size_t>(0, og_op_count() - 1));
    const std::size_t why_size = input.ConsumeIntegralInRange<std::size_t>(0, 220);
    expect(og_set_order(nullptr, 0, nullptr, 0) == OG_OK, "the defaults");
    check_order(take_text(input), op, why_size);
    check_order(take_text(input), op, why_size);
    return 0;
}
