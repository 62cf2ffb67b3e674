// SPDX-License-Identifier: MIT
// `oldguard help` and `oldguard version`: the same as --help and --version.
#include "arguments.hpp"
#include "commands.hpp"
#include "files/output.hpp"
#include "find_command.hpp"
#include "text/messages.hpp"
#include "text/table.hpp"

#include <oldguard/oldguard.h>

#include <memory>

namespace og::cli {

std::string version_text() {
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; const char *op = og_op_at(i); i++) {
        int status = OG_OK;
        const og_kernel *kernel = og_kernel_for(op, 1 << 20, &status);
        rows.push_back({std::string("  ") + op, kernel ? kernel->stem : og_strerror(status)});
    }
    char processor[OG_CPU_IDENTITY_SIZE];
    og_cpu_identity(processor);
    rows.push_back({"  processor", processor});
    std::string text = fmt::format("oldguard {}\n{}", og_version(), aligned(rows));
    text.pop_back();  // the parser adds a line end
    return text;
}

void add_help(CLI::App &app, int &status) {
    CLI::App *help = app.add_subcommand("help", "Print the help of a subcommand");
    auto words = std::make_shared<std::vector<std::string>>();
    add_operands(*help, "SUBCOMMAND", *words,
                 "A subcommand such as sum or des encrypt (default: the whole command)");
    help->footer("Exit status: 0 success; 2 an unknown subcommand.\n\n"
                 "Examples:\n  oldguard help sum\n  oldguard help des encrypt");
    help->callback([&app, words, &status] {
        const FoundCommand found = find_command(app, *words);
        if (found.words < words->size()) {
            complain_usage(found.path, no_such_command(found, (*words)[found.words]));
            status = exit_usage;
            return;
        }
        print(app.get_formatter()->make_help(found.app,
                                             found.path.empty() ? "oldguard" : "oldguard " + found.path,
                                             CLI::AppFormatMode::Normal));
    });
}

void add_version(CLI::App &app, int &status) {
    CLI::App *version = app.add_subcommand(
        "version", "Print the version, the kernels selected on this machine and its processor");
    version->footer("Exit status: 0 success; 2 an invalid OLDGUARD_* variable.");
    version->callback([&status] {
        if (config_is_wrong("version"))
            status = exit_usage;
        else
            print(version_text() + '\n');
    });
}

}  // namespace og::cli
