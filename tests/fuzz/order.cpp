// SPDX-License-Identifier: MIT
// The measured orders of og_set_order against what its header says of them.
#include "fuzz.hpp"

#include <algorithm>
#include <optional>

namespace og::fuzz {
namespace {

struct Line {
    std::string op, stem;
};

bool is_number(std::string_view text, std::string most) {
    if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return false;
    text.remove_prefix(std::min(text.find_first_not_of('0'), text.size() - 1));
    return text.size() < most.size() || (text.size() == most.size() && text <= most);
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
        if (words.size() != 4 || !is_number(words[2], std::to_string(SIZE_MAX)) || !is_cost(words[3]) ||
            words[0].find('\0') != std::string::npos || words[1].find('\0') != std::string::npos ||
            og_kernel_find(words[0].c_str(), words[1].c_str()) == nullptr)
            return std::nullopt;
        lines.push_back({words[0], words[1]});
    }
    return lines;
}

// Returns the kernels of an operation in order of preference.
std::vector<std::string> preferred(const std::string &op) {
    std::vector<og_verdict> rows(og_explain(op.c_str(), nullptr, 0));
    og_explain(op.c_str(), rows.data(), rows.size());
    std::vector<std::string> stems;
    for (const og_verdict &row : rows) stems.push_back(row.kernel->stem);
    return stems;
}

// Sets an order. Checks the status, the message, and what an operation prefers then.
void check_order(const std::string &text, const std::string &op, std::size_t why_size) {
    constexpr char filler = '?';
    const std::vector<std::string> before = preferred(op);
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

    std::vector<std::string> first;  // what the text names, each kernel once
    for (const Line &line : lines.value_or(std::vector<Line>()))
        if (line.op == op && std::find(first.begin(), first.end(), line.stem) == first.end())
            first.push_back(line.stem);
    const std::vector<std::string> now = preferred(op);
    expect(lines ? std::equal(first.begin(), first.end(), now.begin()) : now == before, "the order");
    expect(std::is_permutation(now.begin(), now.end(), before.begin(), before.end()), "the kernels");
}

// Returns a text of words that mean something and of random ones.
std::string take_text(Input &input) {
    static const std::vector<std::string> names = [] {
        char here[OG_CPU_IDENTITY_SIZE];
        og_cpu_identity(here);
        std::vector<std::string> all{
            "for ", std::string(here) + ' ', og_version(), "0 1.5\n", "\n", "# ", "4096 0.25\n"};
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
