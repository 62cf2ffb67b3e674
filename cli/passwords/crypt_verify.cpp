// SPDX-License-Identifier: MIT
#include "crypt_verify.hpp"

#include "crypt_setting.hpp"
#include "exit_status.hpp"
#include "files/output.hpp"
#include "files/whole_file.hpp"
#include "text/messages.hpp"

#include <oldguard/crypt.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <memory>

namespace og::cli {
namespace {

constexpr std::size_t salt_size = 2, digits = 11, most_segments = 16, segment = 8;  // of bigcrypt
constexpr std::size_t most_of_bsdi = 511;                                           // bytes of a password

constexpr std::size_t bsdi_salt_size = OG_CRYPT_BSDI_SIZE - 1 - digits;

std::size_t segments_of(std::string_view hash) { return (hash.size() - salt_size) / digits; }

// A segment of a password as a C string, its salt, and where the digits of its hash are.
struct Job {
    std::size_t hash;  // index
    Secret<segment + 1> text;
    std::array<char, bsdi_salt_size + 1> salt{};
    std::size_t size, digits;  // of the salt; offset in the hash
};

}  // namespace

std::string no_crypt_hash(std::string_view hash, std::uint64_t most) {
    const auto digit = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '/';
    };
    if (hash.starts_with("$")) return "a hash of another method than the DES-based crypt(3)";
    if (is_bsdi(hash)) {
        if (hash.size() != bsdi_salt_size + digits || !std::ranges::all_of(hash.substr(1), digit))
            return "a hash of BSDi's form has _ and 19 characters of ./0-9A-Za-z";
        return refused_setting(std::string(hash), most);
    }
    if (hash.size() < salt_size + digits) return "shorter than the 13 characters of a hash";
    if (!std::ranges::all_of(hash, digit)) return "a hash has no other characters than ./0-9A-Za-z";
    if ((hash.size() - salt_size) % digits != 0 || segments_of(hash) > most_segments)
        return "a hash has 13 characters, and one of bigcrypt 24, 35 or more, in steps of 11";
    return "";
}

namespace {

bool same_digits(std::string_view wanted, std::string_view given) {
    unsigned differ = 0;
    for (std::size_t i = 0; i < digits; i++)
        differ |= static_cast<unsigned char>(wanted[i]) ^ static_cast<unsigned char>(given[i]);
    return differ == 0;
}

// Hashes the texts under the settings. Returns nothing and prints an error if the library refuses them.
std::vector<std::string> hashed(const std::vector<const char *> &texts,
                                const std::vector<const char *> &settings) {
    std::vector<std::string> hashes;
    std::size_t bad;
    if (const int status = hash_passwords(texts, settings, hashes, bad); status != OG_OK) {
        complain("crypt", hash_error(status));
        hashes.clear();
    }
    return hashes;
}

void wipe(std::vector<std::string> &hashes) {
    for (std::string &hash : hashes) os::wipe(hash.data(), hash.size());
}

}  // namespace

std::vector<bool> verify_hashes(const Password &password, const std::vector<std::string_view> &hashes) {
    std::vector<bool> right(hashes.size(), true);
    // The password ends at a NUL in crypt(3), and the callers refuse one.
    const std::size_t segments =
        std::clamp<std::size_t>((password.size + segment - 1) / segment, 1, most_segments);
    for (std::size_t i = 0; i < hashes.size(); i++)
        if (is_bsdi(hashes[i]) ? password.size > most_of_bsdi
                               : segments_of(hashes[i]) > 1 && segments_of(hashes[i]) != segments)
            right[i] = false;
    // bigcrypt: the salt of a segment is the first two digits of the one before. Those of one number are
    // hashed at once, and with the first ones the hashes of BSDi's form, whose password is whole.
    for (std::size_t number = 0; number < most_segments; number++) {
        std::vector<std::unique_ptr<Job>> jobs;
        std::vector<const char *> texts, salts;
        for (std::size_t i = 0; i < hashes.size(); i++) {
            const bool bsdi = is_bsdi(hashes[i]);
            if (!right[i] || (bsdi ? 1 : segments_of(hashes[i])) <= number) continue;
            Job &job = *jobs.emplace_back(std::make_unique<Job>());
            job.hash = i;
            const std::size_t at = std::min(number * segment, password.size);
            std::copy_n(password.text.data() + at, std::min(segment, password.size - at), job.text.data());
            job.size = bsdi ? bsdi_salt_size : salt_size;
            job.digits = number == 0 ? job.size : salt_size + number * digits;
            const std::size_t salt = number == 0 ? 0 : job.digits - digits;
            std::ranges::copy(hashes[i].substr(salt, job.size), job.salt.begin());
            texts.push_back(reinterpret_cast<const char *>(bsdi ? password.text.data() : job.text.data()));
            salts.push_back(job.salt.data());
        }
        if (jobs.empty()) break;
        std::vector<std::string> out = hashed(texts, salts);
        if (out.empty()) return {};
        for (std::size_t i = 0; i < jobs.size(); i++) {
            const Job &job = *jobs[i];
            if (!same_digits(hashes[job.hash].substr(job.digits), std::string_view(out[i]).substr(job.size)))
                right[job.hash] = false;
        }
        wipe(out);
    }
    return right;
}

int verify_shadow(const std::string &file, std::uint64_t most, const Password &password, std::string &text) {
    constexpr std::size_t longest = std::size_t{1} << 30;
    if (const std::string why = read_whole_file(file.c_str(), longest, text); !why.empty()) {
        complain("crypt", fmt::format("--shadow {}: {}", shell_quoted(file), why));
        return exit_failed;
    }
    std::vector<std::string_view> names, hashes;
    std::map<std::string, std::size_t> others;
    std::string_view rest = text;
    for (std::size_t number = 1; !rest.empty(); number++) {
        std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty() || line.front() == '#') continue;
        const std::size_t colon = line.find(':');
        if (colon == line.npos) {
            complain("crypt", fmt::format("--shadow {}: line {}: no colon after the name", shell_quoted(file),
                                          number));
            return exit_failed;
        }
        const std::string_view field = line.substr(colon + 1), hash = field.substr(0, field.find(':'));
        if (no_crypt_hash(hash, most).empty()) {
            names.push_back(line.substr(0, colon));
            hashes.push_back(hash);
        } else if (hash.starts_with('$')) {
            others[fmt::format("${}$", hash.substr(1, hash.substr(1).find('$')))]++;
        } else {
            others[is_bsdi(hash) && no_crypt_hash(hash, UINT64_MAX).empty()
                       ? fmt::format("of BSDi with more than {} iterations (--most-iterations)", most)
                   : hash.empty() || hash.front() == '!' || hash.front() == '*' || hash == "x"
                       ? "locked or none"
                       : "unknown"]++;
        }
    }
    const std::vector<bool> right = verify_hashes(password, hashes);
    if (right.size() != hashes.size()) return exit_failed;
    bool any = false;
    for (std::size_t i = 0; i < names.size(); i++)
        if (right[i]) any = print(fmt::format("{}\n", shell_quoted(std::string(names[i])))) || any;
    for (const auto &[kind, count] : others)
        complain("crypt", fmt::format("--shadow {}: {} {} {}, not verified", shell_quoted(file), count,
                                      count == 1 ? "hash" : "hashes", printable(kind)));
    return any ? exit_ok : exit_failed;
}

}  // namespace og::cli
