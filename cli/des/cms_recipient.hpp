// SPDX-License-Identifier: MIT
// Opens the session keys of CMS with the private key of a recipient, by libcrypto.
#pragma once

#include "key_file.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>

namespace og::cli {

struct Password;

class CmsRecipient {
public:
    CmsRecipient();
    ~CmsRecipient();

    // Reads the private key of a text, and the certificate that belongs to it if the text has certificates.
    // `ask` returns the pass phrase of the key, or nullptr after a message. Returns "" or an error message.
    std::string read(const Pem &pem, const std::function<const Password *()> &ask);

    // Sets `key` to the session key of an EnvelopedData (RFC 5652 section 6.1), DER or BER, whose content is
    // of no importance. Sets `certain` if the key is right beyond doubt. Returns "" or an error message.
    std::string session_key(std::span<const std::uint8_t> message, std::span<std::uint8_t, 24> key,
                            bool &certain) const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace og::cli
