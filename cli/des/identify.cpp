// SPDX-License-Identifier: MIT
#include "identify.hpp"

#include "algorithms.hpp"
#include "asn1_head.hpp"
#include "ber_element.hpp"
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
#include <unordered_set>
#include <vector>

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

// Returns whether all recipients of EnvelopedData or AuthEnvelopedData have a KEK: a secret key for keys
// (RFC 5652, section 6.2).
bool has_only_kek_recipients(Bytes der) {
    constexpr std::uint8_t originator = 0xa0, kek = 0xa2;
    std::size_t at = 0;
    const auto step = [&](bool into) {
        const auto element = ber::element_at(der, at);
        at = !element ? der.size()
             : into   ? element->body
                      : static_cast<std::size_t>(std::min<std::uint64_t>(element->end, der.size()));
    };
    for (const bool into : {true, false, true, true, false}) step(into);  // up to the version
    if (at < der.size() && der[at] == originator) step(false);
    const auto set = ber::element_at(der, at);
    if (!set || set->tag != ber::set || set->body >= std::min<std::uint64_t>(set->end, der.size()))
        return false;
    for (at = set->body; at < std::min<std::uint64_t>(set->end, der.size()) && der[at] != 0; step(false))
        if (der[at] != kek) return false;
    return true;
}

// Returns the command for a CMS structure.
std::string cms_opener(Bytes der, const Algorithms &algorithms, std::string_view form,
                       const std::string &name) {
    const bool encrypted = algorithms.content == "EncryptedData";
    const bool enveloped = algorithms.content == "EnvelopedData";
    const bool password = has(algorithms, "password recipient");
    const bool kek = has_only_kek_recipients(der);
    if (encrypted && !has(algorithms, "PB") &&
        (has(algorithms, "des-ede3-cbc") || has(algorithms, "des-cbc")))
        return fmt::format("oldguard des decrypt --format cms{} --key-hex HEX {} OUT",
                           has(algorithms, "des-cbc") ? " --cipher des" : "", name);
    if (enveloped && has(algorithms, "des-ede3-cbc") && !password && !kek)
        return fmt::format("oldguard des decrypt --format cms --key-file KEY {} OUT", name);
    if (encrypted)
        return fmt::format("{} cms -EncryptedData_decrypt -inform {} -in {} -secretkey HEX", openssl, form,
                           name);
    if (enveloped || algorithms.content == "AuthEnvelopedData")
        return fmt::format("{} cms -decrypt -inform {} -in {} {}", openssl, form, name,
                           password ? "-pwri_password PASSWORD"
                           : kek    ? "-secretkey HEX"
                                    : "-inkey KEY");
    return fmt::format("{} cms -cmsout -print -inform {} -in {}", openssl, form, name);
}

// A structure in ASN.1 of a kind that is not none. `form` is openssl's name of its encoding.
Identity asn1_of(Asn1 kind, Bytes der, std::string_view form, const std::string &name) {
    const Algorithms algorithms = algorithms_of(der);
    const std::string declares = listed(algorithms.names, "no encryption");
    if (kind == Asn1::cms)
        return {fmt::format("CMS {} ({})", algorithms.content, form),
                algorithms.content == "EncryptedData" ? declares + ", under the session key" : declares,
                cms_opener(der, algorithms, form, name)};
    if (kind == Asn1::pkcs12)
        return {fmt::format("PKCS #12 key store ({})", form), declares,
                fmt::format("{} pkcs12{} -in {}", openssl,
                            has(algorithms, "RC2") || has(algorithms, "RC4") ? " -legacy" : "", name)};
    if (kind == Asn1::key && algorithms.encrypts)
        return {fmt::format("PKCS #8 private key ({})", form), declares,
                fmt::format("{} pkey -inform {} -in {}", openssl, form, name)};
    return {
        fmt::format("{} ({})", kind == Asn1::key ? "private key or certificate" : "ASN.1 structure", form),
        algorithms.encrypts ? declares : "no encryption",
        fmt::format("openssl asn1parse -inform {} -in {}", form, name)};
}

// A structure in ASN.1, of which the file has `size` bytes: perhaps not all.
std::optional<Identity> asn1(Bytes der, std::uint64_t size, std::string_view form, const std::string &name) {
    const Asn1 kind = asn1_head(der.first(std::min(der.size(), format_head)), UINT64_MAX);
    if (kind == Asn1::none) return std::nullopt;
    Identity found = asn1_of(kind, der, form, name);
    const std::uint64_t end = ber::element_at(der, 0)->end;
    if (end != ber::indefinite && end > size) {
        found.what += ", truncated";
        if (found.declares == "no encryption") found.declares = "no cipher is in what is left";
        found.opens = fmt::format("nothing to open: {} bytes are missing", end - size);
    }
    return found;
}

