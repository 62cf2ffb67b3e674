// SPDX-License-Identifier: MIT
#include "bare.hpp"

#include "other_format.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace og::cli {
namespace {

// Returns why an input is no bare ciphertext, or "". Reads the first bytes, which the input then delivers
// again.
std::string refuse_other_format(Input &input, const std::string &name) {
    std::array<std::uint8_t, format_head> head{};
    const ssize_t got = input.peek(head.data(), head.size());
    if (got < 0) return fmt::format("{}: {}", name, input.why());
    const auto read = static_cast<std::size_t>(got);
    const std::uint64_t size = read < head.size() ? read : input.regular_size().value_or(UINT64_MAX);
    const std::optional<OtherFormat> format = other_format(std::span(head).first(read), size);
    if (!format) return "";
    return fmt::format("{}: this is {}, not bare ciphertext: {} (--raw decrypts it as it is)", name,
                       format->what, format->advice);
}

}  // namespace

std::string Bare::open(Input &input, const std::string &name, DesWork &work, std::unique_ptr<ByteSource> &) {
    if (std::string why = raw_ ? "" : refuse_other_format(input, name); !why.empty()) return why;
    if (!iv_first_) return "";
    const ssize_t got = input.fill(work.iv.data(), work.iv.size());
    if (got < 0) return fmt::format("{}: {}", name, input.why());
    return static_cast<std::size_t>(got) < work.iv.size()
               ? fmt::format("{}: {} bytes, too short for an IV", name, got)
               : "";
}

std::string Bare::begin(DesWork &work, Sink &output, std::unique_ptr<Sink> &) {
    if (!iv_first_) return "";
    if (!os::fill_random(work.iv.data(), work.iv.size()))
        return fmt::format("no random IV: {}", std::strerror(errno));
    return output.write(work.iv.data(), work.iv.size()) ? "" : output.complaint();
}

}  // namespace og::cli
