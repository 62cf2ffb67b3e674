// SPDX-License-Identifier: MIT
#include "operands.hpp"

#include "names_file.hpp"
#include "os/file.hpp"
#include "text/messages.hpp"

#include <cerrno>

namespace og::cli {

Operands::Operands(const SumOptions &options, const Algorithm &algorithm, HashPipeline &pipeline)
    : options_(options), algorithm_(algorithm), pipeline_(pipeline) {
    walk_.one_file_system = options.one_file_system;
    if (!options.exclusions.empty()) walk_.exclusions = &options.exclusions;
}

bool Operands::add_all() {
    if (!options_.files0_from.empty()) return add_list();
    if (options_.recursive && options_.files.empty()) {
        walk_.prefix = "";
        go_on_ = walk(".", walk_, *this, counts_);
        return true;
    }
    for (const std::string &name : options_.files)
        if (go_on_) add(name);
    return true;
}

void Operands::add(const std::string &name) {
    os::Status status;
    const bool may_be_folder = options_.recursive && name != "-";
    if (may_be_folder && os::stat(name.c_str(), &status) != 0)
        go_on_ = unreadable(name, errno);
    else if (may_be_folder && S_ISDIR(status.st_mode))
        go_on_ = walk(name, walk_, *this, counts_);
    else
        go_on_ = pipeline_.add({.name = name,
                                .algorithm = &algorithm_,
                                .prefix = options_.git_blob ? Prefix::git_blob : Prefix::none});
}

bool Operands::add_list() {
    const std::string &from = options_.files0_from;
    NamesFile names(from);
    if (!names.ok()) {
        complain_errno("sum", from, names.error());
        return false;
    }
    bool all_well = true;
    const auto refuse = [&](std::string_view why) {
        complain("sum", fmt::format("{}: {}", shell_quoted(from), why));
        all_well = false;
    };
    std::string name;
    while (go_on_ && names.next(name)) {
        if (name.empty())
            refuse("an empty file name");
        else if (name == "-" && from == "-")
            refuse("standard input cannot be both the list and a listed file");
        else
            add(name);
    }
    if (names.failed()) refuse(std::strerror(names.error()));
    return all_well;
}

bool Operands::file(const WalkedFile &file) {
    // In a list, "-" would be standard input.
    const bool is_dash = file.name == "-";
    return pipeline_.add({.name = is_dash ? "./-" : file.name,
                          .algorithm = &algorithm_,
                          .leaf = is_dash ? 2 : file.leaf,
                          .folder = file.folder,
                          .walked = true,
                          .prefix = options_.git_blob ? Prefix::git_blob : Prefix::none});
}

bool Operands::unreadable(std::string_view name, int error) {
    return pipeline_.note(name, 0, error == ENOENT ? Result::missing : Result::failed, error);
}

void Operands::release_folders() { pipeline_.release_folders(); }

}  // namespace og::cli