// A structure in ASN.1 in base64 that stands in a text.
std::optional<Identity> asn1_in(std::string_view text, const std::string &der, std::string_view form,
                                const std::string &name) {
    return asn1(bytes_of(der), text.size() < identified_head ? der.size() : UINT64_MAX, form, name);
}

// A private key of OpenSSH: after a mark it names the cipher and the derivation, each with a size in front.
Identity openssh_key(Bytes key, const std::string &name) {
    std::string declares;
    std::size_t at = "openssh-key-v1\0"sv.size();
    for (int field = 0; field < 2 && at + 4 <= key.size(); field++) {
        const std::size_t length = std::min(big_endian(key, at, 4), key.size() - at - 4);
        declares += fmt::format("{}{}", field == 0 ? "" : ", ", text_of(key.subspan(at + 4, length)));
        at += 4 + length;
    }
    if (!std::ranges::all_of(declares, [](unsigned char c) { return c >= ' ' && c < 127; }))
        declares = "cipher not found";
    return {"private key of OpenSSH", declares == "none, none" ? "no encryption" : declares,
            fmt::format("ssh-keygen -y -f {}", name)};
}

Identity openpgp(Bytes packets, const std::string &name, std::string_view form) {
    return {fmt::format("OpenPGP ({})", form), openpgp_cipher(packets), fmt::format("gpg -d {}", name)};
}

// A text in armour: PEM with and without the headers of RFC 1421, OpenPGP.
std::optional<Identity> armour(std::string_view text, const std::string &name) {
    const std::string_view whole = text;
    const std::size_t begin = armour_begin(text);
    if (begin == text.npos) return std::nullopt;
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
    if (der.starts_with("openssh-key-v1\0"sv)) return openssh_key(bytes_of(der), name);
    if (label.ends_with("PRIVATE KEY") && !info.empty() && ended == "DEK-Info: ")
        return Identity{fmt::format("PEM {} with DEK-Info", label),
                        fmt::format("{}, MD5 with the IV as salt", info.substr(0, info.find_first_of(",\r"))),
                        fmt::format("{} pkey -in {}", openssl, name)};
    return asn1_in(whole, der, "PEM", name);
}

// S/MIME: the text after the header is a CMS structure in base64.
std::optional<Identity> smime(std::string_view text, const std::string &name) {
    const std::string_view head = text.substr(0, 4096);
    if (head.find("pkcs7-mime") == head.npos) return std::nullopt;
    std::size_t body = std::min(text.find("\n\n"), text.find("\n\r\n"));
    if (body == text.npos) return std::nullopt;
    const std::string der = decoded(text.substr(body));
    return asn1_in(text, der, "SMIME", name);
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

enum class Hash : std::uint8_t { none, traditional, bsdi };

// Returns of which method a hash of the DES-based crypt(3) is. Each 11 digits are 66 bits with 64 of the
// hash, so the last digit is one of 16. All letters of the same case have a few in 1000 hashes and most
// words.
Hash hash_of(std::string_view field) {
    constexpr std::string_view last = ".26AEIMQUYcgkosw";
    const bool bsdi = field.starts_with('_');
    const std::size_t salt = bsdi ? 9 : 2;
    if (field.size() < salt + 11 || field.size() > (bsdi ? 20 : 178) || field.size() % 11 != salt % 11)
        return Hash::none;
    const auto has_any = [&](int (*is)(int)) {
        return std::ranges::any_of(field, [is](unsigned char c) { return is(c) != 0; });
    };
    const bool digits = std::ranges::all_of(field.substr(bsdi ? 1 : 0), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '.' || c == '/';
    });
    if (!digits || !has_any(std::islower) || !has_any(std::isupper)) return Hash::none;
    for (std::size_t at = salt + 10; at < field.size(); at += 11)
        if (last.find(field[at]) == last.npos) return Hash::none;
    return bsdi ? Hash::bsdi : Hash::traditional;
}

