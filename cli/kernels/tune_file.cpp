// SPDX-License-Identifier: MIT
#include "tune_file.hpp"

#include "files/whole_file.hpp"
#include "os/process.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>
#include <oldguard/kernels.h>

namespace og::cli {
namespace {

// In bytes. oldguard tune writes about 5 KiB.
constexpr std::size_t largest = 1 << 20;

std::string ignored_note;

void ignore_file(std::string_view why) {
    ignored_note = fmt::format("OLDGUARD_TUNE: {}: the file is ignored and the default order used", why);
}

}  // namespace

void apply_tune_file() {
    const std::string name = os::trusted_environment("OLDGUARD_TUNE");
    if (name.empty()) return;
    const std::string shown = shell_quoted(name);
    std::string text;
    char why[200];
    if (const std::string wrong = read_whole_file(name.c_str(), largest, text); !wrong.empty())
        ignore_file(fmt::format("{}: {}", shown, wrong));
    else if (og_set_order(text.data(), text.size(), why, sizeof why) != OG_OK)
        ignore_file(fmt::format("{}:{}", shown, printable(why)));
}

const std::string &tune_file_note() { return ignored_note; }

}  // namespace og::cli
