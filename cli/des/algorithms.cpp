// SPDX-License-Identifier: MIT
#include "algorithms.hpp"

#include "ber_element.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace og::cli {
namespace {

using namespace std::string_view_literals;
using Bytes = std::span<const std::uint8_t>;

enum class Kind : std::uint8_t { content, cipher, password, other };  // password: salt and count follow

struct Known {
    std::string_view oid;  // the contents of the element
    std::string_view name;
    Kind kind;
};

#define OG_PKCS "\x2a\x86\x48\x86\xf7\x0d\x01"
#define OG_AES "\x60\x86\x48\x01\x65\x03\x04\x01"
constexpr std::array known{
    Known{OG_PKCS "\x07\x01", "Data", Kind::content},
    Known{OG_PKCS "\x07\x02", "SignedData", Kind::content},
    Known{OG_PKCS "\x07\x03", "EnvelopedData", Kind::content},
    Known{OG_PKCS "\x07\x05", "DigestedData", Kind::content},
    Known{OG_PKCS "\x07\x06", "EncryptedData", Kind::content},
    Known{OG_PKCS "\x09\x10\x01\x09", "CompressedData", Kind::content},
    Known{OG_PKCS "\x09\x10\x01\x17", "AuthEnvelopedData", Kind::content},
    Known{OG_PKCS "\x01\x01", "RSA", Kind::other},
    Known{OG_PKCS "\x01\x07", "RSA-OAEP", Kind::other},
    Known{OG_PKCS "\x05\x01", "PBE-MD2-DES", Kind::password},
    Known{OG_PKCS "\x05\x03", "PBE-MD5-DES", Kind::password},
    Known{OG_PKCS "\x05\x06", "PBE-MD5-RC2-64", Kind::password},
    Known{OG_PKCS "\x05\x0a", "PBE-SHA1-DES", Kind::password},
    Known{OG_PKCS "\x05\x0b", "PBE-SHA1-RC2-64", Kind::password},
    Known{OG_PKCS "\x05\x0c", "PBKDF2", Kind::password},
    Known{OG_PKCS "\x0c\x01\x01", "PBE-SHA1-RC4-128", Kind::password},
    Known{OG_PKCS "\x0c\x01\x02", "PBE-SHA1-RC4-40", Kind::password},
    Known{OG_PKCS "\x0c\x01\x03", "PBE-SHA1-3DES", Kind::password},
    Known{OG_PKCS "\x0c\x01\x04", "PBE-SHA1-2DES", Kind::password},
    Known{OG_PKCS "\x0c\x01\x05", "PBE-SHA1-RC2-128", Kind::password},
    Known{OG_PKCS "\x0c\x01\x06", "PBE-SHA1-RC2-40", Kind::password},
    Known{OG_PKCS "\x09\x10\x03\x06", "3DES key wrap", Kind::cipher},
    Known{OG_PKCS "\x09\x10\x03\x09", "password recipient", Kind::other},
    Known{"\x2a\x86\x48\x86\xf7\x0d\x03\x02", "rc2-cbc", Kind::cipher},
    Known{"\x2a\x86\x48\x86\xf7\x0d\x03\x07", "des-ede3-cbc", Kind::cipher},
    Known{"\x2b\x0e\x03\x02\x07", "des-cbc", Kind::cipher},
    Known{"\x2b\x0e\x03\x02\x11", "des-ede", Kind::cipher},
    Known{"\x2b\x06\x01\x04\x01\xda\x47\x04\x0b", "scrypt", Kind::other},
    Known{OG_AES "\x02", "aes-128-cbc", Kind::cipher},
    Known{OG_AES "\x16", "aes-192-cbc", Kind::cipher},
    Known{OG_AES "\x2a", "aes-256-cbc", Kind::cipher},
    Known{OG_AES "\x06", "aes-128-gcm", Kind::cipher},
    Known{OG_AES "\x1a", "aes-192-gcm", Kind::cipher},
    Known{OG_AES "\x2e", "aes-256-gcm", Kind::cipher},
};
#undef OG_PKCS
#undef OG_AES

// Returns the number of iterations of SEQUENCE { OCTET STRING, INTEGER }, which follows the identifier of a
// derivation.
std::optional<std::uint64_t> iterations(Bytes rest) {
    const auto both = ber::element_at(rest, 0);
    if (!both || both->tag != ber::sequence) return std::nullopt;
    const auto salt = ber::element_at(rest, both->body);
    if (!salt || salt->tag != ber::octet_string || salt->end > rest.size()) return std::nullopt;
    const auto number = ber::element_at(rest, static_cast<std::size_t>(salt->end));
    if (!number || number->tag != ber::integer || number->end > rest.size() || number->end - number->body > 8)
        return std::nullopt;
    std::uint64_t count = 0;
    for (std::size_t i = number->body; i < number->end; i++) count = count << 8 | rest[i];
    return count;
}

}  // namespace

Algorithms algorithms_of(Bytes der) {
    Algorithms found;
    const std::string_view text(reinterpret_cast<const char *>(der.data()), der.size());
    for (std::size_t at = 0; at + 2 < der.size(); at++) {
        if (der[at] != ber::object_identifier || der[at + 1] > 16 || at + 2 + der[at + 1] > der.size())
            continue;
        const auto *match = std::ranges::find(known, text.substr(at + 2, der[at + 1]), &Known::oid);
        if (match == known.end()) continue;
        if (match->kind == Kind::content) {
            if (found.content.empty()) found.content = match->name;
            continue;
        }
        found.encrypts = found.encrypts || match->kind == Kind::cipher || match->kind == Kind::password;
        std::string name(match->name);
        if (match->kind == Kind::password)
            if (const auto count = iterations(der.subspan(at + 2 + der[at + 1])))
                name += fmt::format(" ({} iteration{})", *count, *count == 1 ? "" : "s");
        if (std::ranges::find(found.names, name) == found.names.end()) found.names.push_back(std::move(name));
    }
    return found;
}

}  // namespace og::cli
