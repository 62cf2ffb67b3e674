// SPDX-License-Identifier: MIT
#include "crypt_lines.hpp"

#include "crypt_setting.hpp"
#include "exit_status.hpp"
#include "files/input.hpp"
#include "files/output.hpp"
#include "secret.hpp"
#include "text/messages.hpp"

#include <oldguard/status.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

namespace og::cli {
namespace {

constexpr std::size_t longest = 65535;  // bytes of a line
using Text = Secret<16 * (longest + 1)>;

// Returns whether a line, or the part of it that was read, is too long. Prints an error then.
bool is_too_long(const std::uint8_t *begin, const std::uint8_t *end) {
    if (static_cast<std::size_t>(end - begin) <= longest) return false;
    complain("crypt", fmt::format("a line of more than {} bytes", longest));
    return true;
}

// A batch of lines in the form that the library expects.
class Batch {
public:
    explicit Batch(std::uint64_t most) : most_(most) {}

    // Splits a line in place into two C strings. Prints the reason and returns false if it is invalid.
    bool add(std::uint8_t *begin, std::uint8_t *end) {
        const std::size_t number = done_ + settings_.size() + 1;
        std::uint8_t *colon = std::find(begin, end, ':');
        if (colon == end || std::find(begin, end, 0) != end) {
            complain("crypt",
                     fmt::format("line {}: {}", number,
                                 colon == end ? "no colon after the salt"
                                              : "it contains a NUL byte, which ends a password in crypt(3)"));
            return false;
        }
        *colon = *end = 0;
        // hash() finds what is wrong with other salts.
        const char *setting = reinterpret_cast<const char *>(begin);
        if (const std::string why = is_bsdi(setting) ? refused_setting(setting, most_) : ""; !why.empty()) {
            complain("crypt", fmt::format("line {}: the salt: {}", number, why));
            return false;
        }
        settings_.push_back(reinterpret_cast<const char *>(begin));
        passwords_.push_back(reinterpret_cast<const char *>(colon + 1));
        return true;
    }

    // Hashes the lines, prints the hashes and clears the batch. Returns false after an error.
    bool hash() {
        std::vector<std::string> hashes;
        std::size_t bad;
        if (const int status = hash_passwords(passwords_, settings_, hashes, bad); status != OG_OK) {
            const std::string why = hash_error(status);
            complain("crypt",
                     bad < settings_.size() ? fmt::format("line {}: {}", done_ + bad + 1, why) : why);
            return false;
        }
        std::string text;
        for (const std::string &hash : hashes) text.append(hash).push_back('\n');
        done_ += settings_.size();
        settings_.clear();
        passwords_.clear();
        return print(text);
    }

private:
    std::vector<const char *> settings_, passwords_;
    std::uint64_t most_;
    std::size_t done_ = 0;  // lines hashed so far
};

}  // namespace

int crypt_lines(const std::string &file, std::uint64_t most) {
    Input input(file.empty() ? "-" : file);
    if (!input.ok()) {
        complain_errno("crypt", file, input.error());
        return exit_failed;
    }
    const auto text = std::make_unique<Text>();
    Batch batch(most);
    std::size_t held = 0;
    for (bool ended = false; !ended;) {
        const std::size_t room =
            text->bytes.size() - 1 - held;  // one byte for a missing line feed at the end
        const ssize_t got = input.fill(text->data() + held, room);
        if (got < 0) {
            complain_errno("crypt", file.empty() ? "standard input" : file, input.error());
            return exit_failed;
        }
        std::uint8_t *at = text->data(), *end = at + held + got;
        ended = static_cast<std::size_t>(got) < room;
        if (ended && end != at && end[-1] != '\n') *end++ = '\n';
        for (std::uint8_t *stop; (stop = std::find(at, end, '\n')) != end; at = stop + 1)
            if (is_too_long(at, stop) || !batch.add(at, stop)) return exit_failed;
        if (!batch.hash()) return exit_failed;
        if (is_too_long(at, end)) return exit_failed;
        held = static_cast<std::size_t>(end - at);
        std::memmove(text->data(), at, held);
    }
    return exit_ok;
}

}  // namespace og::cli
