// SPDX-License-Identifier: MIT
#include "tune_file.hpp"

#include "files/whole_file.hpp"
#include "text/quote.hpp"

#include <fmt/format.h>
#include <oldguard/kernels.h>

#include <cstdlib>

namespace og::cli {
namespace {

// oldguard tune writes some 5 KiB.
constexpr std::size_t largest = 1 << 20;

std::string not_followed;

void leave_aside(std::string_view why) {
    not_followed = fmt::format("OLDGUARD_TUNE: {}: the file is ignored and the default order used", why);
}

}  // namespace

void follow_tune_file() {
    const char *name = secure_getenv("OLDGUARD_TUNE");  // none where the caller has other rights
    if (name == nullptr || *name == '\0') return;
    const std::string shown = shell_quoted(name);
    std::string text;
    char why[200];
    if (const std::string wrong = read_whole_file(name, largest, text); !wrong.empty())
        leave_aside(fmt::format("{}: {}", shown, wrong));
    else if (og_set_order(text.data(), text.size(), why, sizeof why) != OG_OK)
        leave_aside(fmt::format("{}:{}", shown, printable(why)));
}

const std::string &tune_file_note() { return not_followed; }

}  // namespace og::cli