// Hashes of the DES-based crypt(3), alone or in the second field of lines with colons. Most lines of a text
// with them are hashes, or accounts: as in passwd and shadow, or with a hash of another method.
std::optional<Identity> crypt_hashes(std::string_view text, const std::string &name) {
    std::size_t old = 0, bsdi = 0, accounts = 0, lines = 0;
    bool bare = true, words = true;
    while (!text.empty() && lines < 10000) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) continue;
        lines++;
        const std::size_t colon = line.find(':');
        std::string_view field = line;
        if (colon != line.npos) field = line.substr(colon + 1, line.substr(colon + 1).find(':'));
        if (const Hash hash = hash_of(field); hash != Hash::none) {
            (hash == Hash::bsdi ? bsdi : old)++;
            bare = bare && colon == line.npos;
            words = words && std::ranges::all_of(field, [](unsigned char c) { return std::isalpha(c) != 0; });
        } else if (colon != line.npos && (field.starts_with('$') || std::ranges::count(line, ':') >= 6)) {
            accounts++;
        }
    }
    const std::size_t hashes = old + bsdi;
    // A name in CamelCase of 13 letters, one in 15 hashes alone, is no hash without another.
    if (hashes == 0 || (bare && words) || 2 * (hashes + accounts) <= lines) return std::nullopt;
    return Identity{fmt::format("{} hash{} of crypt(3)", hashes, hashes == 1 ? "" : "es"),
                    fmt::format("{} traditional, {} of BSDi, {} other lines", old, bsdi, lines - hashes),
                    old == 0 ? "oldguard crypt verifies traditional hashes only"
                             : fmt::format("oldguard crypt {}", bare ? "--verify HASH" : "--shadow " + name)};
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

// Returns the aligned blocks of 8 bytes, each once, and what is after the last.
std::vector<std::uint8_t> distinct_blocks(Bytes data) {
    std::unordered_set<std::string_view> seen;
    std::vector<std::uint8_t> distinct;
    for (std::size_t at = 0; at < data.size(); at += 8) {
        const Bytes block = data.subspan(at, std::min<std::size_t>(8, data.size() - at));
        if (seen.insert(text_of(block)).second) distinct.insert(distinct.end(), block.begin(), block.end());
    }
    return distinct;
}

// Returns whether bytes are as evenly distributed as random ones: chi-squared of the 256 values has the mean
// 255 and the standard deviation 23.
bool even(Bytes data) {
    std::array<std::size_t, 256> counts{};
    for (const std::uint8_t c : data) counts[c]++;
    const double expected = static_cast<double>(data.size()) / 256;
    double sum = 0;
    for (const std::size_t count : counts) {
        const double difference = static_cast<double>(count) - expected;
        sum += difference * difference / expected;
    }
    return sum < 2 * 256;
}

Identity raw(Bytes head, std::uint64_t size, const std::string &name) {
    const bool known = size != UINT64_MAX;
    const std::vector<std::uint8_t> distinct = distinct_blocks(head);
    const std::size_t repeated = (head.size() - distinct.size()) / 8;
    const std::string measured = fmt::format("{:.2f} bits a byte, {}", entropy(head),
                                             known ? fmt::format("{} bytes, {} modulo 8", size, size % 8)
                                                   : fmt::format("at least {} bytes", head.size()));
    if (!even(distinct)) return {"no ciphertext: its bytes are too uneven", measured, "nothing to open"};
    if (repeated > 0 && (!known || size % 8 == 0))
        return {"raw ciphertext in blocks of 8 bytes that repeat, as ecb leaves them",
                fmt::format("{}, {} blocks repeat", measured, repeated),
                fmt::format("oldguard des decrypt --cipher des-ede3 --mode ecb --key-file KEY {} OUT", name)};
    return {"nothing to see: raw ciphertext or random", measured,
            fmt::format("oldguard des decrypt --cipher des-ede3 --mode {} --key-file KEY --iv HEX {} OUT",
                        !known || size % 8 == 0 ? "cbc" : "cfb64", name)};
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
    auto format = other_format(begin, size);
    if (!format && size < 32) format = short_text(head);
    if (!format) return raw(head, size, name);
    if (auto found = armour(text, name)) return *found;
    if (auto found = smime(text, name)) return *found;
    if (format->what == "text" || format->what == "base64 text")
        if (auto found = crypt_hashes(text, name)) return *found;
    if (format->what.starts_with("base64")) {
        const std::string inner = decoded(text);
        if (inner.size() >= 8) {
            Identity found = identify(bytes_of(inner), size == head.size() ? inner.size() : UINT64_MAX, name);
            if (!inner.starts_with("Salted__"))
                found.opens = fmt::format("base64 -d {} > DECODED, then {}", name, found.opens);
            return {"base64 of " + found.what, found.declares, found.opens};
        }
    }
    return {format->what, "no cipher of this family is declared", format->advice};
}

}  // namespace og::cli
