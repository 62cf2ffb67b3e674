// SPDX-License-Identifier: MIT
#include "identify.hpp"

#include "algorithms.hpp"
#include "asn1_head.hpp"
#include "manifest/base64.hpp"
#include "openpgp_head.hpp"
#include "other_format.hpp"
#include "text/bytes.hpp"
#include "vnc.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace og::cli {
namespace {

using namespace std::string_view_literals;
using Bytes = std::span<const std::uint8_t>;

// The command openssl with the configuration that `oldguard provider` prints.
constexpr std::string_view openssl = "OPENSSL_CONF=oldguard.cnf openssl";

std::string listed(const std::vector<std::string> &names, std::string_view none) {
    return names.empty() ? std::string(none) : fmt::format("{}", fmt::join(names, ", "));
}

// Returns the bytes of base64 in lines, as far as whole groups go.
std::string decoded(std::string_view text) {
    std::string digits;
    for (const char c : text.substr(0, text.find("\n="))) {  // the checksum of OpenPGP
        if (std::isspace(static_cast<unsigned char>(c)) != 0) continue;
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '+' && c != '/' && c != '=') break;
        digits += c;
    }
    digits.resize(digits.size() / 4 * 4);
    return base64_decoded(digits).value_or("");
}

bool has(const Algorithms &algorithms, std::string_view word) {
    return std::ranges::any_of(algorithms.names,
                               [&](const std::string &name) { return name.find(word) != name.npos; });
}

// A structure in ASN.1. `form` is openssl's name of its encoding.
std::optional<Identity> asn1(Bytes der, std::uint64_t size, std::string_view form, const std::string &name) {
    const Asn1 kind = asn1_head(der.first(std::min(der.size(), format_head)), size);
    if (kind == Asn1::none) return std::nullopt;
    const Algorithms algorithms = algorithms_of(der);
    const std::string declares = listed(algorithms.names, "no encryption");
    if (kind == Asn1::cms) {
        const bool encrypted =
            algorithms.content == "EnvelopedData" || algorithms.content == "AuthEnvelopedData";
        const bool password = has(algorithms, "password recipient");
        std::string opens;
        if (has(algorithms, "des-ede3-cbc") && algorithms.content == "EnvelopedData" && !password)
            opens = fmt::format("oldguard des decrypt --format cms --key-file KEY {} OUT", name);
        else if (encrypted)
            opens = fmt::format("{} cms -decrypt -inform {} -in {} {}", openssl, form, name,
                                password ? "-pwri_password PASSWORD" : "-inkey KEY");
        else
            opens = fmt::format("{} cms -cmsout -print -inform {} -in {}", openssl, form, name);
        return Identity{fmt::format("CMS {} ({})", algorithms.content, form), declares, opens};
    }
    if (kind == Asn1::pkcs12)
        return Identity{fmt::format("PKCS #12 key store ({})", form), declares,
                        fmt::format("{} pkcs12{} -in {}", openssl,
                                    has(algorithms, "RC2") || has(algorithms, "RC4") ? " -legacy" : "",
                                    name)};
    if (kind == Asn1::key && algorithms.encrypts)
        return Identity{fmt::format("PKCS #8 private key ({})", form), declares,
                        fmt::format("{} pkey -inform {} -in {}", openssl, form, name)};
    return Identity{
        fmt::format("{} ({})", kind == Asn1::key ? "private key or certificate" : "ASN.1 structure", form),
        algorithms.encrypts ? declares : "no encryption",
        fmt::format("openssl asn1parse -inform {} -in {}", form, name)};
}

Identity openpgp(Bytes packets, const std::string &name, std::string_view form) {
    return {fmt::format("OpenPGP ({})", form), openpgp_cipher(packets), fmt::format("gpg -d {}", name)};
}

// A text in armour: PEM with and without the headers of RFC 1421, OpenPGP.
std::optional<Identity> armour(std::string_view text, const std::string &name) {
    const std::size_t begin = text.find("-----BEGIN ");
    if (begin == text.npos || begin > 4096) return std::nullopt;
    text.remove_prefix(begin + 11);
    const std::string_view label = text.substr(0, text.find("-----"));
    std::size_t body = text.find('\n');
    if (label.size() > 60 || body == text.npos) return std::nullopt;
    std::string_view info;
    const std::string_view ended = label.starts_with("PGP ") ? "\n\n" : "DEK-Info: ";
    if (const std::size_t at = text.find(ended); at < 2000) {
        info = text.substr(at + ended.size(), text.substr(at + ended.size()).find('\n'));
        if (const std::size_t blank = std::min(text.find("\n\n"), text.find("\n\r\n")); blank != text.npos)
            body = blank;
    }
    const std::string der = decoded(text.substr(body));
    if (label.starts_with("PGP ")) return openpgp(bytes_of(der), name, "armour");
    if (label.ends_with("PRIVATE KEY") && !info.empty() && ended == "DEK-Info: ")
        return Identity{fmt::format("PEM {} with DEK-Info", label),
                        fmt::format("{}, MD5 with the IV as salt", info.substr(0, info.find_first_of(",\r"))),
                        fmt::format("{} pkey -in {}", openssl, name)};
    if (auto found = asn1(bytes_of(der), UINT64_MAX, "PEM", name)) return found;
    return std::nullopt;
}

