// SPDX-License-Identifier: MIT
// The files and folders that a walk leaves out, by the rules of gitignore(5).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace og::cli {

// A pattern with a slash, other than one at its end, is compared with the path below the root of the walk,
// and any other pattern with the name of each file and folder. A slash at the end restricts it to folders.
// One that begins with "!" takes in again what an earlier one left out. The last pattern that matches
// decides. What is in a folder that is left out is left out.
class Exclusions {
public:
    // Adds a pattern. Returns "" or the reason why it is refused.
    std::string add(std::string_view pattern);

    // Adds the lines of a file. An empty line and one that begins with "#" are no pattern. Returns "" or the
    // complaint.
    std::string add_file(const std::string &file);

    bool empty() const { return patterns_.empty(); }

    // Returns whether a file or folder is left out, if the folders above it are not.
    bool leaves_out(std::string_view path, bool is_folder) const;

    // Returns whether a file or a folder above it is left out.
    bool leaves_out_file(std::string_view path) const;

private:
    struct Pattern {
        std::string text;
        bool whole_path, folders_only, takes_in;
    };
    std::vector<Pattern> patterns_;
};

}  // namespace og::cli
