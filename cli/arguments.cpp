// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include <algorithm>
#include <string_view>

namespace og::cli {
namespace {

// A byte that starts no option and that a name starts with only by malice; such names are marked
// as well, so that unmarking is exact.
constexpr char mark = '\x01';

bool misread(std::string_view word) {
    return word.starts_with(mark) || word.starts_with('[') || word == "++" || word == "{}" ||
           word == "%%" || word.empty();
}

}  // namespace

std::vector<std::string> protected_arguments(int argc, const char *const *argv) {
    std::vector<std::string> words;
    bool operands_only = false;
    for (int i = 1; i < argc; i++) {
        std::string_view word = argv[i];
        if (!operands_only && word == "--") {
            operands_only = true;
            continue;
        }
        words.emplace_back(operands_only || misread(word) ? mark + std::string(word)
                                                          : std::string(word));
    }
    std::reverse(words.begin(), words.end());
    return words;
}

std::string operand(const std::string &word) {
    return word.starts_with(mark) ? word.substr(1) : word;
}

std::vector<std::string> operands(const std::vector<std::string> &words) {
    std::vector<std::string> names;
    names.reserve(words.size());
    std::transform(words.begin(), words.end(), std::back_inserter(names), operand);
    return names;
}

}  // namespace og::cli
