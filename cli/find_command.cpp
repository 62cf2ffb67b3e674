// SPDX-License-Identifier: MIT
#include "find_command.hpp"

#include "text/quote.hpp"
#include "text/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace og::cli {
namespace {

// Returns the Damerau-Levenshtein distance (optimal string alignment) of two words.
std::size_t edit_distance(const std::string &a, const std::string &b) {
    std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); i++)
        for (std::size_t j = 0; j <= b.size(); j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            cost[i][j] = std::min(
                {cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    return cost[a.size()][b.size()];
}

// Finds the name nearest to a word. Case and leading hyphens are ignored.
class Nearest {
public:
    explicit Nearest(const std::string &word)
        : word_(letters_of(word)), limit_(std::max<std::size_t>(1, word_.size() / 3)) {}

    // Compares the word with `name`. `shown` is the suggestion.
    void offer(const std::string &name, const std::string &shown) {
        const std::string letters = letters_of(name);
        if (word_.size() >= 2 * letters.size()) return;  // it differs in more letters than the name has
        const std::size_t distance = edit_distance(word_, letters);
        if (distance > limit_ || distance >= letters.size() || (distance == limit_ && found())) return;
        limit_ = distance;
        shown_ = shown;
    }

    // Compares the word with all subcommands below a command.
    void offer_below(Command &command, const std::string &path) {
        for (const auto &sub : command.subcommands()) {
            offer(sub->name(), path + sub->name());
            offer_below(*sub, path + sub->name() + ' ');
        }
    }

    bool found() const { return !shown_.empty(); }
    const std::string &shown() const { return shown_; }

private:
    static std::string letters_of(const std::string &word) {
        const std::size_t first = std::min(word.find_first_not_of('-'), word.size());
        return lower_case(word.substr(first));
    }

    std::string word_, shown_;
    std::size_t limit_;  // the largest distance for a suggestion, or that of the best name so far
};

}  // namespace

FoundCommand find_command(Command &root, const std::vector<std::string> &words) {
    FoundCommand found{&root, "", 0};
    for (const std::string &word : words) {
        Command *next = nullptr;
        for (const auto &sub : found.command->subcommands())
            if (sub->name() == word) next = sub.get();
        if (next == nullptr) break;
        found.command = next;
        found.path += (found.words++ > 0 ? " " : "") + word;
    }
    return found;
}

std::string subcommand_names(Command &command) {
    std::string names;
    for (const auto &sub : command.subcommands()) names += (names.empty() ? "" : ", ") + sub->name();
    return names;
}

std::string no_such_command(const FoundCommand &found, const std::string &word) {
    const bool is_option = word.starts_with('-');
    const std::string text = fmt::format("unknown {} {}", is_option ? "option" : "command", in_quotes(word));
    Nearest nearest(word);
    if (is_option)
        for (const auto &option : found.command->options())
            if (!option->is_operand)
                for (const std::string &name : option->names) nearest.offer(name, name);
    nearest.offer_below(*found.command, "");
    const std::string names = subcommand_names(*found.command);
    if (nearest.found()) return fmt::format("{}; did you mean '{}'?", text, nearest.shown());
    return text + (names.empty() ? "" : "; expected one of: " + names);
}

}  // namespace og::cli
