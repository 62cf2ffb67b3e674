// SPDX-License-Identifier: MIT
#include "asn1_head.hpp"

#include "ber_element.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace og::cli {
namespace {

constexpr std::uint8_t gss_token = 0x60;

// Arcs of object identifiers, encoded, that begin formats of cryptography.
constexpr std::array<std::string_view, 10> arcs{
    "\x2a\x86\x48",  // 1.2.840: RSA, X9.57, X9.62, and the mechanisms of Kerberos
    "\x60\x86\x48",  // 2.16.840: NIST, Netscape
    "\x2b\x06\x01",  // 1.3.6.1: PKIX, GSS-API, GnuPG's curves
    "\x2b\x81\x04",  // 1.3.132: the curves of SECG
    "\x2b\x0e\x03",  // 1.3.14.3: DES and SHA-1 of OIW
    "\x2b\x24\x03",  // 1.3.36.3: TeleTrusT, brainpool
    "\x2b\x65\x6e",  // X25519 .. Ed448
    "\x2b\x65\x6f", "\x2b\x65\x70", "\x2b\x65\x71",
};

}  // namespace

Asn1 asn1_head(std::span<const std::uint8_t> head, std::uint64_t size) {
    using namespace ber;
    const auto text = [&](std::size_t at, std::size_t most) {
        const auto rest = head.subspan(std::min(at, head.size()));
        return std::string_view(reinterpret_cast<const char *>(rest.data()), std::min(most, rest.size()));
    };
    const auto outer = element_at(head, 0);
    if (!outer || (outer->tag != sequence && outer->tag != gss_token)) return Asn1::none;
    if (outer->end != indefinite && outer->end > size) return Asn1::none;
    std::vector<std::uint64_t> ends{outer->end};
    std::size_t at = outer->body;
    bool version_3 = false, version_0 = false;
    for (int place = 0; place < 12; place++) {
        const auto element = element_at(head, at);
        if (!element || (element->end != indefinite && element->end > ends.back())) return Asn1::none;
        const std::uint64_t length = element->end - element->body;
        if (element->tag == object_identifier && length >= 3 && length <= 16) {
            const std::string_view name = text(element->body, static_cast<std::size_t>(length));
            for (const std::string_view arc : arcs) {
                if (!name.starts_with(arc)) continue;
                if (version_3) return Asn1::pkcs12;
                if (name.starts_with("\x2a\x86\x48\x86\xf7\x0d\x01\x07") ||
                    name.starts_with("\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01"))
                    return place == 0 ? Asn1::cms : Asn1::other;
                return outer->tag == sequence ? Asn1::key : Asn1::other;
            }
        }
        if (element->tag == integer && length == 1) {
            if (place == 0) version_3 = text(element->body, 1) == "\3";
            if (place == 0) version_0 = text(element->body, 1) == std::string_view("\0", 1);
        }
        // An RSA or DSA key without an object identifier: version 0 and the modulus or prime.
        if (element->tag == integer && place == 1 && version_0 && length >= 32 && length <= 4096 &&
            head.size() > element->body && head[element->body] < 0x80)
            return Asn1::key;
        if ((element->tag & constructed) != 0) {
            at = element->body;
            ends.push_back(element->end);
        } else {
            if (element->end >= head.size()) return Asn1::none;
            at = static_cast<std::size_t>(element->end);
            while (ends.size() > 1 && at >= ends.back()) ends.pop_back();
        }
    }
    return Asn1::none;
}

}  // namespace og::cli
