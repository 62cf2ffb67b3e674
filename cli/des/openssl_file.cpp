// SPDX-License-Identifier: MIT
#include "openssl_file.hpp"

#include "base64_stream.hpp"
#include "des_padding.hpp"
#include "manifest/base64.hpp"
#include "os/file.hpp"
#include "other_format.hpp"
#include "plausible.hpp"
#include "text/bytes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

namespace og::cli {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::string_view mark = "Salted__", mark_in_base64 = "U2FsdGVkX1";
constexpr std::size_t salt_size = 8, header_size = mark.size() + salt_size;

// A derivation that a version of openssl used unless its user chose another, or a frequent choice.
struct Candidate {
    const char *digest;
    bool pbkdf2;
    const char *who;
};
constexpr Candidate candidates[] = {
    {"md5", false, "openssl before 1.1.0"},
    {"sha256", false, "openssl since 1.1.0"},
    {"sha256", true, "openssl since 1.1.1 with -pbkdf2"},
    {"sha1", false, "-md sha1"},
    {"sha512", false, "-md sha512"},
    {"sha512", true, "-pbkdf2 -md sha512"},
    {"sha1", true, "-pbkdf2 -md sha1"},
};

// In bits: what shows that a derivation is the right one, and what is beyond doubt even beside wrong padding.
constexpr double enough = 20, certain = 33;

bool begins_in_base64(Bytes head) {
    std::string_view text = text_of(head);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text.starts_with(mark_in_base64);
}

// Returns the last bytes of a regular file, at most 256.
std::vector<std::uint8_t> tail_of(const Input &input, std::uint64_t size) {
    std::vector<std::uint8_t> tail(static_cast<std::size_t>(std::min<std::uint64_t>(size, 256)));
    const ssize_t got =
        os::pread(input.fd(), tail.data(), tail.size(), static_cast<off_t>(size - tail.size()));
    if (got < 0 || static_cast<std::size_t>(got) < tail.size()) tail.clear();
    return tail;
}

// Returns the bytes of the last groups of a text, nothing if they are no base64.
std::vector<std::uint8_t> decoded_tail(const std::vector<std::uint8_t> &tail) {
    std::string digits;
    for (const std::uint8_t c : tail)
        if (c > ' ') digits += static_cast<char>(c);
    if (digits.size() < 48) return {};
    const auto bytes = base64_decoded(std::string_view(digits).substr(digits.size() - 48));
    return bytes ? std::vector<std::uint8_t>(bytes->begin(), bytes->end()) : std::vector<std::uint8_t>{};
}

}  // namespace

