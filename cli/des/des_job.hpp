// SPDX-License-Identifier: MIT
// What the options of `oldguard des` say of the ciphertext: cipher, mode, padding, IV, key and format.
#pragma once

#include "cms_recipient.hpp"
#include "container.hpp"
#include "openssl_file.hpp"

namespace og::cli {

struct DesJob {
    DesWork work;
    OpensslOptions openssl;
    Password password;
    std::optional<CmsRecipient> recipient;
    std::unique_ptr<Container> container;
};

// Evaluates options.cipher, mode, padding, iv and format. `taker` is the option that determines the mode, for
// messages ("--mode cbc"). Prints an error and returns false if they contradict each other.
bool evaluate(const DesOptions &options, std::string_view taker, DesJob &job);

// Reads the key or the password. `taker` is the option that determines the size of a key. Prints the reason
// of an error. Returns an exit status.
int read_secrets(const DesOptions &options, std::string_view taker, DesJob &job);

}  // namespace og::cli
