// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include "text/quote.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace og::cli {
namespace {

// Scans the words of one subcommand from left to right.
class Scanner {
public:
    Scanner(const FoundCommand &found, const std::vector<std::string> &words)
        : found_(found),
          words_(words),
          options_(found.command->options()),
          given_(found.command->given()),
          at_(found.words) {}

    // Collects the values of each option. Returns the option that ends the command line, or NULL.
    const Option *scan() {
        given_.clear();
        for (const auto &option : options_) option->values.clear();
        while (at_ < words_.size() && ended_ == nullptr) {
            const std::string &word = words_[at_++];
            if (word == "--") break;
            if (word.starts_with("--"))
                take_long(word);
            else if (word.starts_with('-') && word != "-")
                take_short(word);
            else
                take_operand(word);
        }
        while (at_ < words_.size() && ended_ == nullptr) take_operand(words_[at_++]);
        return ended_;
    }

private:
    [[noreturn]] static void refuse(const std::string &text) { throw UsageError(text); }

    // Returns a long option by its name or a unique abbreviation.
    Option &long_option(const std::string &word) const {
        const std::string name = word.substr(0, word.find('='));
        std::vector<Option *> begun;
        std::string possibilities;
        for (const auto &option : options_)
            for (const std::string &full : option->names) {
                if (full == name) return *option;
                if (option->is_whole || !full.starts_with(name)) continue;
                begun.push_back(option.get());
                possibilities += fmt::format(" '{}'", full);
            }
        if (begun.empty()) refuse(no_such_command(found_, name));
        if (begun.size() > 1)
            refuse(fmt::format("option {} is ambiguous; possibilities:{}", in_quotes(word), possibilities));
        return *begun.front();
    }

    Option &short_option(char letter) const {
        const std::string name{'-', letter};
        for (const auto &option : options_)
            if (option->names.front() == name) return *option;
        refuse(no_such_command(found_, name));
    }

    void take_long(const std::string &word) {
        Option &option = long_option(word);
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos)
            take(option, std::nullopt);
        else
            take(option, word.substr(equals + 1));
    }

    // Scans one or more short options in one word. The last one may be followed by its value.
    void take_short(const std::string &word) {
        for (std::size_t i = 1; i < word.size() && ended_ == nullptr; i++) {
            Option &option = short_option(word[i]);
            if (option.takes_value && i + 1 < word.size()) {
                take(option, word.substr(i + 1));
                break;
            }
            take(option, std::nullopt);
        }
    }

    void take(Option &option, std::optional<std::string> value) {
        const bool once = option.takes_value && !option.is_list && !option.last_counts;
        if (once && option.count() > 0)
            refuse(fmt::format("option '{}' is given more than once", option.name()));
        given_.push_back(&option);
        if (!option.takes_value) {
            if (value) refuse(fmt::format("option '{}' doesn't allow an argument", option.name()));
            option.values.emplace_back();
            if (option.answer) ended_ = &option;
            return;
        }
        if (!value) value = option.otherwise;
        if (!value) {
            if (at_ == words_.size()) refuse(fmt::format("option '{}' requires an argument", option.name()));
            value = words_[at_++];
        }
        if (value->empty()) reject_empty(option);
        option.values.push_back(*value);
    }

    // Rejects an empty value, which subcommands would treat as a missing option. An empty file name gives the
    // error of a missing file. Digits and salts are checked where they are used.
    static void reject_empty(const Option &option) {
        if (option.type == "FILE" || option.type == "OUT")
            throw NoSuchFile(fmt::format("{} '': {}", option.name(), std::strerror(ENOENT)));
        if (option.type != "HEX" && option.type != "SALT") refuse(option.name() + " '': the value is empty");
    }

    void take_operand(const std::string &word) {
        for (const auto &option : options_)
            if (option->is_operand && (option->is_list || option->count() == 0)) {
                option->values.push_back(word);
                return;
            }
        refuse("extra operand " + in_quotes(word));
    }

    const FoundCommand &found_;
    const std::vector<std::string> &words_;
    const std::vector<std::unique_ptr<Option>> &options_;
    std::vector<const Option *> &given_;
    std::size_t at_;                 // the next word
    const Option *ended_ = nullptr;  // --help or --version: the rest is ignored
};

// Checks the values of an option and passes them on. The last one counts if the option is not a list.
void pass_on(Option &option) {
    for (std::string &value : option.values) {
        const std::string wrong = option.must_be ? option.must_be->apply(value) : "";
        if (!wrong.empty()) throw UsageError(fmt::format("{}: {}", option.name(), wrong));
    }
    if (!option.assign) return;
    const std::size_t first = option.is_list ? 0 : option.count() - 1;
    for (std::size_t i = first; i < option.count(); i++)
        if (!option.assign(option.values[i]))
            throw UsageError(fmt::format("Could not convert: {} = {}", option.name(), option.values[i]));
}

// Checks which options are given.
void check_combination(const Option &option) {
    if (option.is_required && option.count() == 0) throw UsageError(option.name() + " is required");
    if (option.count() == 0) return;
    for (const Option *other : option.needed)
        if (other->count() == 0)
            throw UsageError(fmt::format("{} requires {}", option.name(), other->name()));
    for (const Option *other : option.excluded)
        if (other->count() > 0) throw UsageError(fmt::format("{} excludes {}", option.name(), other->name()));
}

}  // namespace

const Option *read_arguments(const FoundCommand &found, const std::vector<std::string> &words) {
    const Option *end = Scanner(found, words).scan();
    const auto &options = found.command->options();
    for (const auto &option : options)
        if (option->count() > 0) pass_on(*option);
    if (end != nullptr) return end;
    for (const auto &option : options) check_combination(*option);
    return nullptr;
}

}  // namespace og::cli
