// SPDX-License-Identifier: MIT
#include "openpgp_head.hpp"

#include "text/bytes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string_view>

namespace og::cli {
namespace {

using Bytes = std::span<const std::uint8_t>;

// The types of packets (RFC 9580, section 5).
enum Type : std::uint8_t {
    public_key_session = 1,
    symmetric_session = 3,
    one_pass_signature = 4,
    secret_key = 5,
    public_key = 6,
    encrypted = 9,
    marker = 10,
    protected_data = 18,
    aead_data = 20
};

struct Packet {
    std::uint8_t type = 0;
    Bytes body;            // what the head has of it
    std::size_t size = 0;  // of the body, SIZE_MAX with a partial or indeterminate length
};

// Reads the header of a packet (RFC 9580, section 4.2) and removes the packet from the head.
std::optional<Packet> take_packet(Bytes &head) {
    if (head.size() < 6 || head[0] < 0x80) return std::nullopt;
    Packet packet;
    std::size_t at = 1;
    if ((head[0] & 0x40) == 0) {
        packet.type = head[0] >> 2 & 15;
        const std::size_t bytes = (head[0] & 3) == 3 ? 0 : std::size_t{1} << (head[0] & 3);
        packet.size = bytes == 0 ? SIZE_MAX : big_endian(head, at, bytes);
        at += bytes;
    } else {
        packet.type = head[0] & 63;
        const std::uint8_t first = head[1];
        if (first < 192) {
            packet.size = first;
            at = 2;
        } else if (first < 224) {
            packet.size = (first - 192u) * 256u + head[2] + 192u;
            at = 3;
        } else if (first == 255) {
            packet.size = big_endian(head, 2, 4);
            at = 6;
        } else {
            packet.size = SIZE_MAX;
            at = 2;
        }
    }
    head = head.subspan(at);
    packet.body = head.first(std::min(packet.size, head.size()));
    head = head.subspan(packet.body.size());
    return packet;
}

// Removes a multiprecision integer (RFC 9580, section 3.2) and returns its number of bits: 0 if there is
// none, which includes one that has not exactly as many bits as it says.
std::size_t take_integer(Bytes &body) {
    if (body.size() < 2) return 0;
    const std::size_t bits = big_endian(body, 0, 2), bytes = (bits + 7) / 8;
    if (bits == 0 || body.size() < 2 + bytes ||
        std::bit_width(body[2]) != static_cast<int>((bits - 1) % 8 + 1))
        return 0;
    body = body.subspan(2 + bytes);
    return bits;
}

// An encrypted session key of version 3 (RFC 9580, section 5.1): 6 bits of the header, 8 of the version, 5 of
// the algorithm, and 9 or more of integers that fill the packet.
bool is_public_key_session(const Packet &packet) {
    Bytes rest = packet.body;
    if (rest.size() < 12 || rest.size() != packet.size) return false;
    const std::uint8_t version = rest[0];
    if (version == 6)  // the fingerprint of a key of version 4 or 6, or of nobody
        return rest[1] == 0 || (rest[1] == 21 && rest[2] == 4) || (rest[1] == 33 && rest[2] == 6);
    if (version != 2 && version != 3) return false;
    const std::uint8_t algorithm = rest[9];
    rest = rest.subspan(10);
    switch (algorithm) {
    case 1:
    case 2:
        return take_integer(rest) >= 256 && rest.empty();
    case 16:
    case 20:
        return take_integer(rest) >= 256 && take_integer(rest) != 0 && rest.empty();
    case 18:
        return take_integer(rest) >= 128 && !rest.empty() && rest[0] == rest.size() - 1;
    case 25:
    case 26: {
        const std::size_t point = algorithm == 25 ? 32 : 56;
        return rest.size() > point && rest[point] == rest.size() - point - 1;
    }
    default:
        return false;
    }
}

// Returns the size of a string-to-key specifier (RFC 9580, section 3.7), or 0 if there is none.
std::size_t size_of_s2k(Bytes text) {
    constexpr std::array<std::size_t, 5> sizes{2, 10, 0, 11, 20};
    if (text.size() < 2 || text[0] >= sizes.size() || text.size() < sizes[text[0]]) return 0;
    const bool argon2 = text[0] == 4;
    return argon2 || (text[1] >= 1 && text[1] <= 14) ? sizes[text[0]] : 0;
}

// A session key under a password (RFC 9580, section 5.3): 6 bits of the header, 6 of the version, 4 of the
// cipher, 6 and 4 of the specifier, and 3 of a size that fits.
bool is_symmetric_session(const Packet &packet) {
    const Bytes body = packet.body;
    if (body.size() < 4 || body.size() != packet.size || body.size() > 128) return false;
    const auto cipher = [](std::uint8_t id) { return id >= 1 && id <= 13; };
    const auto aead = [](std::uint8_t id) { return id >= 1 && id <= 3; };
    std::size_t used = 0;
    if (body[0] == 4 && cipher(body[1]))
        used = 2;
    else if (body[0] == 5 && cipher(body[1]) && aead(body[2]))
        used = 3;
    else if (body[0] == 6 && body.size() > 6 && cipher(body[2]) && aead(body[3]))
        used = 5;
    else
        return false;
    const std::size_t s2k = size_of_s2k(body.subspan(used));
    return s2k != 0 && (body[0] != 4 || body.size() - used - s2k <= 33);
}

// What follows an encrypted session key: 5 bits of the header, and 7 of a version unless the packet is the
// one of PGP 2, which has none.
bool follows_session(Bytes head) {
    const auto packet = take_packet(head);
    if (!packet || packet->body.empty()) return false;
    switch (packet->type) {
    case public_key_session:
        return packet->body[0] == 2 || packet->body[0] == 3 || packet->body[0] == 6;
    case symmetric_session:
        return packet->body[0] >= 4 && packet->body[0] <= 6;
    case protected_data:
        return packet->body[0] == 1 || packet->body[0] == 2;
    case aead_data:
        return packet->body[0] == 1;
    default:
        return packet->type == encrypted;
    }
}

// RFC 9580, section 5.4: 7 bits of the header, 8 each of size and version, 6 of the type, 4 of the hash and 7
// of the flag.
bool is_one_pass_signature(const Packet &packet) {
    const Bytes body = packet.body;
    return packet.size == 13 && body.size() == 13 && body[0] == 3 && body[1] <= 1 && body[2] >= 1 &&
           body[2] <= 14 && body[12] <= 1;
}

// RFC 9580, section 5.5: 5 bits of the header, 6 of the version, 5 of the algorithm, and more than 24 of the
// exponent of RSA, of the size of a subgroup of DSA, or of the curve.
bool is_key(const Packet &packet) {
    Bytes rest = packet.body;
    if (rest.size() < 12 || rest[0] < 2 || rest[0] > 6) return false;
    const std::size_t fixed = rest[0] <= 3 ? 8 : rest[0] == 4 ? 6 : 10;
    const std::uint8_t algorithm = rest[fixed - 1];
    rest = rest.subspan(fixed);
    const auto is_curve = [&] {
        constexpr std::array<std::string_view, 4> arcs{"\x2b\x06\x01\x04", "\x2a\x86\x48\xce", "\x2b\x81\x04",
                                                       "\x2b\x24\x03\x03"};
        const std::string_view name(reinterpret_cast<const char *>(rest.data()), rest.size());
        return rest[0] <= 16 && std::ranges::any_of(arcs, [&](std::string_view arc) {
                   return name.substr(1).starts_with(arc);
               });
    };
    if (algorithm >= 1 && algorithm <= 3)
        return take_integer(rest) >= 512 && rest.size() >= 5 &&
               (big_endian(rest, 0, 5) == 0x0011010001 ||
                (rest[0] == 0 && rest[1] <= 8 && take_integer(rest) > 1));
    if (algorithm == 17) {
        if (take_integer(rest) < 512) return false;
        const std::size_t subgroup = take_integer(rest);
        return subgroup == 160 || subgroup == 224 || subgroup == 256;
    }
    return (algorithm == 18 || algorithm == 19 || algorithm == 22) && is_curve();
}

}  // namespace

bool begins_as_openpgp(Bytes head) {
    const auto packet = take_packet(head);
    if (!packet) return false;
    switch (packet->type) {
    case public_key_session:
        return is_public_key_session(*packet) && follows_session(head);
    case symmetric_session:
        return is_symmetric_session(*packet) && follows_session(head);
    case one_pass_signature:
        return is_one_pass_signature(*packet);
    case secret_key:
    case public_key:
        return is_key(*packet);
    case marker:
        return packet->size == 3 && packet->body.size() == 3 && packet->body[0] == 'P' &&
               packet->body[1] == 'G' && packet->body[2] == 'P';
    default:
        return false;
    }
}

std::string openpgp_cipher(Bytes packets) {
    constexpr std::array<std::string_view, 11> ciphers{"no cipher", "IDEA",    "3DES",   "CAST5",
                                                       "Blowfish",  "SAFER",   "DES/SK", "AES-128",
                                                       "AES-192",   "AES-256", "Twofish"};
    constexpr std::array<std::string_view, 12> hashes{
        "", "MD5", "SHA-1", "RIPEMD-160", "", "", "", "", "SHA-256", "SHA-384", "SHA-512", "SHA-224"};
    constexpr std::array<std::string_view, 5> specifiers{"simple", "salted", "", "iterated", "Argon2"};
    while (const auto packet = take_packet(packets)) {
        const Bytes body = packet->body;
        if (packet->type == public_key_session)
            return "the cipher is within the session key, for a public key";
        if (packet->type == secret_key || packet->type == public_key) return "a key";
        if (packet->type == encrypted) return "IDEA with MD5, as PGP 2 does";
        if (packet->type != symmetric_session || body.size() < 5) continue;
        const std::size_t at = body[0] == 4 ? 1 : body[0] == 5 ? 1 : 2;
        const Bytes s2k = body.subspan(std::min(body.size(), body[0] == 4   ? at + 1
                                                             : body[0] == 5 ? at + 2
                                                                            : at + 3));
        const std::uint8_t cipher = body[at];
        std::string text(cipher < ciphers.size() ? ciphers[cipher] : "another cipher");
        text += " (cipher " + std::to_string(cipher) + ")";
        if (s2k.size() < 2 || s2k[0] >= specifiers.size()) return text;
        text += ", " + std::string(specifiers[s2k[0]]);
        if (s2k[0] != 4 && s2k[1] < hashes.size()) text += " " + std::string(hashes[s2k[1]]);
        return text + " of a password";
    }
    return "no cipher is declared";
}

}  // namespace og::cli