// S/MIME: the text after the header is a CMS structure in base64.
std::optional<Identity> smime(std::string_view text, const std::string &name) {
    const std::string_view head = text.substr(0, 4096);
    if (head.find("pkcs7-mime") == head.npos) return std::nullopt;
    std::size_t body = std::min(text.find("\n\n"), text.find("\n\r\n"));
    if (body == text.npos) return std::nullopt;
    const std::string der = decoded(text.substr(body));
    return asn1(bytes_of(der), UINT64_MAX, "SMIME", name);
}

// A keytab of Kerberos (MIT's format 0x0502): entries with a size in front, which end with the file.
std::optional<Identity> keytab(Bytes file, std::uint64_t size, const std::string &name) {
    static const std::map<std::size_t, std::string_view> types{
        {1, "des-cbc-crc"}, {2, "des-cbc-md4"}, {3, "des-cbc-md5"}, {16, "des3-cbc-sha1"},
        {17, "aes128-cts"}, {18, "aes256-cts"}, {23, "rc4-hmac"}};
    if (!text_of(file).starts_with("\5\2") || size != file.size()) return std::nullopt;
    std::vector<std::string> found;
    std::size_t at = 2, entries = 0;
    while (at + 4 <= file.size()) {
        const std::size_t entry = big_endian(file, at, 4);
        at += 4;
        if (entry >= 0x80000000u) {  // the place of a removed entry
            at += 0x100000000u - entry;
            continue;
        }
        if (entry < 15 || entry > file.size() - at) return std::nullopt;
        const std::size_t end = at + entry;
        // The realm and the components, each with a size in front; then 9 bytes before the type.
        std::size_t field = at + 2;
        for (std::size_t left = big_endian(file, at, 2) + 1; left > 0; left--) {
            if (field + 2 > end) return std::nullopt;
            field += 2 + big_endian(file, field, 2);
        }
        if (field + 11 > end) return std::nullopt;
        const std::size_t type = big_endian(file, field + 9, 2);
        const auto named = types.find(type);
        const std::string text =
            named != types.end() ? std::string(named->second) : fmt::format("type {}", type);
        if (std::ranges::find(found, text) == found.end()) found.push_back(text);
        at = end;
        entries++;
    }
    if (at != file.size() || entries == 0) return std::nullopt;
    return Identity{"keytab of Kerberos", listed(found, ""), fmt::format("klist -k -t -e -K {}", name)};
}

// The header of LUKS names the cipher in clear: version 1 in fields of 32 bytes, version 2 in JSON.
std::optional<Identity> luks(Bytes head, const std::string &name) {
    const std::string_view text = text_of(head);
    if (!text.starts_with("LUKS\xba\xbe") || head.size() < 592) return std::nullopt;
    std::string cipher = "cipher not found";
    if (big_endian(head, 6, 2) == 1) {
        const auto field = [&](std::size_t at) {
            return text.substr(at, 32).substr(0, text.substr(at, 32).find('\0'));
        };
        cipher = fmt::format("{}-{}, PBKDF2 with {}", field(8), field(40), field(72));
    } else if (const std::size_t at = text.find("\"encryption\":\""); at != text.npos) {
        cipher = text.substr(at + 14, text.substr(at + 14, 64).find('"'));
    }
    return Identity{fmt::format("LUKS volume, version {}", big_endian(head, 6, 2)), cipher,
                    fmt::format("cryptsetup open {} NAME", name)};
}

