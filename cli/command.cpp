// SPDX-License-Identifier: MIT
#include "command.hpp"

#include "text/words.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace og::cli {
namespace {

// The column of the descriptions in the help.
constexpr std::size_t text_column = 28;

// Returns a name without what one_of() ignores.
std::string letters_of_name(std::string_view name) {
    std::string letters = lower_case(name);
    std::erase(letters, '-');
    return letters;
}

ValueCheck check_names(const std::vector<std::string> &names, std::string (*letters)(std::string_view)) {
    const std::string shown = fmt::format("{{{}}}", fmt::join(names, ","));
    return {[names, letters, shown](std::string &value) {
                for (const std::string &name : names)
                    if (letters(name) == letters(value)) {
                        value = name;
                        return std::string();
                    }
                return fmt::format("{} not in {}", value, shown);
            },
            shown};
}

template <class T> ValueCheck check_range(T least, T most, std::string shown) {
    return {[least, most](std::string &value) {
                T number = 0;
                if (read_value(value, number) && number >= least && number <= most) return std::string();
                return fmt::format("Value {} not in range {} to {}", value, least, most);
            },
            std::move(shown)};
}

template <class T> bool read_unsigned(const std::string &text, T &value) {
    const char *const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
}

// Appends a line of the help. A description with several lines stays in its column.
void append_help_line(std::string &help, const std::string &name, const std::string &text) {
    const std::string margin(text_column, ' ');
    std::string line = "  " + name;
    line += line.size() < text_column ? margin.substr(line.size()) : '\n' + margin;
    for (char c : text) {
        line += c;
        if (c == '\n') line += margin;
    }
    help += line + '\n';
}

// Returns the names of a command's options that are in a list, in the order of the help.
std::string names_of(const std::vector<std::unique_ptr<Option>> &options,
                     const std::vector<const Option *> &list) {
    std::string names;
    for (const auto &option : options)
        if (std::find(list.begin(), list.end(), option.get()) != list.end()) names += ' ' + option->name();
    return names;
}

void append_option_help(std::string &help, const Option &option,
                        const std::vector<std::unique_ptr<Option>> &options) {
    std::string left = fmt::format("{}", fmt::join(option.names, ","));
    if (option.takes_value) {
        if (const std::string type = option.full_type(); !type.empty()) left += ' ' + type;
        if (!option.shown_default.empty()) left += '=' + option.shown_default;
        if (option.is_list) left += " ...";
        if (option.is_required) left += " REQUIRED";
    }
    if (!option.needed.empty()) left += " Needs:" + names_of(options, option.needed);
    if (!option.excluded.empty()) left += " Excludes:" + names_of(options, option.excluded);
    append_help_line(help, left, option.description);
}

}  // namespace

ValueCheck ValueCheck::with_hint(std::string (*hint)(std::string)) const {
    return {[apply = apply, hint](std::string &value) {
                const std::string given = value, why = apply(value), more = why.empty() ? "" : hint(given);
                return more.empty() ? why : fmt::format("{}: {}", given, more);
            },
            shown};
}

ValueCheck one_of(const std::vector<std::string> &names) { return check_names(names, letters_of_name); }

ValueCheck exactly_one_of(const std::vector<std::string> &names) {
    return check_names(names, [](std::string_view name) { return std::string(name); });
}

ValueCheck in_range(unsigned least, unsigned most) { return check_range(least, most, ""); }

ValueCheck in_range(double least, double most) {
    return check_range(least, most, fmt::format("FLOAT in [{} - {}]", least, most));
}

bool read_value(const std::string &text, std::string &value) {
    value = text;
    return true;
}

bool read_value(const std::string &text, unsigned &value) { return read_unsigned(text, value); }
bool read_value(const std::string &text, unsigned long &value) { return read_unsigned(text, value); }
bool read_value(const std::string &text, unsigned long long &value) { return read_unsigned(text, value); }

bool read_value(const std::string &text, double &value) {
    char *end = nullptr;
    value = std::strtod(text.c_str(), &end);
    return !text.empty() && end == text.c_str() + text.size();
}

Option *Option::type_name(std::string name) {
    type = std::move(name);
    return this;
}

Option *Option::group(std::string heading) {
    title = std::move(heading);
    return this;
}

Option *Option::default_text(std::string text) {
    shown_default = std::move(text);
    return this;
}

Option *Option::required() {
    is_required = true;
    return this;
}

Option *Option::check(ValueCheck check) {
    must_be = std::move(check);
    return this;
}

Option *Option::needs(const Option *other) {
    needed.push_back(other);
    return this;
}

Option *Option::excludes(Option *other) {
    excluded.push_back(other);
    other->excluded.push_back(this);
    return this;
}

