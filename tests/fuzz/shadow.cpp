// SPDX-License-Identifier: MIT
// `oldguard crypt --shadow` on password files, of right hashes and arbitrary lines, against libcrypt.
#include "fuzz.hpp"
#include "libcrypt.hpp"

#include <cli/exit_status.hpp>
#include <cli/passwords/crypt_verify.hpp>
#include <cli/text/quote.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <unistd.h>

namespace og::fuzz {
namespace {

constexpr std::string_view digits = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::uint64_t most_iterations = 2000;

// Returns the hash of a password under the salt of a hash of the DES-based crypt(3), of BSDi's form or of
// bigcrypt, or "" for anything else.
std::string hashed(const std::string &password, const std::string &hash) {
    if (hash.starts_with('_'))
        return hash.size() == 20 && hash.find_first_not_of(digits, 1) == hash.npos
                   ? libcrypt_bsdi_hash(password, hash, most_iterations)
                   : "";
    if (hash.size() < 13 || (hash.size() - 2) % 11 != 0 || hash.size() > 2 + 16 * 11 ||
        hash.find_first_not_of(digits) != hash.npos)
        return "";
    const std::size_t segments = (hash.size() - 2) / 11,
                      given = std::clamp<std::size_t>((password.size() + 7) / 8, 1, 16);
    // One segment hashes the beginning of any password. More are as many as the password has.
    if (segments > 1 && given != segments) return "";
    std::string text = hash.substr(0, 2), salt = text;
    for (std::size_t i = 0; i < segments; i++) {
        const std::size_t at = std::min(8 * i, password.size());
        const std::string part = libcrypt_hash(password.substr(at, 8), salt).substr(2);
        text += part;
        salt = part.substr(0, 2);
    }
    return text;
}

// Returns the names that are printed, nothing for a file that is refused.
std::optional<std::string> model(const std::string &password, std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty() || line.front() == '#') continue;
        const std::size_t colon = line.find(':');
        if (colon == line.npos) return std::nullopt;
        const std::string_view rest = line.substr(colon + 1);
        const std::string hash(rest.substr(0, rest.find(':')));
        if (!hash.empty() && hashed(password, hash) == hash)
            out += cli::shell_quoted(std::string(line.substr(0, colon))) + '\n';
    }
    return out;
}

// Returns a setting with few iterations.
std::string take_setting(Input &input) {
    const auto digit = [&] { return digits[input.ConsumeIntegralInRange<std::size_t>(0, 63)]; };
    switch (input.ConsumeIntegralInRange(0, 3)) {
    case 0:
        return {'_',     digit(), digits[input.ConsumeIntegralInRange<std::size_t>(0, 40)],
                '.',     '.',     digit(),
                digit(), digit(), digit()};
    default:
        return {digit(), digit()};
    }
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    choose_kernels(input, {"des."});
    const std::string password = input.ConsumeRandomLengthString(140).c_str();
    std::string text;
    for (std::size_t i = input.ConsumeIntegralInRange<std::size_t>(0, 12); i > 0; i--) {
        // The right hash of a form, perhaps with one wrong character, or any text.
        std::string hash;
        if (input.ConsumeBool()) {
            const std::string setting = take_setting(input);
            const std::size_t segments = setting.size() > 2 || input.ConsumeBool()
                                             ? 1
                                             : std::clamp<std::size_t>((password.size() + 7) / 8, 1, 16);
            hash = hashed(password, setting + std::string(11 * segments, '.'));
            if (!hash.empty() && input.ConsumeBool())
                hash[input.ConsumeIntegralInRange<std::size_t>(0, hash.size() - 1)] =
                    input.ConsumeIntegral<char>();
        } else {
            hash = input.ConsumeRandomLengthString(30);
        }
        text += input.ConsumeRandomLengthString(6) + (input.ConsumeBool() ? ":" : "") + hash +
                input.PickValueInArray({"\n", ":1:\n", "\r\n", "", ":"});
    }
    text += input.ConsumeRemainingBytesAsString();

    static MemoryFile in, out;
    static const bool is_stdout = dup2(out.descriptor(), STDOUT_FILENO) == STDOUT_FILENO;
    expect(is_stdout, "dup2");
    in.write(text);
    out.write("");
    const auto given = std::make_unique<og::cli::Password>();
    std::copy(password.begin(), password.end(), given->text.data());
    given->size = password.size();
    std::string read;
    const int status = og::cli::verify_shadow(in.name(), most_iterations, *given, read);
    const auto want = model(password, text);
    expect(status == (want && !want->empty() ? og::cli::exit_ok : og::cli::exit_failed), "exit status");
    expect(out.read() == want.value_or(""), "output");
    return 0;
}
