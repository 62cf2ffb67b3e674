// SPDX-License-Identifier: MIT
// Passwords from a file and from standard input.
#include "fuzz.hpp"

#include <cli/passwords/password.hpp>

#include <memory>
#include <optional>
#include <unistd.h>

namespace og::fuzz {
namespace {

// Returns the password: the first line of standard input or all of a file, without one line feed at
// the end.
std::optional<std::string> model(std::string text, bool from_stdin) {
    if (text.empty()) return std::nullopt;
    if (from_stdin && text.find('\n') != std::string::npos) text.resize(text.find('\n') + 1);
    if (text.ends_with('\n')) text.pop_back();
    return text.size() > cli::Password::most ? std::nullopt : std::optional(text);
}

void check_password(const std::string &file, const std::optional<std::string> &want) {
    const auto password = std::make_unique<cli::Password>();
    expect(cli::read_password("fuzz", file, *password) == want.has_value(), "whether there is one");
    if (want)
        expect(std::string(password->text.bytes.begin(),
                           password->text.bytes.begin() + static_cast<std::ptrdiff_t>(password->size)) ==
                   *want,
               "the password");
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    // Lengths about the limit are filled up.
    const std::size_t fill =
        input.ConsumeBool() ? input.ConsumeIntegralInRange<std::size_t>(65400, 65540) : 0;
    const std::string text = std::string(fill, 'x') + input.ConsumeRemainingBytesAsString();

    static MemoryFile file;
    static const bool is_stdin = dup2(file.descriptor(), STDIN_FILENO) == STDIN_FILENO;
    expect(is_stdin, "dup2");
    file.write(text);
    check_password(file.name(), model(text, false));
    file.write(text);
    check_password("", model(text, true));
    return 0;
}
