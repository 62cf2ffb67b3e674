// SPDX-License-Identifier: MIT
// Files under DES or Triple DES to files of the user's own cipher beside them, such that nothing is
// lost wherever it ends.
#pragma once

#include "des_stream.hpp"
#include "filter_command.hpp"

#include <oldguard/whirlpool.h>

#include <optional>
#include <sys/stat.h>

namespace og::cli {

struct RecryptOptions {
    std::string to_command, verify_command, suffix = ".new";
    bool iv_prefix = false;  // the IV is at the start of each file
    bool remove = false;     // the old file, when the new one is verified
    bool lines = true;       // one on standard output for each file
    Show show = Show::never;
};

// What data are compared by.
struct Content {
    std::array<std::uint8_t, OG_WHIRLPOOL_DIGEST_SIZE> digest{};
    std::uint64_t size = 0;
    bool operator==(const Content &) const = default;
};

class Recrypt {
public:
    // What is referred to is in use until the end; work's IV is written where each file has its
    // own.
    Recrypt(const RecryptOptions &options, DesWork &work) : options_(options), work_(work) {}

    // Makes the new file NAME + suffix, in this order: the data go through --to-command into a file
    // without a name; that is brought to the disk, and what --verify-command makes of it is
    // compared with what was decrypted; it gets its name, which is brought to the disk; then NAME
    // is removed, if that is wanted. A new file that is there already is compared in the same way,
    // and never changed. Returns false, with the reason printed, when the new file does not hold in
    // the end what NAME held.
    bool file(const std::string &name);

private:
    bool fail(const std::string &name, const std::string &text) const;
    bool fail_errno(const std::string &name) const;
    bool report(const std::string &name, std::string_view what, bool removed) const;
    std::optional<Content> decrypted(const std::string &name, Input &old, FilterCommand *to);
    bool opens(const std::string &name, int made, const Content *wanted, struct stat &seen) const;
    bool opens(const std::string &name) const;
    bool move(const std::string &name, bool &appeared);
    bool make(const std::string &name, Input &old, const struct stat &info, struct stat &seen,
              bool &appeared);
    bool compare(const std::string &name, Input &old, const struct stat &info, struct stat &seen);
    bool remove_old(const std::string &name, const struct stat &info, const struct stat &seen) const;

    const RecryptOptions &options_;
    DesWork &work_;
};

}  // namespace og::cli
