// SPDX-License-Identifier: MIT
// Describes the command line: subcommands, their options and their operands. The parser, the help, the
// completions and the manual pages use this description. docs/reference/options.py reads it from the sources,
// so its texts are string literals.
//
// A subcommand adds its options when they are first asked for. A run of one subcommand thus spends no time on
// the options of the others.
#pragma once

#include "exit_status.hpp"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

// Thrown if the command line is invalid.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// What a value must be.
struct ValueCheck {
    // Returns "" or what is wrong with the value. May correct the spelling of the value.
    std::function<std::string(std::string &)> apply;
    std::string shown;  // what the help says, for example "{sha1,whirlpool}"

    // Returns the same check, about which the help says nothing.
    ValueCheck hidden() const { return {apply, ""}; }

    // Returns the same check, whose message about a wrong value is what `hint` says about it, unless that is
    // "".
    ValueCheck with_hint(std::string (*hint)(std::string)) const;
};

// Accepts only these names and ignores case and hyphens: SHA-1 means sha1.
ValueCheck one_of(const std::vector<std::string> &names);

template <std::size_t N> ValueCheck one_of(const std::array<std::string_view, N> &names) {
    return one_of(std::vector<std::string>(names.begin(), names.end()));
}

// Accepts only these names in this spelling.
ValueCheck exactly_one_of(const std::vector<std::string> &names);

// Accepts only a number from `least` to `most`.
ValueCheck in_range(unsigned least, unsigned most);
ValueCheck in_range(double least, double most);

// Each function reads a value. Returns false if the text has another form.
bool read_value(const std::string &text, std::string &value);
bool read_value(const std::string &text, unsigned &value);
bool read_value(const std::string &text, unsigned long &value);
bool read_value(const std::string &text, unsigned long long &value);
bool read_value(const std::string &text, double &value);

template <class T> bool read_value(const std::string &text, std::optional<T> &value) {
    return read_value(text, value.emplace());
}

// An option or an operand. The functions in the first part describe it.
struct Option {
    Option *type_name(std::string name);  // the name of the value in the help
    Option *group(std::string title);     // the title above the option in the help
    Option *default_text(std::string text);
    Option *manual(const char *) { return this; }  // what only the manual page says: Markdown for docs/man
    Option *required();
    Option *check(ValueCheck check);
    Option *needs(const Option *other);
    Option *excludes(Option *other);                                   // and the other one excludes this one
    Option *value_is_optional(std::string otherwise);                  // a value can only follow "="
    Option *offers(std::function<std::vector<std::string>()> values);  // the completions of the value
    Option *never_abbreviated();  // where an abbreviation that sha1sum has would be ambiguous

    std::size_t count() const { return values.size(); }
    const std::string &name() const;  // the long name, or the only one
    std::string full_type() const;    // the name of the value and what it must be

    std::vector<std::string> names;  // "-j" and "--jobs"; the name of an operand has no hyphen
    std::string description, type, shown_default, title{"Options"};
    bool takes_value = false, is_operand = false, is_list = false, is_required = false;
    bool last_counts = false;  // the option can be repeated
    bool is_whole = false;     // it has no abbreviation
    std::optional<std::string> otherwise;
    std::optional<ValueCheck> must_be;
    std::function<std::vector<std::string>()> offered;
    std::vector<const Option *> needed, excluded;
    // Passes a value on. Returns false if it cannot be read.
    std::function<bool(const std::string &)> assign;
    // Returns what --help or --version prints. Empty for other options.
    std::function<std::string()> answer;

    std::vector<std::string> values;  // from the command line; those of a flag are ""
};

class Command {
public:
    using Describe = void(Command &);

    // `describe` adds the options and the subcommands.
    Command(std::string name, std::string description, Describe *describe, Command *parent = nullptr);

    // Each function adds an option or an operand. `names` is "-j,--jobs". `value` must live as long as the
    // callback of the command.
    template <class T> Option *add_option(const std::string &names, T &value, std::string description) {
        return add_value(names, std::move(description),
                         [&value](const std::string &text) { return read_value(text, value); });
    }
    // The value is a list with commas.
    Option *add_list(const std::string &names, std::vector<std::string> &values, std::string description);
    // The option can be repeated, and each value counts.
    Option *add_each(const std::string &names, std::vector<std::string> &values, std::string description);
    Option *add_flag(const std::string &names, std::string description);
    Option *add_flag(const std::string &names, bool &value, std::string description);
    Option *add_operand(const std::string &name, std::string &value, std::string description);
    Option *add_operands(const std::string &name, std::vector<std::string> &values, std::string description);
    // Adds an option that prints a text and ends the command.
    Option *add_answer(const std::string &names, std::function<std::string()> text, std::string description);
    void add_subcommand(std::string name, std::string description, Describe *describe);

    // Lets the last value of each option count, as in coreutils. An option that names an output remains one
    // that can be given once only.
    void last_values_count();
    void footer(std::string text) { footer_ = std::move(text); }
    void callback(std::function<int()> does) { run = std::move(does); }

    const std::string &name() const { return name_; }
    const std::string &description() const { return description_; }
    const std::vector<std::unique_ptr<Option>> &options();
    const std::vector<std::unique_ptr<Command>> &subcommands();
    Command &root() { return parent_ == nullptr ? *this : parent_->root(); }

    // The options that the command line has, in its order.
    const std::vector<const Option *> &given() const { return given_; }
    std::vector<const Option *> &given() { return given_; }

    // Returns the text of --help.
    std::string help();
    // Does what the command is for. Returns the exit status.
    std::function<int()> run;

private:
    Option *add(const std::string &names, std::string description);
    Option *add_value(const std::string &names, std::string description,
                      std::function<bool(const std::string &)> assign);
    void describe();
    std::string path() const;

    std::string name_, description_, footer_;
    Describe *describe_;  // null after it was called
    Command *parent_;
    std::vector<std::unique_ptr<Option>> options_;
    std::vector<std::unique_ptr<Command>> subcommands_;
    std::vector<const Option *> given_;
};

}  // namespace og::cli
