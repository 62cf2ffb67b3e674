// SPDX-License-Identifier: MIT
// The `oldguard` command.
#include "arguments.hpp"
#include "commands.hpp"
#include "files/output.hpp"
#include "text/messages.hpp"

#include <oldguard/oldguard.h>

#include <clocale>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>

namespace og::cli {
namespace {

constexpr const char *description =
    "SHA-1, Whirlpool, DES and Triple DES for the data that still lie under them.";

constexpr const char *main_footer =
    R"(Environment:
  OLDGUARD_KERNEL=OP=STEM,...        force kernels: sha1.blocks=sha1_c_ref
  OLDGUARD_CPU=-FEATURE,...          do without CPU features: -avx2,-shani
  OLDGUARD_POLICY=constant-time      refuse kernels whose time depends on the data
  OLDGUARD_TUNE=FILE                 the order that oldguard tune measured

Exit status: 0 all well; 1 something did not match or could not be read; 2 bad usage, or a wrong
  OLDGUARD_* variable.

Examples:
  oldguard sum -c SHA1SUMS
  oldguard des decrypt --cipher des-ede3 --mode cbc --key-file k.bin --iv 0001020304050607 IN OUT
  oldguard explain sha1.blocks)";

// A descriptor 0, 1 or 2 that the caller closed would go to the next file opened, and messages
// would end up in it. Such a one is opened the wrong way round instead: using it stays an error.
void occupy_standard_descriptors() {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

// The version, and which kernels serve here: what a report of a fault needs.
std::string version() {
    std::string text = fmt::format("oldguard {}", og_version());
    for (std::size_t i = 0; const char *op = og_op_at(i); i++) {
        int status = OG_OK;
        const og_kernel *kernel = og_kernel_for(op, 1 << 20, &status);
        text += fmt::format("\n  {:<16} {}", op, kernel ? kernel->stem : og_strerror(status));
    }
    return text;
}

// "sum", "des encrypt": the subcommand that the words reached, for messages.
std::string reached(const CLI::App &app) {
    std::string path;
    for (auto chain = app.get_subcommands(); !chain.empty();
         chain = chain.front()->get_subcommands())
        path += (path.empty() ? "" : " ") + chain.front()->get_name();
    return path;
}

int run(int argc, char **argv) {
    CLI::App app(description, "oldguard");
    app.footer(main_footer);
    app.require_subcommand(1);
    app.get_formatter()->column_width(28);
    app.set_version_flag("-V,--version", version, "Print the version and the kernels chosen here");
    int status = exit_ok;
    add_sum(app, status);
    add_des(app, status);
    add_pbkdf2(app, status);
    add_crypt(app, status);
    add_kernels(app, status);
    add_explain(app, status);
    add_check(app, status);
    add_bench(app, status);
    add_tune(app, status);
    add_completion(app, status);
    try {
        app.parse(protected_arguments(argc, argv));
    } catch (const CLI::Success &request) {  // --help, --version
        app.exit(request);
    } catch (const CLI::ParseError &error) {
        std::string path = reached(app);
        std::string command = path.empty() ? "oldguard" : "oldguard " + path;
        fmt::print(stderr, "{}: {}\nTry '{} --help' for more information.\n", command,
                   error.what(), command);
        status = exit_usage;
    }
    std::string path = reached(app);
    if (!close_stdout(path.substr(0, path.find(' '))) && status == exit_ok)
        status = exit_failed;
    return status;
}

}  // namespace
}  // namespace og::cli

int main(int argc, char **argv) {
    og::cli::occupy_standard_descriptors();
    std::setlocale(LC_CTYPE, "");      // which names can be printed as they are
    std::signal(SIGXFSZ, SIG_IGN);     // a file-size limit is an error to report, like a full disk
    try {
        return og::cli::run(argc, argv);
    } catch (const std::exception &error) {  // out of memory, above all
        std::fprintf(stderr, "oldguard: %s\n", error.what());
        return og::cli::exit_failed;
    }
}
