// SPDX-License-Identifier: MIT
// Migrates files from DES or Triple DES to a cipher of the user's choice. No data are lost if the process
// ends at any moment.
#pragma once

#include "container.hpp"
#include "expected.hpp"
#include "filter_command.hpp"

#include <oldguard/sha1.h>
#include <oldguard/whirlpool.h>

#include <optional>

namespace og::cli {

struct RecryptOptions {
    std::string to_command, verify_command, suffix = ".new";
    bool remove = false;               // remove the old file when the new file is verified
    bool trust_padding = false;        // valid padding is evidence enough for `remove`
    std::optional<Expected> expected;  // the digests that the decrypted data must have
    bool lines = true;                 // print a line for each file
    Show show = Show::never;
};

// Hashes and size of data, for comparison.
struct Content {
    std::array<std::uint8_t, OG_WHIRLPOOL_DIGEST_SIZE> whirlpool{};
    std::array<std::uint8_t, OG_SHA1_DIGEST_SIZE> sha1{};
    std::uint64_t size = 0;
    bool operator==(const Content &) const = default;
};

class Recrypt {
public:
    // Keeps references to the arguments. The container sets the key and the IV of work for each file.
    Recrypt(const RecryptOptions &options, DesWork &work, Container &container)
        : options_(options), work_(work), container_(container) {}

    // Creates the new file NAME + suffix in this order: pipes the decrypted data through --to-command into an
    // unnamed file; flushes it to the disk; compares the output of --verify-command with the decrypted data;
    // gives the file its name; flushes the directory; removes NAME if requested and if there is evidence that
    // the data are right. An existing new file is compared in the same way and never changed. Prints the
    // reason and returns false unless the new file contains the data of NAME in the end, and NAME is removed
    // if requested.
    bool file(const std::string &name);

private:
    bool fail(const std::string &name, const std::string &text) const;
    bool fail_errno(const std::string &name) const;
    bool report(const std::string &name, std::string_view what, std::string_view then = "") const;
    bool listed(const std::string &name, std::string_view whose, const Content &content) const;
    bool finish(const std::string &name, const os::Status &info, const os::Status &seen, bool before) const;
    std::optional<Content> decrypted(const std::string &name, Input &old, FilterCommand *to);
    bool opens(const std::string &name, int made, const Content *wanted, os::Status &seen) const;
    bool opens(const std::string &name) const;
    bool move(const std::string &name, bool &appeared);
    bool make(const std::string &name, Input &old, const os::Status &info, os::Status &seen, bool &appeared);
    bool compare(const std::string &name, Input &old, const os::Status &info, os::Status &seen);
    bool remove_old(const std::string &name, const os::Status &info, const os::Status &seen) const;

    const RecryptOptions &options_;
    DesWork &work_;
    Container &container_;
    std::unique_ptr<ByteSource> inner_;  // the ciphertext of the file, if it is in a format
    std::uint64_t size_ = 0;             // bytes of the decrypted data
};

}  // namespace og::cli
