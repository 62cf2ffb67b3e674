// SPDX-License-Identifier: MIT
// `oldguard completion`: writes what bash or zsh need to complete the command line, from the same
// description that the parser and --help use.
#include "arguments.hpp"
#include "commands.hpp"
#include "files/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace og::cli {
namespace {

constexpr const char *completion_footer =
    R"(Exit status: 0 success; 2 an unknown shell.

Examples:
  oldguard completion bash > ~/.local/share/bash-completion/completions/oldguard
  oldguard completion zsh > ~/.zfunc/_oldguard)";

struct Word {
    std::string text, description;
};

// An option that takes a value, under each of its names, and the values if they are known.
struct Valued {
    std::vector<std::string> names;
    std::string choices;  // separated by spaces; empty: a file name
};

// One command of the tree; its path is "" for the whole, " des encrypt" below.
struct Command {
    std::string path;
    std::vector<Word> subcommands, options;
    std::vector<Valued> valued;
};

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

// The members in "NAME:{sha1,whirlpool}", which is how the parser describes a choice.
std::string choices_of(const CLI::Option &option) {
    std::string type = option.get_type_name();
    std::size_t open = type.find('{'), close = type.find('}');
    if (open == std::string::npos || close == std::string::npos) return "";
    std::string choices = type.substr(open + 1, close - open - 1);
    std::replace(choices.begin(), choices.end(), ',', ' ');
    return choices;
}

void collect(const CLI::App &app, const std::string &path, std::vector<Command> &commands) {
    Command command{path, {}, {}, {}};
    for (const CLI::Option *option : app.get_options()) {
        if (option->get_positional() || option->get_group().empty()) continue;
        Valued valued;
        for (const auto &name : option->get_lnames()) valued.names.push_back("--" + name);
        for (const auto &name : option->get_snames()) valued.names.push_back("-" + name);
        for (const auto &name : valued.names)
            command.options.push_back({name, one_line(option->get_description())});
        if (option->get_type_size() > 0) {
            valued.choices = choices_of(*option);
            command.valued.push_back(valued);
        }
    }
    // The filter keeps the order of definition and takes none away.
    auto subcommands = app.get_subcommands([](const CLI::App *) { return true; });
    for (const CLI::App *sub : subcommands)
        command.subcommands.push_back({sub->get_name(), one_line(sub->get_description())});
    commands.push_back(command);
    for (const CLI::App *sub : subcommands) collect(*sub, path + ' ' + sub->get_name(), commands);
}

std::string texts(const std::vector<Word> &words) {
    std::string text;
    for (const Word &word : words) text += (text.empty() ? "" : " ") + word.text;
    return text;
}

// A shell pattern that matches any of " des --mode", ...
std::string pattern(const std::string &path, const std::vector<std::string> &words) {
    std::string text;
    for (const auto &word : words) text += fmt::format("{}'{} {}'", text.empty() ? "" : "|", path, word);
    return text;
}

// The loop that both shells use to find the command reached so far.
std::string known_paths(const std::vector<Command> &commands) {
    std::vector<std::string> paths;
    for (const Command &command : commands)
        if (!command.path.empty()) paths.push_back(command.path.substr(1));
    return pattern("", paths);
}

std::string bash_script(const std::vector<Command> &commands) {
    std::string text = "# bash completion for oldguard\n"
                       "_oldguard() {\n"
                       "    local at='' i options='' commands='' choices\n"
                       "    local current=${COMP_WORDS[COMP_CWORD]}\n"
                       "    local previous=${COMP_WORDS[COMP_CWORD-1]}\n"
                       "    COMPREPLY=()\n"
                       "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                       "        case \"$at ${COMP_WORDS[i]}\" in\n";
    text += fmt::format("        {}) at+=\" ${{COMP_WORDS[i]}}\" ;;\n", known_paths(commands));
    text += "        esac\n"
            "    done\n"
            "    case \"$at $previous\" in\n";
    for (const Command &command : commands)
        for (const Valued &valued : command.valued) {
            // An empty reply leaves the word to the default completion of file names.
            std::string reply =
                valued.choices.empty()
                    ? ""
                    : fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$current\")); ", valued.choices);
            text += fmt::format("    {}) {}return ;;\n", pattern(command.path, valued.names), reply);
        }
    text += "    esac\n"
            "    case $at in\n";
    for (const Command &command : commands)
        text += fmt::format("    '{}') options='{}' commands='{}' ;;\n", command.path, texts(command.options),
                            texts(command.subcommands));
    text += "    esac\n"
            "    choices=$commands\n"
            "    [[ $current == -* ]] && choices=$options\n"
            "    COMPREPLY=($(compgen -W \"$choices\" -- \"$current\"))\n"
            "}\n"
            "complete -o bashdefault -o default -F _oldguard oldguard\n";
    return text;
}

// 'word:description' for _describe, inside single quotes.
std::string zsh_word(const Word &word) {
    std::string text = "'" + word.text + ':';
    for (char c : word.description) {
        if (c == '\'')
            text += "'\\'";
        else if (c == ':')
            text += '\\';
        text += c;
    }
    return text + "'";
}

std::string zsh_words(const std::vector<Word> &words) {
    std::string text;
    for (const Word &word : words) text += "\n            " + zsh_word(word);
    return text;
}

std::string zsh_script(const std::vector<Command> &commands) {
    std::string text = "#compdef oldguard\n"
                       "_oldguard() {\n"
                       "    local at='' word\n"
                       "    local -a options commands\n"
                       "    for word in \"${(@)words[2,CURRENT-1]}\"; do\n"
                       "        case \"$at $word\" in\n";
    text += fmt::format("        {}) at+=\" $word\" ;;\n", known_paths(commands));
    text += "        esac\n"
            "    done\n"
            "    case \"$at $words[CURRENT-1]\" in\n";
    for (const Command &command : commands)
        for (const Valued &valued : command.valued)
            text += fmt::format("    {}) {}; return ;;\n", pattern(command.path, valued.names),
                                valued.choices.empty() ? "_files" : "compadd " + valued.choices);
    text += "    esac\n"
            "    case $at in\n";
    for (const Command &command : commands)
        text += fmt::format("    '{}')\n        options=({})\n        commands=({}) ;;\n", command.path,
                            zsh_words(command.options), zsh_words(command.subcommands));
    text += "    esac\n"
            "    if [[ $PREFIX == -* ]]; then\n"
            "        _describe -o option options\n"
            "    elif (( $#commands )); then\n"
            "        _describe command commands\n"
            "    else\n"
            "        _files\n"
            "    fi\n"
            "}\n"
            "_oldguard \"$@\"\n";
    return text;
}

}  // namespace

void add_completion(CLI::App &app, int &status) {
    CLI::App *completion = app.add_subcommand("completion", "Print the completion script for a shell");
    auto shell = std::make_shared<std::string>();
    add_operand(*completion, "SHELL", *shell, "bash or zsh")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh"}));
    completion->footer(completion_footer);
    completion->callback([&app, shell, &status] {
        std::vector<Command> commands;
        collect(app, "", commands);
        print(*shell == "bash" ? bash_script(commands) : zsh_script(commands));
        status = exit_ok;
    });
}

}  // namespace og::cli
