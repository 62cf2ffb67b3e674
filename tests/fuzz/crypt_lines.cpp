// SPDX-License-Identifier: MIT
// The lines of `oldguard crypt --lines` against libcrypt. It takes at most 512 characters, which only a long
// input has in one password of BSDi's form.
#include "fuzz.hpp"
#include "libcrypt.hpp"

#include <cli/exit_status.hpp>
#include <cli/passwords/crypt_lines.hpp>

#include <cstdio>
#include <optional>
#include <unistd.h>

namespace og::fuzz {
namespace {

constexpr std::size_t longest = 65535;
constexpr std::uint64_t most_iterations = 3000;

// Returns the output for a text of less than a batch. A line that is wrong leaves nothing.
std::optional<std::string> model(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t colon = line.find(':');
        if (line.size() > longest || colon == line.npos || line.find('\0') != line.npos) return std::nullopt;
        const std::string setting(line.substr(0, colon));
        const std::string hash = setting.starts_with('_')
                                     ? libcrypt_bsdi_hash(line.substr(colon + 1), setting, most_iterations)
                                     : libcrypt_hash(line.substr(colon + 1), setting);
        if (hash.empty()) return std::nullopt;
        out += hash + '\n';
    }
    return out;
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    choose_kernels(input, {"des."});
    // A good line is repeated, so that there are enough for the lanes, or made as long as may be.
    const std::size_t times = input.ConsumeIntegralInRange<std::size_t>(0, 300);
    const std::size_t fill =
        input.ConsumeBool() ? input.ConsumeIntegralInRange<std::size_t>(65500, 65540) : 0;
    std::string text;
    for (std::size_t i = 0; i < times; i++) text += "ab:word" + std::to_string(i) + '\n';
    text += input.ConsumeRemainingBytesAsString();
    const std::size_t last = text.rfind('\n') + 1;
    if (!std::string_view(text).substr(last).starts_with('_')) text += std::string(fill, 'x');

    static MemoryFile in, out;
    static const bool is_stdout = dup2(out.descriptor(), STDOUT_FILENO) == STDOUT_FILENO;
    expect(is_stdout, "dup2");
    in.write(text);
    out.write("");
    const int status = og::cli::crypt_lines(in.name(), most_iterations);
    const auto want = model(text);
    expect(status == (want ? og::cli::exit_ok : og::cli::exit_failed), "exit status");
    expect(out.read() == want.value_or(""), "output");
    return 0;
}
