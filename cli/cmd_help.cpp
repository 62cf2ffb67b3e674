// SPDX-License-Identifier: MIT
// `oldguard help` and `oldguard version`: the same as --help and --version.
#include "commands.hpp"
#include "files/output.hpp"
#include "find_command.hpp"
#include "kernels/chosen.hpp"
#include "kernels/instead.hpp"
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
        rows.push_back({std::string("  ") + op, kernel ? kernel->stem : instead_of(op, status)});
    }
    char processor[OG_CPU_IDENTITY_SIZE];
    og_cpu_identity(processor);
    rows.push_back({"  processor", processor});
    return fmt::format("oldguard {}\n{}", og_version(), aligned(rows));
}

void describe_help(Command &help) {
    auto words = std::make_shared<std::vector<std::string>>();
    help.add_operands("SUBCOMMAND", *words,
                      "A subcommand such as sum or des encrypt (default: the whole command)")
        ->offers([&help] {
            std::vector<std::string> names;
            for (const auto &sub : help.root().subcommands()) names.push_back(sub->name());
            return names;
        });
    help.footer("Exit status: 0 success; 2 an unknown subcommand.\n\n"
                "Examples:\n  oldguard help sum\n  oldguard help des encrypt");
    help.callback([&help, words] {
        const FoundCommand found = find_command(help.root(), *words);
        if (found.words < words->size()) {
            complain_usage(found.path, no_such_command(found, (*words)[found.words]));
            return exit_usage;
        }
        print(found.command->help());
        return exit_ok;
    });
}

void describe_version(Command &version) {
    version.footer("Exit status: 0 success; 2 an invalid OLDGUARD_* variable.");
    version.callback([] {
        if (config_is_wrong("version")) return exit_usage;
        print(version_text());
        return exit_ok;
    });
}

}  // namespace og::cli
