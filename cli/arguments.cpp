// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include "text/quote.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

namespace og::cli {
namespace {

// CLI11 does not interpret a word that starts with this byte.
constexpr char mark = '\x01';

std::string without_mark(const std::string &word) { return word.substr(1); }

bool takes_a_value(const CLI::Option &option) { return option.get_items_expected_max() > 0; }

// Returns the long name of an option, or its short name. get_name() is empty for options that help hides.
std::string name_of(const CLI::Option &option) {
    return option.get_lnames().empty() ? '-' + option.get_snames().front()
                                       : "--" + option.get_lnames().front();
}

// Scans the words of one subcommand from left to right.
class Scanner {
public:
    Scanner(const FoundCommand &found, const std::vector<std::string> &words)
        : found_(found),
          words_(words),
          at_(found.words),
          scanned_(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(found.words)) {}

    std::vector<std::string> scan() {
        while (at_ < words_.size() && !ended_) {
            const std::string &word = words_[at_++];
            if (word == "--") break;
            if (word.starts_with("--"))
                take_long(word);
            else if (word.starts_with('-') && word != "-")
                take_short(word);
            else
                take_operand(word);
        }
        while (at_ < words_.size() && !ended_) take_operand(words_[at_++]);
        return std::move(scanned_);
    }

private:
    [[noreturn]] static void refuse(const std::string &text) { throw CLI::ArgumentMismatch(text); }

    // Returns a long option by its name or a unique abbreviation.
    const CLI::Option &long_option(const std::string &word) const {
        const std::string name = word.substr(0, word.find('='));
        std::vector<const CLI::Option *> begun;
        std::string possibilities;
        for (const CLI::Option *option : found_.app->get_options())
            for (const std::string &full : option->get_lnames()) {
                if ("--" + full == name) return *option;
                const bool hidden = option->get_group().empty();
                if (hidden || !("--" + full).starts_with(name)) continue;
                begun.push_back(option);
                possibilities += fmt::format(" '--{}'", full);
            }
        if (begun.empty()) refuse(no_such_command(found_, name));
        if (begun.size() > 1)
            refuse(fmt::format("option {} is ambiguous; possibilities:{}", in_quotes(word), possibilities));
        return *begun.front();
    }

    const CLI::Option &short_option(char letter) const {
        for (const CLI::Option *option : found_.app->get_options())
            if (option->check_sname(std::string(1, letter))) return *option;
        refuse(no_such_command(found_, {'-', letter}));
    }

    void take_long(const std::string &word) {
        const CLI::Option &option = long_option(word);
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos)
            take(option, std::nullopt);
        else
            take(option, word.substr(equals + 1));
    }

    // Scans one or more short options in one word. The last one may be followed by its value.
    void take_short(const std::string &word) {
        for (std::size_t i = 1; i < word.size() && !ended_; i++) {
            const CLI::Option &option = short_option(word[i]);
            if (takes_a_value(option) && i + 1 < word.size()) {
                take(option, word.substr(i + 1));
                break;
            }
            take(option, std::nullopt);
        }
    }

    void take(const CLI::Option &option, std::optional<std::string> value) {
        const std::string name = name_of(option);
        const bool is_again = std::find(taken_.begin(), taken_.end(), &option) != taken_.end();
        const bool once = takes_a_value(option) && option.get_items_expected_max() == 1 &&
                          option.get_multi_option_policy() == CLI::MultiOptionPolicy::Throw;
        if (is_again && once) refuse(fmt::format("option '{}' is given more than once", name));
        taken_.push_back(&option);
        scanned_.push_back(name);
        if (!takes_a_value(option)) {
            if (value) refuse(fmt::format("option '{}' doesn't allow an argument", name));
            ended_ = &option == found_.app->get_help_ptr() || &option == found_.app->get_version_ptr();
            return;
        }
        if (!value && option.get_items_expected_min() == 0) value = option.get_default_str();
        if (!value) {
            if (at_ == words_.size()) refuse(fmt::format("option '{}' requires an argument", name));
            value = words_[at_++];
        }
        if (value->empty()) reject_empty(option);
        scanned_.push_back(*value);
    }

    // Rejects an empty value, which subcommands would treat as a missing option. An empty file name gives the
    // error of a missing file. Digits and salts are checked where they are used.
    static void reject_empty(const CLI::Option &option) {
        const std::string type = option.get_type_name();
        if (type == "FILE" || type == "OUT")
            throw CLI::FileError(fmt::format("{} '': {}", name_of(option), std::strerror(ENOENT)));
        if (type != "HEX" && type != "SALT") refuse(name_of(option) + " '': the value is empty");
    }

    void take_operand(const std::string &word) {
        std::size_t most = 0;
        for (const CLI::Option *option : found_.app->get_options())
            if (option->get_positional()) most += static_cast<std::size_t>(option->get_items_expected_max());
        if (operands_++ == most) refuse("extra operand " + in_quotes(word));
        scanned_.push_back(mark + word);
    }

    const FoundCommand &found_;
    const std::vector<std::string> &words_;
    std::size_t at_;            // the next word
    std::size_t operands_ = 0;  // taken so far
    bool ended_ = false;        // after --help or --version: the rest is ignored
    std::vector<const CLI::Option *> taken_;
    std::vector<std::string> scanned_;
};

}  // namespace

std::vector<std::string> parser_words(const FoundCommand &found, const std::vector<std::string> &words) {
    std::vector<std::string> scanned = Scanner(found, words).scan();
    std::reverse(scanned.begin(), scanned.end());
    return scanned;
}

void last_values_count(CLI::App &app) {
    for (CLI::Option *option : app.get_options())
        if (!option->get_positional() && takes_a_value(*option) && option->get_type_name() != "OUT")
            option->take_last();
}

// The conversion of CLI11 would read "{}" as an empty list.
CLI::Option *add_operands(CLI::App &app, const std::string &name, std::vector<std::string> &words,
                          const std::string &description) {
    return app
        .add_option(
            name,
            [&words](const CLI::results_t &results) {
                words = results;
                return true;
            },
            description)
        ->transform(without_mark, "")
        ->expected(CLI::detail::expected_max_vector_size)
        ->type_name("");
}

CLI::Option *add_operand(CLI::App &app, const std::string &name, std::string &word,
                         const std::string &description) {
    return app.add_option(name, word, description)->transform(without_mark, "")->type_name("");
}

}  // namespace og::cli
