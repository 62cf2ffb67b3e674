// SPDX-License-Identifier: MIT
// The base64 of PEM (RFC 7468) and of MIME messages (RFC 2045).
#pragma once

#include "base64_stream.hpp"
#include "files/input.hpp"

#include <span>

namespace og::cli {

// Where the base64 of a text begins.
struct ArmourHead {
    std::size_t body = 0;  // offset
    bool pem = false;      // a line -----END must follow the base64
};

// The bytes of a text that armour_head() takes at most: the headers of a mail that went a long way.
inline constexpr std::size_t armour_head_size = std::size_t{64} * 1024;

// Finds the base64 of a text: after a line -----BEGIN, after the headers of a message whose type is
// application/pkcs7-mime, or from its beginning on. Returns "" or an error message.
std::string armour_head(std::span<const std::uint8_t> head, ArmourHead &armour);

// Decodes the base64, which ends where the text ends or at a hyphen: of -----END or of the closing boundary
// of MIME. Nothing but white space may follow that line.
class Armoured final : public ByteSource {
public:
    // Reads the input from the first byte on.
    Armoured(Input &input, const ArmourHead &armour) : text_(input, armour), bytes_(text_, armour.body) {}

    ssize_t fill(void *buffer, std::size_t size) override { return bytes_.fill(buffer, size); }
    std::string why() const override { return bytes_.why(); }
    void may_be_interrupted() override { bytes_.may_be_interrupted(); }
    void interrupt() override { bytes_.interrupt(); }

private:
    class Text final : public ByteSource {
    public:
        Text(Input &input, const ArmourHead &armour)
            : input_(input), before_(armour.body), pem_(armour.pem) {}

        ssize_t fill(void *buffer, std::size_t size) override;
        std::string why() const override;
        void may_be_interrupted() override { input_.may_be_interrupted(); }
        void interrupt() override { input_.interrupt(); }

    private:
        bool read_end(std::string_view rest);

        Input &input_;
        std::size_t before_;  // bytes that are not yet skipped
        const bool pem_;
        bool ended_ = false;
        std::string_view wrong_;
    };

    Text text_;
    Base64Source bytes_;
};

}  // namespace og::cli