// Derives the keys of files that have a salt, if the derivation is named and has lanes.
void OpensslFile::prepare(std::span<const std::string> files) {
    prepared_.clear();
    if (!options_.derivation || !derives_in_lanes(*options_.derivation) || options_.no_salt || options_.salt)
        return;
    std::vector<Salt> salts;
    std::vector<std::span<std::uint8_t>> keys;
    for (const std::string &file : files) {
        os::Status status;
        if (os::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
        std::array<char, 24> head{};  // whole groups of base64
        Input input(file);
        if (!input.ok() || input.fill(head.data(), head.size()) < 0) continue;
        std::string text(head.data(), head.size());
        if (text.starts_with(mark_in_base64)) text = base64_decoded(text).value_or("");
        if (!text.starts_with(mark)) continue;
        Salt salt;
        std::copy_n(text.begin() + mark.size(), salt_size, salt.begin());
        if (const auto [place, is_new] = prepared_.try_emplace(salt); is_new) {
            salts.push_back(salt);
            keys.emplace_back(place->second.bytes);
        }
    }
    if (!derive_many(*options_.derivation, Bytes(password_.text.data(), password_.size), salts, keys))
        prepared_.clear();
}

// What a derivation can be tried on.
struct OpensslFile::Seen {
    std::string name;                // of the input, for messages
    std::vector<std::uint8_t> head;  // the first bytes of the ciphertext
    std::vector<std::uint8_t> end;   // its last two blocks, or the IV's place and one block; empty if unknown
    bool first_is_last = false;      // the ciphertext has one block
};

Bytes OpensslFile::salt() const { return options_.no_salt ? Bytes() : Bytes(salt_); }

std::string OpensslFile::set_key(const Derivation &derivation, DesWork &work) const {
    const std::size_t key_size = og_des_key_size(work.cipher);
    Secret<sizeof work.key.bytes + block_size> both;
    const std::size_t size = key_size + (work.mode == OG_ECB ? 0 : block_size);
    std::string wrong;
    if (const auto ready = prepared_.find(salt_); ready != prepared_.end())
        std::copy_n(ready->second.data(), size, both.data());
    else
        wrong = derive(derivation, Bytes(password_.text.data(), password_.size), salt(),
                       std::span(both.bytes).first(size));
    std::copy_n(both.data(), key_size, work.key.data());
    if (work.mode != OG_ECB && !options_.keep_iv)
        std::copy_n(both.data() + key_size, block_size, work.iv.data());
    return wrong;
}

namespace {

// What a derivation makes of the ciphertext.
struct Trial {
    Derivation derivation;
    const char *who;
    bool padding_known = false, padding_right = false;
    double bits = 0;  // of the shape and the padding
    Shape shape;
};

// Returns the blocks of ECB that differ from those before them, and the last one. Any key makes data that
// repeat of ciphertext that does.
std::vector<std::uint8_t> without_repetitions(const std::vector<std::uint8_t> &blocks) {
    std::set<std::string_view> seen;
    std::vector<std::uint8_t> kept;
    for (std::size_t at = 0; at + block_size <= blocks.size(); at += block_size) {
        const Bytes block = Bytes(blocks).subspan(at, block_size);
        if (seen.insert(text_of(block)).second || at + 2 * block_size > blocks.size())
            kept.insert(kept.end(), block.begin(), block.end());
    }
    return kept;
}

// Decrypts the bytes that were seen with the key of work.
void decrypt_seen(const DesWork &work, const std::vector<std::uint8_t> &head,
                  const std::vector<std::uint8_t> &end, bool first_is_last, Trial &trial) {
    const bool blocks = work.mode == OG_ECB || work.mode == OG_CBC;
    const auto decrypt = [&](const std::uint8_t *iv, const std::uint8_t *from, std::size_t size,
                             std::uint8_t *to) {
        return og_des_crypt(work.cipher, work.mode, OG_DECRYPT, work.key.data(), og_des_key_size(work.cipher),
                            iv, work.mode == OG_ECB ? 0 : block_size, OG_DES_CHECK_NONE, to, from,
                            size) == OG_OK;
    };
    std::size_t padding = 0;
    if (blocks && !end.empty() && work.padding != Padding::none) {
        Secret<block_size> last;
        trial.padding_known = decrypt(first_is_last ? work.iv.data() : end.data(), end.data() + block_size,
                                      block_size, last.data());
        const int rest = unpadded(work.padding, last.data());
        trial.padding_right = rest >= 0;
        if (rest >= 0) padding = block_size - static_cast<std::size_t>(rest);
    }
    std::vector<std::uint8_t> plain(blocks ? head.size() / block_size * block_size : head.size());
    if (!plain.empty() && decrypt(work.iv.data(), head.data(), plain.size(), plain.data())) {
        // The padding is no part of the text.
        const bool to_the_end =
            first_is_last ||
            (blocks && end.size() == 2 * block_size && head.size() >= 2 * block_size &&
             std::memcmp(head.data() + head.size() - 2 * block_size, end.data(), end.size()) == 0);
        trial.shape = shape_of(Bytes(plain).first(plain.size() - (to_the_end ? padding : 0)));
    }
    // Only the last byte of ISO 10126 is known, to be 1 to 8.
    trial.bits =
        trial.shape.bits + (work.padding == Padding::iso10126 ? 5 : 8 * static_cast<double>(padding));
    os::wipe(plain.data(), plain.size());
}

std::string described(const Trial &trial) {
    return fmt::format("{} ({})", trial.derivation.options(), trial.who);
}

}  // namespace

// Sets the key of work by the derivation that is named, or by the one that gives plausible data. Returns ""
// or an error message.
std::string OpensslFile::choose(const Seen &seen, DesWork &work) {
    work.guess.clear();
    if (seen.head.empty()) return "";  // an empty stream, or padded data that lack their block
    std::vector<Trial> trials;
    if (options_.derivation) {
        trials.push_back({*options_.derivation, "named", false, false, 0, {}});
    } else {
        for (const Candidate &each : candidates)
            trials.push_back({{each.digest, each.pbkdf2, each.pbkdf2 ? default_iterations : 1},
                              each.who,
                              false,
                              false,
                              0,
                              {}});
        // Files that come together often have one derivation.
        std::ranges::stable_partition(trials, [&](const Trial &trial) { return trial.who == last_; });
    }
    std::string missing;
    const auto too_many = [&](const Trial &trial) {
        return trial.derivation.iterations > options_.most_iterations;
    };
    if (std::erase_if(trials, too_many) > 0) missing = "those with more than --most-iterations are not tried";
    for (Trial &trial : trials) {
        const std::string wrong = set_key(trial.derivation, work);
        if (!wrong.empty() && options_.derivation) return fmt::format("{}: {}", seen.name, wrong);
        if (wrong.empty())
            decrypt_seen(work, seen.head, seen.end, seen.first_is_last, trial);
        else
            missing = wrong;
        if (!wrong.empty()) trial.padding_known = true;  // and wrong: it cannot be chosen
        if (trial.bits >= certain && (trial.padding_right || !trial.padding_known)) {
            trials = {Trial(trial)};  // the others would take the time of PBKDF2
            break;
        }
    }
    std::ranges::stable_sort(trials, std::greater(), &Trial::bits);
    const Trial best = trials.empty() ? Trial{} : trials.front();
    if (best.shape.bits >= certain && best.padding_known && !best.padding_right)
        return fmt::format(
            "{}: {} gives {}, but no padding at its end: truncated or damaged data, or another padding "
            "(--padding none)",
            seen.name, best.derivation.options(), best.shape.what);
    std::erase_if(trials, [](const Trial &trial) { return trial.padding_known && !trial.padding_right; });
    if (options_.derivation) {
        if (trials.empty())
            return fmt::format("{}: bad {} padding: wrong password, derivation, cipher or mode, or truncated "
                               "or damaged data",
                               seen.name, padding_names[static_cast<std::size_t>(work.padding)]);
        return "";
    }
    const std::string_view then = "name the derivation: --digest, --pbkdf2, --iterations";
    if (trials.empty())
        return fmt::format(
            "{}: no derivation that openssl uses by itself gives right padding: wrong password, cipher "
            "or mode, truncated or damaged data, or {}{}",
            seen.name, then, missing.empty() ? "" : " (" + missing + ")");
    const bool padded = (work.mode == OG_ECB || work.mode == OG_CBC) && work.padding != Padding::none;
    const bool unseen = padded && std::ranges::none_of(trials, &Trial::padding_known);
    const double second = trials.size() > 1 ? trials[1].bits : 0;
    const bool shown = trials[0].bits >= enough && trials[0].bits - second >= enough / 2;
    const bool only = trials.size() == 1 && trials[0].padding_known;
    if (!shown && !only)
        return fmt::format("{}: {} show which derivation is right: wrong password, or {}{}", seen.name,
                           unseen ? "the padding is not seen before the end of a pipe, and the data do not"
                                  : "neither padding nor the data",
                           then, missing.empty() ? "" : " (" + missing + ")");
    if (!shown) work.guess = described(trials[0]);
    last_ = trials[0].who;
    say_(fmt::format("{}: the derivation is {}{}", seen.name, described(trials[0]),
                     shown ? fmt::format(", which gives {}", trials[0].shape.bits >= enough
                                                                 ? trials[0].shape.what
                                                                 : "right padding")
                           : ": a guess, only the padding shows it"));
    return set_key(trials[0].derivation, work);
}

std::string OpensslFile::open(Input &input, const std::string &name, DesWork &work,
                              std::unique_ptr<ByteSource> &inner) {
    const bool header = !options_.no_salt && !options_.salt;
    std::vector<std::uint8_t> head(format_head);
    ssize_t got = input.peek(head.data(), head.size());
    if (got < 0) return fmt::format("{}: {}", name, input.why());
    head.resize(static_cast<std::size_t>(got));
    const std::vector<std::uint8_t> first = head;
    Base64Source *decoder = nullptr;
    if (options_.base64 != Base64::no || (header && begins_in_base64(head))) {
        inner = std::make_unique<Base64Source>(input);
        decoder = static_cast<Base64Source *>(inner.get());
        head.resize(format_head);
        got = decoder->peek(head.data(), head.size());
        if (got < 0) return fmt::format("{}: {}", name, decoder->why());
        head.resize(static_cast<std::size_t>(got));
    }
    const bool whole = head.size() < format_head;
    const bool salted = text_of(head).starts_with(mark);
    if (header && first.empty()) return fmt::format("{}: empty, no file of openssl enc", name);
    if (header && !salted) {
        const auto format = other_format(first, input.regular_size().value_or(UINT64_MAX));
        return fmt::format(
            "{}: offset 0: {}, but {}", name, "no \"Salted__\", with which files of openssl enc begin",
            format ? "this is " + format->what : "bare ciphertext, or openssl enc -nosalt (--no-salt)");
    }
    if (!header && salted) return fmt::format("{}: offset 0: \"Salted__\": the salt is in the file", name);
    if (header) {
        if (head.size() < header_size)
            return fmt::format("{}: {} bytes, too short for \"Salted__\" and a salt", name, head.size());
        std::copy_n(head.begin() + mark.size(), salt_size, salt_.begin());
        std::array<std::uint8_t, header_size> skipped;
        if ((decoder != nullptr ? decoder->fill(skipped.data(), skipped.size())
                                : input.fill(skipped.data(), skipped.size())) < 0)
            return fmt::format("{}: {}", name, input.why());
        head.erase(head.begin(), head.begin() + header_size);
    } else if (options_.salt) {
        salt_ = *options_.salt;
    }
    const auto file_size = input.regular_size();
    const std::uint64_t size = whole                             ? head.size()
                               : file_size && decoder == nullptr ? *file_size - (header ? header_size : 0)
                                                                 : 0;  // not known
    if ((work.mode == OG_ECB || work.mode == OG_CBC) && size % block_size != 0)
        return fmt::format(
            "{}: {} bytes is not a multiple of the block size 8: truncated, or encrypted in another mode",
            name, size);
    Seen seen{name, std::move(head), {}, false};
    std::vector<std::uint8_t> tail = seen.head;
    if (!whole) {
        tail = file_size ? tail_of(input, *file_size) : std::vector<std::uint8_t>{};
        if (decoder != nullptr) tail = decoded_tail(tail);
    }
    if (tail.size() == block_size) tail.insert(tail.begin(), block_size, 0);
    if (tail.size() >= 2 * block_size) seen.end.assign(tail.end() - 2 * block_size, tail.end());
    seen.first_is_last = whole && seen.head.size() == block_size;
    if (work.mode == OG_ECB) seen.head = without_repetitions(seen.head);
    return choose(seen, work);
}

std::string OpensslFile::begin(DesWork &work, Sink &output, std::unique_ptr<Sink> &outer) {
    Sink *sink = &output;
    if (options_.base64 != Base64::no) {
        outer = std::make_unique<Base64Sink>(output, options_.base64 == Base64::lines);
        sink = outer.get();
    }
    if (options_.salt)
        salt_ = *options_.salt;
    else if (!options_.no_salt && !os::fill_random(salt_.data(), salt_.size()))
        return fmt::format("no random salt: {}", std::strerror(errno));
    const std::string wrong =
        set_key(options_.derivation.value_or(Derivation{"sha256", true, default_iterations}), work);
    if (wrong.empty() && !options_.no_salt && !options_.salt &&
        !(sink->write(mark.data(), mark.size()) && sink->write(salt_.data(), salt_.size())))
        return sink->complaint();
    return wrong;
}

}  // namespace og::cli
