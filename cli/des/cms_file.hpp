// SPDX-License-Identifier: MIT
// Files of CMS EnvelopedData and EncryptedData (RFC 5652 sections 6 and 8), which S/MIME and PKCS #7 have as
// well.
#pragma once

#include "cms_recipient.hpp"
#include "container.hpp"

namespace og::cli {

class CmsFile final : public Container {
public:
    // Keeps a reference to the recipient. Without one the key of work is the session key.
    explicit CmsFile(const CmsRecipient *recipient) : recipient_(recipient) {}

    std::string open(Input &input, const std::string &name, DesWork &work,
                     std::unique_ptr<ByteSource> &inner) override;
    std::string begin(DesWork &work, Sink &output, std::unique_ptr<Sink> &outer) override;

private:
    const CmsRecipient *recipient_;
};

}  // namespace og::cli
