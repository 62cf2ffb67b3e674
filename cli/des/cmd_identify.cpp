// SPDX-License-Identifier: MIT
// `oldguard des identify`: says what files are and what opens them.
#include "commands.hpp"
#include "files/input.hpp"
#include "files/output.hpp"
#include "identify.hpp"
#include "text/messages.hpp"

#include <memory>
#include <vector>

namespace og::cli {
namespace {

constexpr const char *identify_examples =
    R"(Prints a line for each FILE: its name, what it is, the cipher and the derivation that it declares,
and the command that opens it. The first MiB of a file is read, and nothing is decrypted but the 8 or 16
bytes of a VNC password. KEY, HEX, HASH, NAME and OUT stand for what only you know.

oldguard.cnf in a command is what oldguard provider prints. Without that file openssl works as well,
  with its own 3DES.

Exit status: 0 every file was read; 1 one was not; 2 bad usage.

Examples:
  oldguard des identify old/*)";

int run_identify(const std::vector<std::string> &files) {
    int status = exit_ok;
    std::vector<std::uint8_t> head;
    for (const std::string &name : files) {
        Input input(name);
        head.resize(identified_head);
        const ssize_t got = input.ok() ? input.fill(head.data(), head.size()) : -1;
        if (got < 0) {
            complain_errno("des", name, input.error());
            status = exit_failed;
            continue;
        }
        head.resize(static_cast<std::size_t>(got));
        const std::uint64_t size =
            head.size() < identified_head ? head.size() : input.regular_size().value_or(UINT64_MAX);
        // Programs take a name that begins with a hyphen for an option.
        const bool option = name != "-" && name.starts_with('-');
        const std::string shown = name == "-" ? "standard input" : shell_quoted(name);
        const Identity is = identify(head, size, shell_quoted(option ? "./" + name : name));
        if (!print(fmt::format("{}: {}; {}: {}\n", shown, is.what, is.declares, is.opens)))
            return exit_failed;
    }
    return status;
}

}  // namespace

void describe_des_identify(Command &identify) {
    auto files = std::make_shared<std::vector<std::string>>();
    identify.add_operands("FILE", *files, "Files to look at; - is standard input")->required();
    identify.footer(identify_examples);
    identify.callback([files] { return run_identify(*files); });
}

}  // namespace og::cli