Option *Option::value_is_optional(std::string value) {
    otherwise = std::move(value);
    return default_text(*otherwise);
}

Option *Option::offers(std::function<std::vector<std::string>()> values) {
    offered = std::move(values);
    return this;
}

Option *Option::never_abbreviated() {
    is_whole = true;
    return this;
}

const std::string &Option::name() const {
    for (const std::string &each : names)
        if (each.starts_with("--")) return each;
    return names.front();
}

std::string Option::full_type() const {
    return must_be && !must_be->shown.empty() ? type + ':' + must_be->shown : type;
}

Command::Command(std::string name, std::string description, Describe *describe, Command *parent)
    : name_(std::move(name)), description_(std::move(description)), describe_(describe), parent_(parent) {}

Option *Command::add(const std::string &names, std::string description) {
    options_.push_back(std::make_unique<Option>());
    options_.back()->names = split(names, ',');
    options_.back()->description = std::move(description);
    return options_.back().get();
}

Option *Command::add_value(const std::string &names, std::string description,
                           std::function<bool(const std::string &)> assign) {
    Option *option = add(names, std::move(description));
    option->takes_value = true;
    option->assign = std::move(assign);
    return option->type_name("TEXT");
}

Option *Command::add_list(const std::string &names, std::vector<std::string> &values,
                          std::string description) {
    Option *option = add_value(names, std::move(description), [&values](const std::string &text) {
        for (std::string &value : split(text, ',')) values.push_back(std::move(value));
        return true;
    });
    option->is_list = true;
    return option;
}

Option *Command::add_each(const std::string &names, std::vector<std::string> &values,
                          std::string description) {
    Option *option = add_value(names, std::move(description), [&values](const std::string &text) {
        values.push_back(text);
        return true;
    });
    option->is_list = true;
    return option;
}

Option *Command::add_flag(const std::string &names, std::string description) {
    return add(names, std::move(description));
}

Option *Command::add_flag(const std::string &names, bool &value, std::string description) {
    Option *option = add(names, std::move(description));
    option->assign = [&value](const std::string &) { return value = true; };
    return option;
}

Option *Command::add_operand(const std::string &name, std::string &value, std::string description) {
    Option *option = add_option(name, value, std::move(description));
    option->is_operand = true;
    return option->type_name("");
}

Option *Command::add_operands(const std::string &name, std::vector<std::string> &values,
                              std::string description) {
    Option *option = add_each(name, values, std::move(description));
    option->is_operand = true;
    return option->type_name("");
}

Option *Command::add_answer(const std::string &names, std::function<std::string()> text,
                            std::string description) {
    Option *option = add(names, std::move(description));
    option->answer = std::move(text);
    return option;
}

void Command::add_subcommand(std::string name, std::string description, Describe *describe) {
    subcommands_.push_back(
        std::make_unique<Command>(std::move(name), std::move(description), describe, this));
}

void Command::last_values_count() {
    for (const auto &option : options_)
        if (option->takes_value && !option->is_operand && option->type != "OUT") option->last_counts = true;
}

void Command::describe() {
    if (describe_ == nullptr) return;
    Describe *const describe = describe_;
    describe_ = nullptr;
    add_answer("-h,--help", [this] { return help(); }, "Print this help message and exit");
    describe(*this);
}

const std::vector<std::unique_ptr<Option>> &Command::options() {
    describe();
    return options_;
}

const std::vector<std::unique_ptr<Command>> &Command::subcommands() {
    describe();
    return subcommands_;
}

std::string Command::path() const { return parent_ == nullptr ? name_ : parent_->path() + ' ' + name_; }

std::string Command::help() {
    std::string usage, operands, groups;
    std::vector<std::string> titles;
    for (const auto &option : options()) {
        if (std::find(titles.begin(), titles.end(), option->title) == titles.end())
            titles.push_back(option->title);
        if (!option->is_operand) continue;
        const std::string name = option->name() + (option->is_list ? "..." : "");
        usage += option->is_required ? ' ' + name : " [" + name + ']';
        append_option_help(operands, *option, options_);
    }
    for (const std::string &title : titles) {
        groups += '\n' + title + ":\n";
        for (const auto &option : options_)
            if (option->title == title && !option->is_operand) append_option_help(groups, *option, options_);
        if (title != titles.back()) groups += '\n';
    }
    if (!subcommands_.empty()) {
        usage += " SUBCOMMAND";
        groups += "\nSubcommands:\n";
    }
    for (const auto &sub : subcommands_) append_help_line(groups, sub->name(), sub->description());
    return fmt::format("{}\nUsage: {} [OPTIONS]{}\n{}{}{}\n{}\n", description_, path(), usage,
                       operands.empty() ? "" : "\nPositionals:\n", operands, groups, footer_);
}

}  // namespace og::cli
