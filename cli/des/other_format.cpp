// SPDX-License-Identifier: MIT
#include "other_format.hpp"

#include "asn1_head.hpp"
#include "manifest/base64.hpp"
#include "manifest/json_line.hpp"
#include "openpgp_head.hpp"
#include "text/bytes.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <string_view>

namespace og::cli {
namespace {

using namespace std::string_view_literals;
using Bytes = std::span<const std::uint8_t>;

constexpr std::string_view unencrypted = "it does not look encrypted";

// A format that fixed bytes at a fixed place tell: at least five, 40 bits.
struct Mark {
    std::size_t at;
    std::string_view bytes, what, advice;
};

constexpr std::array marks{
    Mark{0, "Salted__", "a file of openssl enc with a password (Salted__ and a salt before the ciphertext)",
         "open it with --format openssl"},
    Mark{0, "age-encryption.org/v1", "a file of age", "open it with age -d"},
    Mark{0, "$ANSIBLE_VAULT;", "a file of Ansible Vault", "open it with ansible-vault decrypt"},
    Mark{0, "MIME-Version:", "a MIME message", "open it with --format cms if it is S/MIME"},
    Mark{0, "VimCrypt~0", "a file that Vim encrypted", "open it with vim"},
    Mark{0, "\0GITCRYPT\0"sv, "a file of git-crypt", "open it with git-crypt unlock"},
    Mark{0, "RCLONE\0\0"sv, "a file that rclone encrypted", "open it with rclone"},
    Mark{0, "scrypt\0"sv, "a file of scrypt", "open it with scrypt dec"},
    Mark{0, "AES\2\0"sv, "a file of AES Crypt", "open it with aescrypt -d"},
    Mark{0, "AES\3\0"sv, "a file of AES Crypt", "open it with aescrypt -d"},
    Mark{0, "LUKS\xba\xbe", "a LUKS volume", "open it with cryptsetup"},
    Mark{0, "\x03\xd9\xa2\x9a\x65\xfb\x4b\xb5", "a KeePass database", "open it with KeePass"},
    Mark{0, "\x03\xd9\xa2\x9a\x67\xfb\x4b\xb5", "a KeePass database", "open it with KeePass"},
    Mark{0, "\xfe\xed\xfe\xed\0\0\0"sv, "a Java key store (JKS)", "open it with keytool"},
    Mark{0, "\xce\xce\xce\xce\0\0\0"sv, "a Java key store (JCEKS)", "open it with keytool"},
    Mark{0, "\0\0\0\1\0\0\0\x14"sv, "a key store of Bouncy Castle (BKS)", "open it with keytool"},
    Mark{0, "\0\0\0\2\0\0\0\x14"sv, "a key store of Bouncy Castle (BKS)", "open it with keytool"},
    Mark{0, "\xac\xed\0\5sr\0"sv, "a serialized object of Java", "open it with the program that wrote it"},
    Mark{0,
         "\xfd"
         "7zXZ\0"sv,
         "a file of xz", "open it with xz -d"},
    Mark{0, "7z\xbc\xaf\x27\x1c", "an archive of 7-Zip", "open it with 7z x"},
    Mark{0, "Rar!\x1a\x07", "an archive of RAR", "open it with unrar x"},
    Mark{0, "LZIP\1", "a file of lzip", "open it with lzip -d"},
    Mark{0, "MSCF\0\0\0\0"sv, "a cabinet archive", "open it with cabextract"},
    Mark{0, "PK\5\6\0\0\0\0"sv, "a zip archive", "open it with unzip"},
    Mark{0, "PK\7\bPK\3\4", "a zip archive", "open it with unzip"},
    Mark{0, "!<arch>\n", "an archive of ar", "open it with ar x"},
    Mark{0, "070701", "an archive of cpio", unencrypted},
    Mark{0, "070702", "an archive of cpio", unencrypted},
    Mark{0, "070707", "an archive of cpio", unencrypted},
    Mark{0, "\xed\xab\xee\xdb\3", "a package of RPM", "open it with rpm2cpio"},
    Mark{257, "ustar", "an archive of tar", unencrypted},
    Mark{0, "%PDF-", "a PDF document", unencrypted},
    Mark{0, "%!PS-", "a PostScript document", unencrypted},
    Mark{0, "{\\rtf1", "an RTF document", unencrypted},
    Mark{0, "<?xml", "an XML document", unencrypted},
    Mark{0, "SQLite format 3\0"sv, "an SQLite database", unencrypted},
    Mark{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of Microsoft Office", unencrypted},
    Mark{0, "\x89PNG\r\n\x1a\n", "a PNG image", unencrypted},
    Mark{0, "GIF87a", "a GIF image", unencrypted},
    Mark{0, "GIF89a", "a GIF image", unencrypted},
    Mark{0, "II*\0\b\0\0\0"sv, "a TIFF image", unencrypted},
    Mark{0, "MM\0*\0\0\0\b"sv, "a TIFF image", unencrypted},
    Mark{8, "WEBPVP8", "a WebP image", unencrypted},
    Mark{8, "WAVEfmt ", "a sound (WAV)", unencrypted},
    Mark{8, "AVI LIST", "a film (AVI)", unencrypted},
    Mark{0, "OggS\0"sv, "a sound or a film (Ogg)", unencrypted},
    Mark{0, "fLaC\0\0\0\x22"sv, "a sound (FLAC)", unencrypted},
    Mark{0, "\xff\xd8\xff\xdb\0\x43\0"sv, "a JPEG image", unencrypted},
    Mark{6, "JFIF\0"sv, "a JPEG image", unencrypted},
    Mark{6, "Exif\0\0"sv, "a JPEG image", unencrypted},
    Mark{78, "This program ", "a program (PE)", unencrypted},
    Mark{0, "\xcf\xfa\xed\xfe\7\0\0\1"sv, "a program (Mach-O)", unencrypted},
    Mark{0, "\xcf\xfa\xed\xfe\f\0\0\1"sv, "a program (Mach-O)", unencrypted},
    Mark{0, "\xca\xfe\xba\xbe\0\0\0"sv, "a class of Java", unencrypted},
    Mark{0, "QFI\xfb\0\0\0"sv, "a disk image (qcow)", unencrypted},
    Mark{0,
         "\x7f"
         "ELF\1\1\1",
         "a program (ELF)", unencrypted},
    Mark{0,
         "\x7f"
         "ELF\2\1\1",
         "a program (ELF)", unencrypted},
};

bool has(Bytes head, std::size_t at, std::string_view bytes) {
    return head.size() >= at + bytes.size() && std::memcmp(head.data() + at, bytes.data(), bytes.size()) == 0;
}

std::uint32_t little_endian(Bytes head, std::size_t at, std::size_t size) {
    std::uint32_t value = 0;
    for (std::size_t i = size; i-- > 0;) value = value << 8 | head[at + i];
    return value;
}

// RFC 1952, section 2.3: 24 bits of mark and method, 3 of flags, 6 of XFL and 4 of the system. 37 bits.
bool is_gzip(Bytes head) {
    return has(head, 0, "\x1f\x8b\x08") && head.size() >= 18 && (head[3] & 0xe0) == 0 &&
           (head[8] == 0 || head[8] == 2 || head[8] == 4) && (head[9] <= 13 || head[9] == 255);
}

// The codes of compress(1) have 9 bits at first, and code i refers to one of the i + 256 codes before it.
// 24 bits of mark and flags (of up to 16 bits with blocks, as every compress writes them), and one bit for
// each code. The files of fewer codes than make up the difference are not recognized.
bool is_compress(Bytes head) {
    constexpr std::uint32_t codes = 24, clear = 256;
    if (!has(head, 0, "\x1f\x9d\x90") || head.size() < 3 + (codes * 9 + 7) / 8) return false;
    for (std::uint32_t i = 0; i < codes; i++) {
        const std::uint32_t bit = i * 9;
        const std::uint32_t code = little_endian(head, 3 + bit / 8, 2) >> bit % 8 & 511;
        if (i == 0 ? code >= clear : code == clear || code > clear + i) return false;
    }
    return true;
}

// PKWARE's application note, section 4.3.7: 32 bits of mark, 10 of the version, 12 of the method, and of a
// name that is not empty.
bool is_zip(Bytes head) {
    constexpr std::array<std::uint32_t, 16> methods{0,  1,  6,  8,  9,  10, 12, 14,
                                                    18, 19, 93, 94, 95, 97, 98, 99};
    return has(head, 0, "PK\3\4") && head.size() >= 30 && head[4] <= 63 && little_endian(head, 26, 2) != 0 &&
           std::ranges::find(methods, little_endian(head, 8, 2)) != methods.end();
}

// RFC 8878, section 3.1.1: 32 bits of mark, one of the descriptor, and 4 of the type and size of the first
// block. A frame to skip has 28 bits of mark, and its size fits.
bool is_zstd(Bytes head, std::uint64_t size) {
    if (head.size() < 8) return false;
    if (has(head, 1, "\x2a\x4d\x18") && head[0] >> 4 == 5) {
        const std::uint64_t skipped = 8 + std::uint64_t{little_endian(head, 4, 4)};
        return skipped < size && skipped + 4 <= head.size() &&
               has(head, static_cast<std::size_t>(skipped), "\x28\xb5\x2f\xfd");
    }
    if (!has(head, 0, "\x28\xb5\x2f\xfd") || (head[4] & 8) != 0) return false;
    const bool single = (head[4] & 32) != 0;
    constexpr std::array<std::size_t, 4> dictionary{0, 1, 2, 4}, content{0, 2, 4, 8};
    std::size_t at = 5 + !single + dictionary[head[4] & 3] + content[head[4] >> 6];
    if (single && head[4] >> 6 == 0) at++;
    if (head.size() < at + 3) return false;
    const std::uint32_t block = little_endian(head, at, 3);
    return (block >> 1 & 3) != 3 && block >> 3 <= (1 << 17);
}

// The frame format of LZ4, version 1: 32 bits of mark, 2 of the version, 7 of reserved bits and sizes.
bool is_lz4(Bytes head) {
    return has(head, 0, "\x04\x22\x4d\x18") && head.size() >= 7 && head[4] >> 6 == 1 && (head[4] & 2) == 0 &&
           (head[5] & 0x8f) == 0 && head[5] >= 0x40;
}

// 8 bits of properties, 27 of the dictionary's size, a power of two or one and a half, and 16 of the size.
bool is_lzma(Bytes head) {
    if (head.size() < 14 || head[0] != 0x5d || head[13] != 0) return false;
    std::uint32_t rest = little_endian(head, 1, 4);
    const bool known = little_endian(head, 5, 4) != UINT32_MAX || little_endian(head, 9, 4) != UINT32_MAX;
    if (rest < 4096 || (known && little_endian(head, 11, 2) != 0)) return false;
    while (rest % 2 == 0) rest /= 2;
    return rest == 1 || rest == 3;
}

// The checksum of the first header of tar (POSIX pax, ustar): 6 octal digits, 30 bits, and their value.
bool is_tar(Bytes head) {
    constexpr std::size_t header = 512, field = 148, field_size = 8;
    if (head.size() < header || head[0] == 0) return false;
    std::uint32_t sum = field_size * ' ', stored = 0;
    int digits = 0;
    for (std::size_t i = 0; i < header; i++)
        if (i < field || i >= field + field_size) sum += head[i];
    for (std::size_t i = field; i < field + field_size; i++) {
        if (head[i] >= '0' && head[i] <= '7') {
            stored = stored * 8 + (head[i] - '0');
            digits++;
        } else if (head[i] != ' ' && head[i] != 0) {
            return false;
        }
    }
    return digits >= 4 && stored == sum;
}

// A file of mcrypt: a mark of 24 bits, flags, and the name of the cipher with a zero byte.
bool is_mcrypt(Bytes head) {
    std::size_t end = 4;
    if (!has(head, 0, "\0m\3"sv)) return false;
    while (end < head.size() && end < 40 && (std::isalnum(head[end]) != 0 || head[end] == '-')) end++;
    return end >= 4 + 3 && end < head.size() && head[end] == 0;
}

// A file of ISO/IEC 14496-12: a box of less than 64 KiB whose type is ftyp, 48 bits, and a brand of printable
// characters.
bool is_film(Bytes head) {
    if (!has(head, 0, "\0\0"sv) || !has(head, 4, "ftyp") || head.size() < 12) return false;
    return std::ranges::all_of(head.subspan(8, 4), [](std::uint8_t c) { return c >= ' ' && c < 127; });
}

// A text in UTF-16 with a byte order mark: 16 bits, and 8 for each of the first characters of ASCII.
bool is_utf16(Bytes head) {
    if (head.size() < 16 || head[0] + head[1] != 0xfe + 0xff || (head[0] != 0xfe && head[0] != 0xff))
        return false;
    const std::size_t zeros = head[0] == 0xfe ? 0 : 1;
    std::size_t found = 0;
    for (std::size_t i = 2; i < 16; i += 2) found += head[i + zeros] == 0;
    return found >= 4;
}

bool is_space(std::uint8_t c) { return c == '\n' || c == '\r' || c == ' ' || c == '\t'; }

// Returns the digits of an encoded text without its blanks and line ends, or nothing if the text has other
// characters than `is_digit` accepts, words of different sizes (only the last may be shorter), or less than
// 36 bits of evidence: `bits` for each digit, 8 for the padding of base64 and 6 for white space.
template <class IsDigit>
std::optional<std::string> digits_of(Bytes head, std::size_t bits, IsDigit is_digit) {
    std::string digits;
    std::size_t evidence = 0, line = 0, word = 0;
    bool ended = false;
    for (const std::uint8_t c : head) {
        if (is_space(c)) {
            evidence += 6;
            if (word == 0) continue;
            if (line == 0) line = word;
            ended = word != line;
            word = 0;
            continue;
        }
        if (ended || !is_digit(c)) return std::nullopt;
        evidence += c == '=' ? 8 : bits;
        digits += static_cast<char>(c);
        if (++word > line && line != 0) return std::nullopt;
    }
    if (evidence < 36) return std::nullopt;
    return digits;
}

bool has_controls(Bytes head) {
    return std::ranges::any_of(
        head, [](std::uint8_t c) { return (c < 32 && (c < 8 || c > 13) && c != 27) || c == 127; });
}

bool is_text(Bytes head, bool cut) {
    if (has_controls(head)) return false;
    // Without control characters, of which random bytes are 26 in 256: 39 bits in 256 bytes. In UTF-8 and in
    // ASCII 1.3 bits a byte and more.
    if (head.size() >= 256) return true;
    std::string_view text = text_of(head);
    for (int i = 0; cut && i < 3 && !is_utf8(text); i++) text.remove_suffix(1);
    return text.size() >= 32 && is_utf8(text);
}

// Returns the format of a text, or of what it encodes.
std::optional<OtherFormat> text_format(Bytes head, std::uint64_t size) {
    const std::string_view text = text_of(head);
    if (const std::size_t begin = armour_begin(text); begin != text.npos) {
        const std::string_view label = text.substr(begin + 11, text.substr(begin + 11, 40).find("-----"));
        const bool pgp = label.starts_with("PGP "), age = label.starts_with("AGE ");
        const bool cms = label == "CMS" || label.starts_with("PKCS"), ssh = label.starts_with("OPENSSH ");
        return OtherFormat{"a text in armour (-----BEGIN)", pgp   ? "open it with gpg -d"
                                                            : age ? "open it with age -d"
                                                            : cms ? "open it with --format cms"
                                                            : ssh ? "open it with ssh-keygen"
                                                                  : "openssl asn1parse shows what it is"};
    }
    const auto is_hex = [](std::uint8_t c) { return std::isxdigit(c) != 0; };
    if (const auto digits = digits_of(head, 3, is_hex); digits && digits->size() % 2 == 0)
        return OtherFormat{"hexadecimal text", "decode it with xxd -r -p"};
    const auto is_base64 = [](std::uint8_t c) {
        return std::isalnum(c) != 0 || c == '+' || c == '/' || c == '-' || c == '_' || c == '=';
    };
    if (std::optional<std::string> digits = digits_of(head, 2, is_base64)) {
        std::ranges::replace(*digits, '-', '+');
        std::ranges::replace(*digits, '_', '/');
        digits->resize(digits->size() / 4 * 4);
        if (const auto bytes = base64_decoded(*digits)) {
            const Bytes inner = bytes_of(*bytes);
            if (auto format = other_format(inner, size == UINT64_MAX ? size : size / 4 * 3))
                return OtherFormat{"base64 of " + format->what,
                                   "decode it with base64 -d, then " + format->advice};
        }
        return OtherFormat{"base64 text", "decode it with base64 -d"};
    }
    if (is_text(head, head.size() < size)) return OtherFormat{"text", std::string(unencrypted)};
    return std::nullopt;
}

}  // namespace

std::optional<OtherFormat> other_format(Bytes head, std::uint64_t size) {
    for (const Mark &mark : marks)
        if (has(head, mark.at, mark.bytes))
            return OtherFormat{std::string(mark.what), std::string(mark.advice)};
    if (has(head, 0, "BZh") && (has(head, 4, "1AY&SY") || has(head, 4, "\x17\x72\x45\x38\x50\x90")))
        return OtherFormat{"a file of bzip2", "open it with bzip2 -d"};
    if (is_gzip(head) || is_compress(head)) return OtherFormat{"a file of gzip", "open it with gzip -d"};
    if (is_zip(head)) return OtherFormat{"a zip archive", "open it with unzip"};
    if (is_zstd(head, size)) return OtherFormat{"a file of zstd", "open it with zstd -d"};
    if (is_lz4(head)) return OtherFormat{"a file of lz4", "open it with lz4 -d"};
    if (is_lzma(head)) return OtherFormat{"a file of lzma", "open it with xz -d"};
    if (is_mcrypt(head)) return OtherFormat{"a file of mcrypt", "open it with mcrypt -d"};
    if (is_tar(head)) return OtherFormat{"an archive of tar", std::string(unencrypted)};
    if (is_film(head))
        return OtherFormat{"a film or an image (MP4, QuickTime, HEIF)", std::string(unencrypted)};
    if (is_utf16(head)) return OtherFormat{"text in UTF-16", std::string(unencrypted)};
    if (const Asn1 kind = asn1_head(head, size); kind != Asn1::none) {
        constexpr std::array<std::array<std::string_view, 2>, 5> names{{
            {},
            {"a CMS (PKCS #7) structure", "open it with --format cms"},
            {"a PKCS #12 key store", "open it with openssl pkcs12"},
            {"a private key or a certificate (ASN.1)", "openssl asn1parse -inform DER shows it"},
            {"an ASN.1 structure", "openssl asn1parse -inform DER shows it"},
        }};
        const auto &[what, advice] = names[static_cast<std::size_t>(kind)];
        return OtherFormat{std::string(what), std::string(advice)};
    }
    if (begins_as_openpgp(head)) return OtherFormat{"an OpenPGP message or key", "open it with gpg -d"};
    return text_format(head, size);
}

std::optional<OtherFormat> short_text(Bytes file) {
    const std::string_view text = text_of(file);
    if (has_controls(file) || !is_utf8(text)) return std::nullopt;
    return OtherFormat{"text", std::string(unencrypted)};
}

std::size_t armour_begin(std::string_view text) {
    for (std::size_t at = 0; at < std::min(text.size(), format_head);) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        while (!line.empty() && is_space(static_cast<std::uint8_t>(line.back()))) line.remove_suffix(1);
        if (line.starts_with("-----BEGIN ") && line.ends_with("-----")) return at;
        at = end + 1;
        if (line.empty()) continue;
        if ("\"'`\\"sv.find(line.back()) != text.npos) return text.npos;
        if (is_space(static_cast<std::uint8_t>(line[0])) || line[0] == '#' || line == "Bag Attributes" ||
            line.starts_with("subject=") || line.starts_with("issuer="))
            continue;
        std::size_t name = 0;
        while (name < line.size() && (std::isalnum(static_cast<unsigned char>(line[name])) != 0 ||
                                      line[name] == ' ' || line[name] == '-'))
            name++;
        if (name == 0 || name == line.size() || line[name] != ':') return text.npos;
    }
    return text.npos;
}

}  // namespace og::cli
