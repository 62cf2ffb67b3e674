// SPDX-License-Identifier: MIT
// Options of lists of files that several subcommands have.
#pragma once

#include "command.hpp"
#include "manifest/line_reader.hpp"
#include "tree/exclusions.hpp"

#include <string>
#include <vector>

namespace og::cli {

// The values of --exclude and --exclude-from.
struct ExclusionWords {
    std::vector<std::string> patterns, files;

    // Adds all patterns, those of files first. Returns "" or the complaint.
    std::string add_to(Exclusions &exclusions) const {
        for (const std::string &file : files)
            if (std::string why = exclusions.add_file(file); !why.empty()) return why;
        for (const std::string &pattern : patterns)
            if (std::string why = exclusions.add(pattern); !why.empty()) return why;
        return "";
    }
};

inline void add_exclusions(Command &command, ExclusionWords &words) {
    command.add_each("--exclude", words.patterns, "Leave out files and folders, as gitignore does")
        ->manual(
            "The rules are those of gitignore(5), and `sum` needs `--recursive`. In a pattern `?` is a byte "
            "and `*` any bytes, both without a slash; `[a-z]` and `[!a-z]` are sets, and `**` as a whole "
            "component is any number of folders. A pattern with a slash, other than one at its end, is "
            "compared with the path below the folder, and any other pattern with each name. A slash at the "
            "end restricts it to folders. A pattern after `!` takes in again what an earlier one left out. "
            "The last one that matches decides, and what is in a folder that is left out stays out. Classes "
            "such as [:alpha:] are refused. The option may be given several times.")
        ->type_name("GLOB");
    command.add_each("--exclude-from", words.files, "Leave out what the patterns in FILE match, one a line")
        ->manual("Blank lines and those that begin with `#` are comments. These patterns come before those "
                 "of `--exclude`.")
        ->type_name("FILE");
}

// Adds the options about what a list and the names in it mean.
inline void add_list_options(Command &command, std::string &encoding, std::string &strip_prefix,
                             bool &backslashes) {
    const std::string group = "Names in lists";
    command
        .add_option("--encoding", encoding,
                    "The encoding of the list (default: UTF-8, or by its byte order mark)")
        ->manual("*NAME* is utf-8, utf-16, utf-16le, utf-16be, cp1252 (also windows-1252) or iso-8859-1. "
                 "Names become "
                 "UTF-8.")
        ->check(one_of({"utf-8", "utf-16", "utf-16le", "utf-16be", "cp1252", "windows-1252", "iso-8859-1"}))
        ->type_name("NAME")
        ->group(group)
        ->never_abbreviated();
    command.add_option("--strip-prefix", strip_prefix, "Remove this from the start of listed names")
        ->manual("For example `'F:\\data\\'`. Other names stay as they are.")
        ->type_name("PREFIX")
        ->group(group)
        ->never_abbreviated();
    command
        .add_flag("--backslashes", backslashes, "Backslashes separate folders in listed names, as on Windows")
        ->group(group)
        ->never_abbreviated();
}

}  // namespace og::cli
