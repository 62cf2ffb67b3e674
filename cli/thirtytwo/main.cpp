// SPDX-License-Identifier: MIT
// The program `oldguard32`: the subcommands of `oldguard` that list, check and time kernels, for 32-bit code.
// It does not read the file of OLDGUARD_TUNE, which names 64-bit kernels.
#include "arguments.hpp"
#include "commands.hpp"
#include "files/output.hpp"
#include "os/process.hpp"
#include "text/messages.hpp"

#include <check/check.hpp>

#include <exception>

namespace og::cli {
namespace {

void describe_thirtytwo(Command &root) {
    root.add_subcommand("kernels", "List the kernels that can run on this machine, or all", describe_kernels);
    root.add_subcommand("check", "Check kernels against independent oracles", describe_check);
    root.add_subcommand("bench", "Measure the speed of every kernel and of other libraries", describe_bench);
}

int run_thirtytwo(const std::vector<std::string> &words) {
    Command root(program_name, "The kernels of oldguard as 32-bit code.", describe_thirtytwo);
    const FoundCommand found = find_command(root, words);
    int status = exit_usage;
    try {
        const Option *end = read_arguments(found, words);
        if (end != nullptr)
            print(end->answer());
        else if (found.words == 0)
            throw UsageError("missing subcommand; expected one of: " + subcommand_names(root));
        status = end != nullptr ? exit_ok : found.command->run();
    } catch (const UsageError &error) {
        complain_usage(found.path, printable(error.what()));
    }
    return close_stdout(found.path) || status != exit_ok ? status : exit_failed;
}

}  // namespace
}  // namespace og::cli

int main(int argc, char **argv) {
    og::cli::program_name = og::check::program_name = "oldguard32";
    if (!og::os::prepare_process()) return og::cli::exit_failed;
    try {
        return og::cli::run_thirtytwo({argv + (argc > 0), argv + argc});
    } catch (const std::exception &error) {
        og::cli::complain("", error.what());
        return og::cli::exit_failed;
    }
}
