// SPDX-License-Identifier: MIT
#include "file_to_file.hpp"

#include "exit_status.hpp"
#include "other_format.hpp"
#include "text/messages.hpp"

namespace og::cli {

std::string refuse_other_format(Input &input, const std::string &name) {
    std::array<std::uint8_t, format_head> head{};
    const ssize_t got = input.peek(head.data(), head.size());
    if (got < 0) return fmt::format("{}: {}", name, std::strerror(input.error()));
    const auto read = static_cast<std::size_t>(got);
    const std::uint64_t size = read < head.size() ? read : input.regular_size().value_or(UINT64_MAX);
    const std::optional<OtherFormat> format = other_format(std::span(head).first(read), size);
    if (!format) return "";
    return fmt::format("{}: this is {}, not bare ciphertext: {} (--raw decrypts it as it is)", name,
                       format->what, format->advice);
}

FileToFile::FileToFile(const DesOptions &options)
    : input(options.in), name(options.in == "-" ? "standard input" : shell_quoted(options.in)) {
    if (!input.ok()) {
        complain_errno("des", options.in, input.error());
        return;
    }
    input.will_be_long();
    output.emplace(options.out, input.permissions());
    if (output->ok())
        progress.emplace(options.show_beside_output(), options.in == "-" ? name : options.in, input.size());
    else
        complain("des", output->complaint());
}

int FileToFile::finish(const std::string &wrong) {
    progress->finish();
    if (wrong.empty() && output->commit()) return exit_ok;
    complain("des", wrong.empty() ? output->complaint() : wrong + output->too_late());
    return exit_failed;
}

}  // namespace og::cli