// Hashes of the DES-based crypt(3), alone or in the second field of lines with colons.
std::optional<Identity> crypt_hashes(std::string_view text, const std::string &name) {
    std::size_t old = 0, bsdi = 0, others = 0, lines = 0;
    while (!text.empty() && lines < 10000) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) continue;
        lines++;
        if (const std::size_t colon = line.find(':'); colon != line.npos)
            line = line.substr(colon + 1, line.substr(colon + 1).find(':'));
        const bool digits = std::ranges::all_of(line.substr(line.starts_with('_') ? 1 : 0), [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '/';
        });
        if (digits && line.size() == 20 && line.starts_with('_'))
            bsdi++;
        else if (digits &&
                 (line.size() == 13 || (line.size() > 13 && line.size() <= 178 && line.size() % 11 == 2)))
            old++;
        else
            others++;
    }
    // A word of 13 letters is no hash: most lines of a password file have one.
    if (old + bsdi == 0 || lines > 2 * (old + bsdi) + 8) return std::nullopt;
    return Identity{fmt::format("{} hashes of crypt(3)", old + bsdi),
                    fmt::format("{} traditional, {} of BSDi, {} other lines", old, bsdi, others),
                    fmt::format("oldguard crypt --shadow {}", name)};
}

// Returns bits a byte.
double entropy(Bytes data) {
    std::array<std::size_t, 256> counts{};
    for (const std::uint8_t c : data) counts[c]++;
    double bits = 0;
    for (const std::size_t count : counts)
        if (count > 0) {
            const double part = static_cast<double>(count) / static_cast<double>(data.size());
            bits -= part * std::log2(part);
        }
    return bits;
}

// Returns how many aligned blocks of 8 bytes occurred before.
std::size_t repeated_blocks(Bytes data) {
    std::unordered_map<std::string_view, bool> seen;
    std::size_t repeated = 0;
    for (std::size_t at = 0; at + 8 <= data.size(); at += 8)
        if (!seen.emplace(text_of(data.subspan(at, 8)), true).second) repeated++;
    return repeated;
}

Identity raw(Bytes head, std::uint64_t size, const std::string &name) {
    const std::size_t repeated = repeated_blocks(head);
    const double bits = entropy(head);
    const std::string measured =
        fmt::format("{:.2f} bits a byte, {} bytes, {} modulo 8", bits, size, size % 8);
    // Of few random bytes most differ, and these have fewer bits.
    if (bits < 0.75 * std::min(8.0, std::log2(static_cast<double>(head.size()))))
        return {"no ciphertext: its bytes are too uneven", measured, "nothing to open"};
    if (repeated > 0)
        return {"raw ciphertext in blocks of 8 bytes that repeat, as ecb leaves them",
                fmt::format("{}, {} blocks repeat", measured, repeated),
                fmt::format("oldguard des decrypt --cipher des-ede3 --mode ecb --key-file KEY {} OUT", name)};
    return {"nothing to see: raw ciphertext or random", measured,
            fmt::format("oldguard des decrypt --cipher des-ede3 --mode {} --key-file KEY --iv HEX {} OUT",
                        size % 8 == 0 ? "cbc" : "cfb64", name)};
}

}  // namespace

Identity identify(Bytes head, std::uint64_t size, const std::string &name) {
    const std::string_view text = text_of(head);
    if (size == 0) return {"empty", "0 bytes", "nothing to open"};
    if (text.starts_with("Salted__"))
        return {
            "a file of openssl enc with a password", "neither cipher nor derivation is in the file",
            fmt::format("oldguard des decrypt --cipher des-ede3 --mode cbc --format openssl {} OUT", name)};
    if (text.starts_with("\xce\xce\xce\xce\0\0\0"sv))
        return {"a Java key store (JCEKS)", "PBE-MD5-3DES of Java",
                fmt::format("keytool -list -v -storetype JCEKS -keystore {}", name)};
    if (auto found = luks(head, name)) return *found;
    if (auto found = keytab(head, size, name)) return *found;
    if (auto found = asn1(head, size, "DER", name)) return *found;
    const Bytes begin = head.first(std::min(head.size(), format_head));
    if (begins_as_openpgp(begin)) return openpgp(head, name, "binary");
    if (vnc_password_fits(head, size))
        return {"a password of VNC", "DES with VNC's fixed key",
                fmt::format("oldguard des key --vnc {} --show", name)};
    const auto format = other_format(begin, size);
    if (!format) return raw(head, size, name);
    if (auto found = armour(text, name)) return *found;
    if (auto found = smime(text, name)) return *found;
    if (auto found = crypt_hashes(text, name)) return *found;
    if (format->what.starts_with("base64")) {
        const std::string inner = decoded(text);
        if (inner.size() >= 8) {
            Identity found =
                identify(bytes_of(inner), size == head.size() ? inner.size() : size / 4 * 3, name);
            if (!inner.starts_with("Salted__"))
                found.opens = fmt::format("base64 -d {} > DECODED, then {}", name, found.opens);
            return {"base64 of " + found.what, found.declares, found.opens};
        }
    }
    return {format->what, "no cipher of this family is declared", format->advice};
}

}  // namespace og::cli
