// SPDX-License-Identifier: MIT
// Passes the files that `oldguard sum` is to hash to the pipeline: operands, lists of names, folders.
#pragma once

#include "sum_options.hpp"
#include "tree/walk.hpp"

#include <string>

namespace og::cli {

class Operands final : public WalkReceiver {
public:
    Operands(const SumOptions &options, const Algorithm &algorithm, HashPipeline &pipeline);

    // Adds all files. Returns false with a message if the list of names could not be read or names no file.
    bool add_all();

    // Returns false if the receiver of the results ended the run.
    bool go_on() const { return go_on_; }

    const WalkCounts &counts() const { return counts_; }

    bool file(const WalkedFile &file) override;
    bool unreadable(std::string_view name, int error) override;
    void release_folders() override;

private:
    void add(const std::string &name);
    bool add_list();

    const SumOptions &options_;
    const Algorithm &algorithm_;
    HashPipeline &pipeline_;
    WalkOptions walk_;
    WalkCounts counts_;
    bool go_on_ = true;
};

}  // namespace og::cli
