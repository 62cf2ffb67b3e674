// SPDX-License-Identifier: MIT
// Files under DES or Triple DES to sealed files beside them, such that nothing is lost wherever it
// ends.
#pragma once

#include "des_stream.hpp"
#include "plain_hash.hpp"
#include "seal.hpp"

#include <optional>
#include <sys/stat.h>

namespace og::cli {

inline constexpr std::string_view sealed_suffix = ".sealed";

struct RecryptOptions {
    bool iv_prefix = false;  // the IV is at the start of each file
    bool remove = false;     // the old file, when the new one is verified
    bool lines = true;       // one on standard output for each file
    Show show = Show::never;
};

class Recrypt {
  public:
    // What is referred to is in use until the end; work's IV is written where each file has its own.
    Recrypt(const Libcrypto &lib, const RecryptOptions &options, DesWork &work, const SealKey &key)
        : lib_(lib), options_(options), work_(work), key_(key) {}

    // Makes NAME.sealed, in this order: the data are written to NAME.sealed.part, brought to the
    // disk, read again, opened, and compared with what was decrypted by their SHA-256; the file gets
    // its name, and that is brought to the disk; then NAME is removed, if that is wanted. Where
    // NAME.sealed is there already, it is opened and compared with what NAME decrypts to, and is
    // neither made again nor changed. False, with the reason printed, when NAME.sealed does not hold
    // in the end what NAME held.
    bool file(const std::string &name);

  private:
    bool fail(const std::string &text) const;
    bool fail_errno(const std::string &name) const;
    bool report(const std::string &name, std::string_view what, bool removed) const;
    std::optional<PlainHash::Value> ended(PlainHash &hash, std::string wrong) const;
    std::optional<PlainHash::Value> decrypted(const std::string &name, Input &input, Sink *to);
    std::optional<PlainHash::Value> opened(const std::string &name) const;
    bool make(const std::string &name, Input &old, const struct stat &info);
    bool compare(const std::string &name, Input &old);
    bool remove_old(const std::string &name, const struct stat &info) const;

    const Libcrypto &lib_;
    const RecryptOptions &options_;
    DesWork &work_;
    const SealKey &key_;
};

}  // namespace og::cli
