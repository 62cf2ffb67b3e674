// SPDX-License-Identifier: MIT
// `oldguard completion`: prints the completion script for bash or zsh. The script contains a table of all
// subcommands and options, taken from the description that the parser and --help use.
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

// A row of the table is "PATH|NAMES|VALUES|DESCRIPTION". PATH is the subcommand that the row belongs to, each
// word after a space. VALUES is "command" for a subcommand, "" for a flag, "file" for an option whose value
// is completed as a file name, else the possible values. Both scripts first append the subcommands on the
// command line to `at`, and then select the rows of this path.
constexpr std::string_view bash_script = R"(# bash completion for oldguard
_oldguard() {
    local at='' choices='' i path names values text
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local table='@TABLE@'
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ $table == *$'\n'"$at|${COMP_WORDS[i]}|command|"* ]] && at+=" ${COMP_WORDS[i]}"
    done
    while IFS='|' read -r path names values text; do
        if [[ $path != "$at" ]]; then
            continue
        elif [[ $values == command ]]; then
            [[ $current == -* ]] || choices+=" $names"
        elif [[ -n $values && " $names " == *" $previous "* ]]; then
            # An empty reply selects the default completion of file names.
            [[ $values == file ]] || COMPREPLY=($(compgen -W "$values" -- "$current"))
            return
        elif [[ $current == -* ]]; then
            choices+=" $names"
        fi
    done <<< "$table"
    COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -o bashdefault -o default -F _oldguard oldguard
)";

constexpr std::string_view zsh_script = R"(#compdef oldguard
_oldguard() {
    local at='' word where names values text
    local -a options commands
    local table='@TABLE@'
    for word in "${(@)words[2,CURRENT-1]}"; do
        [[ $table == *$'\n'"$at|$word|command|"* ]] && at+=" $word"
    done
    while IFS='|' read -r where names values text; do
        if [[ $where != "$at" ]]; then
            continue
        elif [[ $values == command ]]; then
            commands+=("$names:$text")
        elif [[ -n $values && " $names " == *" $words[CURRENT-1] "* ]]; then
            if [[ $values == file ]]; then _files; else compadd ${=values}; fi
            return
        else
            for word in ${=names}; do options+=("$word:$text"); done
        fi
    done <<< "$table"
    if [[ $PREFIX == -* ]]; then
        _describe -o option options
    elif (( $#commands )); then
        _describe command commands
    else
        _files
    fi
}
_oldguard "$@"
)";

// Returns the values that "NAME:{sha1,whirlpool}" lists, the parser's description of a choice, or "file".
std::string values_of(const CLI::Option &option) {
    const std::string type = option.get_type_name();
    const std::size_t open = type.find('{'), close = type.find('}');
    if (open == std::string::npos || close == std::string::npos) return "file";
    return CLI::detail::find_and_replace(type.substr(open + 1, close - open - 1), ",", " ");
}

// Appends the rows of a subcommand and of the subcommands below it.
void append_rows(const CLI::App &app, const std::string &path, std::string &table) {
    const auto append = [&](const std::string &names, const std::string &values, std::string text) {
        std::replace(text.begin(), text.end(), '\n', ' ');
        table += fmt::format("\n{}|{}|{}|{}", path, names, values, text);
    };
    for (const CLI::Option *option : app.get_options()) {
        if (option->get_positional() || option->get_group().empty()) continue;
        std::string names;
        for (const auto &name : option->get_lnames()) names += (names.empty() ? "--" : " --") + name;
        for (const auto &name : option->get_snames()) names += (names.empty() ? "-" : " -") + name;
        append(names, option->get_items_expected_max() > 0 ? values_of(*option) : "",
               option->get_description());
    }
    const auto subcommands = app.get_subcommands([](const CLI::App *) { return true; });
    for (const CLI::App *sub : subcommands) append(sub->get_name(), "command", sub->get_description());
    for (const CLI::App *sub : subcommands) append_rows(*sub, path + ' ' + sub->get_name(), table);
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
        std::string table;
        append_rows(app, "", table);
        const std::string quoted = CLI::detail::find_and_replace(table, "'", R"('\'')");
        const std::string script(*shell == "bash" ? bash_script : zsh_script);
        print(CLI::detail::find_and_replace(script, "@TABLE@", quoted));
        status = exit_ok;
    });
}

}  // namespace og::cli
