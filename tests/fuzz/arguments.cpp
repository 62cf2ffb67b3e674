// SPDX-License-Identifier: MIT
// Command lines, which are parsed without running what they ask for.
#include "fuzz.hpp"

#include <cli/application.hpp>
#include <cli/exit_status.hpp>

#include <algorithm>

namespace og::fuzz {
namespace {

struct CommandLine {
    cli::Command root = cli::command_tree();

    // Parses the words and returns the exit status. No subcommand starts to work.
    int parse(const std::vector<std::string> &words) {
        int status = cli::exit_ok;
        cli::parse_arguments(cli::find_command(root, words), words, status);
        return status;
    }

    // Returns an option or an operand of a subcommand.
    const cli::Option &option(const std::string &command, const std::string &name) {
        for (const auto &option : cli::find_command(root, {command}).command->options())
            if (option->name() == name) return *option;
        throw std::logic_error(name);
    }
};

// Returns a command line that is made once, because that takes most of the time. Parsing forgets
// what was parsed before.
CommandLine &command_line() {
    static CommandLine line;
    return line;
}

// Adds the names of a command's options and subcommands.
void add_names(cli::Command &command, std::vector<std::string> &names) {
    for (const auto &option : command.options())
        if (!option->is_operand) names.insert(names.end(), option->names.begin(), option->names.end());
    for (const auto &sub : command.subcommands()) {
        names.push_back(sub->name());
        add_names(*sub, names);
    }
}

// Returns words of which some are options, subcommands and values that the command line knows.
std::vector<std::string> take_words(Input &input) {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all{"--", "-", "", "sha1", "cbc", "des-ede3", "0011223344556677", "64"};
        add_names(command_line().root, all);
        return all;
    }();
    std::vector<std::string> words(input.ConsumeIntegralInRange<std::size_t>(0, 12));
    for (std::string &word : words) {
        if (input.ConsumeBool()) word = names[input.ConsumeIntegralInRange<std::size_t>(0, names.size() - 1)];
        if (input.ConsumeBool()) word += input.ConsumeRandomLengthString(40);
        word.erase(std::find(word.begin(), word.end(), '\0'), word.end());
    }
    return words;
}

// Checks that every word after "--" is the name of a file, whatever it looks like.
void check_operands(const std::vector<std::string> &names) {
    std::vector<std::string> words{"sum", "--"};
    words.insert(words.end(), names.begin(), names.end());
    CommandLine &line = command_line();
    expect(line.parse(words) == cli::exit_ok, "operands are refused");
    expect(line.option("sum", "FILE").values == names, "an operand");
}

// Checks that an option takes any value but an empty one, attached to it or as the next word.
void check_value(const std::string &value) {
    CommandLine &line = command_line();
    const cli::Option &option = line.option("pbkdf2", "--output");
    const auto check = [&](std::initializer_list<std::string> last) {
        std::vector<std::string> words{"pbkdf2", "--hash", "sha1", "--iterations", "1", "--length", "1"};
        words.insert(words.end(), last);
        expect(line.parse(words) == cli::exit_ok, "a value is refused");
        expect(option.values == std::vector{value}, "a value");
    };
    if (value.empty()) return;
    check({"--output", value});
    check({"-o", value});
    check({"--output=" + value});
    check({"-o" + value});
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    const unsigned what = input.ConsumeIntegralInRange(0u, 3u);
    const std::vector<std::string> words = take_words(input);
    if (what == 0 && !words.empty()) {
        check_value(words[0]);
    } else if (what == 1) {
        check_operands(words);
    } else {
        const int status = command_line().parse(words);
        expect(status >= og::cli::exit_ok && status <= og::cli::exit_usage, "exit status");
    }
    return 0;
}
