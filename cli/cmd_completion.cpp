// SPDX-License-Identifier: MIT
// `oldguard completion`: prints the completion script for a shell. The script contains a table of all
// subcommands and options, taken from the description that the parser and --help use.
#include "commands.hpp"
#include "files/output.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace og::cli {
namespace {

constexpr const char *completion_footer =
    R"(Exit status: 0 success; 2 an unknown shell.

Examples:
  oldguard completion bash > ~/.local/share/bash-completion/completions/oldguard
  oldguard completion zsh > ~/.zfunc/_oldguard
  oldguard completion fish > ~/.config/fish/completions/oldguard.fish)";

// A row of the table is "PATH|NAMES|VALUES|DESCRIPTION". PATH is the subcommand that the row belongs to, each
// word after a space. NAMES are those of an option, or of a subcommand, or "" for the operands. VALUES is
// "command" for a subcommand, "" for a flag, "file" for an option whose value is completed as a file name,
// else the possible values, after "=" if a value can only follow that. The scripts first append the
// subcommands on the command line to `at`, and then select the rows of this path.
constexpr std::string_view bash_script = R"(# bash completion for oldguard
_oldguard() {
    local at='' choices='' i path names values text
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} joined='' prefix=''
    local table='@TABLE@'
    COMPREPLY=()
    # For --option=value: bash makes = a word of its own, unless COMP_WORDBREAKS lacks it.
    if [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]} joined=1
    elif [[ $current == = ]]; then
        current='' joined=1
    elif [[ $current == --*=* ]]; then
        previous=${current%%=*} prefix=${current%%=*}= current=${current#*=} joined=1
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ $table == *$'\n'"$at|${COMP_WORDS[i]}|command|"* ]] && at+=" ${COMP_WORDS[i]}"
    done
    while IFS='|' read -r path names values text; do
        if [[ $path != "$at" ]]; then
            continue
        elif [[ $values == command ]]; then
            [[ $current == -* ]] || choices+=" $names"
        elif [[ -z $names ]]; then
            [[ $current == -* ]] || choices+=" $values"
        elif [[ -n $values && " $names " == *" $previous "* && ($values != '='* || -n $joined) ]]; then
            # An empty reply selects the default completion of file names.
            [[ $values == file ]] || COMPREPLY=($(compgen -P "$prefix" -W "${values#=}" -- "$current"))
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
    local at='' word where names values text joined='' previous=$words[CURRENT-1]
    local -a options commands operands
    local table='@TABLE@'
    for word in "${(@)words[2,CURRENT-1]}"; do
        [[ $table == *$'\n'"$at|$word|command|"* ]] && at+=" $word"
    done
    if [[ $PREFIX == --*=* ]]; then
        previous=${PREFIX%%=*} joined=1
        compset -P '*='
    fi
    while IFS='|' read -r where names values text; do
        if [[ $where != "$at" ]]; then
            continue
        elif [[ $values == command ]]; then
            commands+=("$names:$text")
        elif [[ -z $names ]]; then
            operands+=(${=values})
        elif [[ -n $values && " $names " == *" $previous "* && ($values != '='* || -n $joined) ]]; then
            if [[ $values == file ]]; then _files; else compadd -- ${=values#=}; fi
            return
        else
            for word in ${=names}; do options+=("$word:$text"); done
        fi
    done <<< "$table"
    if [[ -n $joined ]]; then
        return 1
    elif [[ $PREFIX == -* ]]; then
        _describe -o option options
    elif (( $#commands )); then
        _describe command commands
    elif (( $#operands )); then
        compadd -- $operands
    else
        _files
    fi
}
_oldguard "$@"
)";

// A line that an option or a subcommand makes has its description after a tab.
constexpr std::string_view fish_script = R"(# fish completion for oldguard
set -g __oldguard_rows (string split \n -- '@TABLE@')[2..-1]
function __oldguard
    set -l at ''
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l previous $words[-1]
    set -l prefix ''
    set -l offered
    set -l files yes
    for word in $words[2..-1]
        for row in $__oldguard_rows
            set -l field (string split -m 3 '|' -- $row)
            if test "$field[1]|$field[2]|$field[3]" = "$at|$word|command"
                set at "$at $word"
                break
            end
        end
    end
    if string match -qr -- '^--[^=]*=' $current
        set previous (string replace -r '=.*' '' -- $current)
        set prefix $previous=
        set current (string replace -r '^[^=]*=' '' -- $current)
    end
    for row in $__oldguard_rows
        set -l field (string split -m 3 '|' -- $row)
        test "$field[1]" = "$at"; or continue
        set -l names (string split ' ' -- $field[2])
        if test "$field[3]" = command
            set files
            string match -q -- '-*' $current; or set -a offered $field[2]\t$field[4]
        else if test -z "$field[2]"
            set files
            set -a offered (string split ' ' -- $field[3])
        else if test -n "$field[3]"; and contains -- $previous $names
            if test "$field[3]" = file
                printf '%s\n' $prefix(__fish_complete_path $current)
                return
            else if test -n "$prefix"; or not string match -q '=*' -- $field[3]
                printf '%s\n' $prefix(string split ' ' -- (string trim -l -c = -- $field[3]))
                return
            end
        else if string match -q -- '-*' $current
            set -a offered $names\t$field[4]
        end
    end
    test -n "$prefix"; and return
    printf '%s\n' $offered
    test -z "$files"; or string match -q -- '-*' $current; or __fish_complete_path $current
end
complete -c oldguard -f -a '(__oldguard)'
)";

// Returns a text with all occurrences of `from` replaced.
std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

// Returns the values that an option offers, those that "NAME:{sha1,whirlpool}" lists, the parser's
// description of a choice, or "file".
std::string values_of(const Option &option) {
    if (option.offered) return fmt::format("{}", fmt::join(option.offered(), " "));
    const std::string type = option.full_type();
    const std::size_t open = type.find('{'), close = type.find('}');
    if (open == std::string::npos || close == std::string::npos) return "file";
    return (option.otherwise ? "=" : "") + replaced(type.substr(open + 1, close - open - 1), ",", " ");
}

// Appends the rows of a subcommand and of the subcommands below it.
void append_rows(Command &command, const std::string &path, std::string &table) {
    const auto append = [&](const std::string &names, const std::string &values, std::string text) {
        std::replace(text.begin(), text.end(), '\n', ' ');
        table += fmt::format("\n{}|{}|{}|{}", path, names, values, text);
    };
    for (const auto &option : command.options()) {
        if (option->is_operand) {
            if (const std::string values = values_of(*option); values != "file") append("", values, "");
            continue;
        }
        const std::vector<std::string> last_first(option->names.rbegin(), option->names.rend());
        append(fmt::format("{}", fmt::join(last_first, " ")), option->takes_value ? values_of(*option) : "",
               option->description);
    }
    for (const auto &sub : command.subcommands()) append(sub->name(), "command", sub->description());
    for (const auto &sub : command.subcommands()) append_rows(*sub, path + ' ' + sub->name(), table);
}

}  // namespace

void describe_completion(Command &completion) {
    auto shell = std::make_shared<std::string>();
    completion.add_operand("SHELL", *shell, "bash, zsh or fish")
        ->required()
        ->check(exactly_one_of({"bash", "zsh", "fish"}));
    completion.footer(completion_footer);
    completion.callback([&completion, shell] {
        std::string table;
        append_rows(completion.root(), "", table);
        const bool fish = *shell == "fish";  // there, only \' and \\ are escapes between single quotes
        const std::string quoted =
            fish ? replaced(replaced(table, "\\", "\\\\"), "'", "\\'") : replaced(table, "'", R"('\'')");
        const std::string script(fish ? fish_script : *shell == "bash" ? bash_script : zsh_script);
        print(replaced(script, "@TABLE@", quoted));
        return exit_ok;
    });
}

}  // namespace og::cli
