// SPDX-License-Identifier: MIT
// The text of a measured order, against what kernels.h says of it.
#include "fuzz.hpp"

#include <algorithm>
#include <optional>
#include <sstream>

namespace og::fuzz {
namespace {

struct Line {
    std::string op, stem;
    std::size_t from = 0;
};

bool is_number(const std::string &word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
}

// Returns whether a word is a number below a bound, which has at most 19 digits.
bool is_below(std::string word, std::uint64_t bound) {
    if (!is_number(word))
        return false;
    word.erase(0, std::min(word.find_first_not_of('0'), word.size()));
    return word.size() < 20 && (word.empty() || std::stoull(word) < bound);
}

bool is_cost(const std::string &word) {
    const std::size_t point = word.find('.');
    return is_below(word.substr(0, point), 1000001) &&
           (point == std::string::npos || point + 1 == word.size() || is_number(word.substr(point + 1)));
}

std::vector<std::string> words_of(const std::string &line) {
    std::vector<std::string> words;
    std::string word;
    for (char c : line.substr(0, line.find('#')) + ' ') {
        if (c != ' ' && c != '\t' && c != '\r')
            word += c;
        else if (!word.empty())
            words.push_back(std::exchange(word, {}));
    }
    return words;
}

bool is_of_this_machine(const std::vector<std::string> &words) {
    char machine[OG_CPU_IDENTITY_SIZE];
    og_cpu_identity(machine);
    return words.size() >= 3 && words[1] == machine && words[2] == og_version();
}

// Returns the lines for kernels, or nothing where a line is wrong, whose number `number` gets.
std::optional<std::vector<Line>> lines_of(const std::string &text, std::size_t &number) {
    std::vector<Line> lines;
    std::istringstream stream(text);
    number = 0;
    for (std::string line; std::getline(stream, line);) {
        number++;
        const std::vector<std::string> words = words_of(line);
        if (words.empty())
            continue;
        if (words[0] == "for") {
            if (!is_of_this_machine(words))
                return std::nullopt;
            continue;
        }
        // No size that the model tries has 20 digits; 2^64 and more must be refused all the same.
        if (words.size() != 4 || words[0].find('\0') != std::string::npos ||
            words[1].find('\0') != std::string::npos ||
            og_kernel_find(words[0].c_str(), words[1].c_str()) == nullptr ||
            !is_below(words[2], UINT64_C(9999999999999999999)) || !is_cost(words[3]))
            return std::nullopt;
        lines.push_back({words[0], words[1], std::stoull(words[2])});
    }
    return lines;
}

// Checks that an operation's kernels come in the order of the lines, each kernel once.
void check_order(const std::string &op, const std::vector<Line> &lines) {
    std::vector<og_verdict> rows(og_explain(op.c_str(), nullptr, 0));
    og_explain(op.c_str(), rows.data(), rows.size());
    std::vector<std::string> stems;
    for (const Line &line : lines)
        if (line.op == op && std::find(stems.begin(), stems.end(), line.stem) == stems.end())
            stems.push_back(line.stem);
    for (std::size_t i = 0; i < stems.size(); i++)
        expect(rows[i].kernel->stem == stems[i], "the order of the kernels");
}

// Returns a text of words that mean something, and of others.
std::string take_text(Input &input) {
    static const std::vector<std::string> known = [] {
        char machine[OG_CPU_IDENTITY_SIZE];
        og_cpu_identity(machine);
        std::vector<std::string> words{"for", machine, og_version(), "0", "4096", "1.25", "7", "#", "."};
        for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
            words.push_back(std::string(kernel->op) + " " + kernel->stem);
        return words;
    }();
    std::string text;
    while (input.remaining_bytes() > 0 && text.size() < 4000) {
        text += input.ConsumeBool() ? input.PickValueInArray({" ", "\n", "\t", " 0 1.5\n", "\r\n"}) : " ";
        text += input.ConsumeBool()
                    ? known[input.ConsumeIntegralInRange<std::size_t>(0, known.size() - 1)]
                    : input.ConsumeRandomLengthString(30);
    }
    return text;
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    const bool raw = input.ConsumeBool();
    const std::string text = raw ? input.ConsumeRemainingBytesAsString() : take_text(input);
    const Bytes exact(text.begin(), text.end());  // ends where the sanitizer notices
    char why[24] = "";
    std::size_t number = 0;
    const auto lines = lines_of(text, number);
    og_set_order(nullptr, 0, nullptr, 0);
    const int status =
        og_set_order(reinterpret_cast<const char *>(exact.data()), exact.size(), why, sizeof why);
    expect(status == (lines ? OG_OK : OG_ERR_ORDER), "whether an order is right");
    if (!lines)
        expect(std::string(why).starts_with((std::to_string(number) + ": ").substr(0, sizeof why - 1)),
               "the number of the line");
    for (std::size_t i = 0; const char *op = og_op_at(i); i++)
        check_order(op, lines.value_or(std::vector<Line>()));
    return 0;
}
