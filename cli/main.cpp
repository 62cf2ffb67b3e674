// SPDX-License-Identifier: MIT
// The `oldguard` command.
#include "arguments.hpp"
#include "commands.hpp"
#include "files/output.hpp"
#include "files/remove_on_signal.hpp"
#include "find_command.hpp"
#include "kernels/tune_file.hpp"
#include "text/messages.hpp"

#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <new>
#include <sstream>
#include <unistd.h>

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
// would end up in it. The root directory takes its place, as a mere path: reading and writing stay
// errors. It is there even where /dev/null is not.
void occupy_standard_descriptors() {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/", O_PATH) != fd)
            std::_Exit(exit_failed);
}

// Says whether the words name a subcommand, or have an option in its place. Complains if not.
bool names_a_command(const FoundCommand &found, const std::vector<std::string> &words) {
    const std::string names = subcommand_names(*found.app);
    if (names.empty())
        return true;
    if (found.words == words.size()) {
        complain_usage(found.path,
                       fmt::format("a subcommand is needed: {}\n"
                                   "Usage: oldguard{}{} SUBCOMMAND [OPTION]... [OPERAND]...",
                                   names, found.path.empty() ? "" : " ", found.path));
        return false;
    }
    const std::string &word = words[found.words];
    if (word.starts_with('-') && word != "-" && word != "--")
        return true;
    complain_usage(found.path, no_such_command(found, word));
    return false;
}

int run(int argc, char **argv) {
    follow_tune_file();
    CLI::App app(description, "oldguard");
    app.footer(main_footer);
    app.require_subcommand(1);
    app.get_formatter()->column_width(28);
    app.set_version_flag("-V,--version", version_text,
                         "Print the version and the kernels chosen here");
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
    add_help(app, status);
    add_version(app, status);
    const std::vector<std::string> words(argv + std::min(1, argc), argv + argc);
    const FoundCommand found = find_command(app, words);
    const std::string command = found.path.substr(0, found.path.find(' '));
    try {
        if (names_a_command(found, words))
            app.parse(parser_words(found, words));
        else
            status = exit_usage;
    } catch (const CLI::Success &request) {  // --help, --version
        std::ostringstream text;
        app.exit(request, text);
        print(text.str());
    } catch (const CLI::FileError &error) {
        complain(command, error.what());
        status = exit_failed;
    } catch (const CLI::ParseError &error) {
        complain_usage(found.path, printable(error.what()));
        status = exit_usage;
    }
    if (!close_stdout(command) && status == exit_ok)
        status = exit_failed;
    return status;
}

// Ends the program where memory runs out. An exception would not do: CLI11 and the JSON library also
// allocate where none may leave, and a stream catches it and goes on without the rest of its text.
[[noreturn]] void end_out_of_memory() {
    remove_at_once();
    std::fputs("oldguard: out of memory\n", stderr);
    _exit(exit_failed);
}

}  // namespace
}  // namespace og::cli

int main(int argc, char **argv) {
    og::cli::occupy_standard_descriptors();
    std::setlocale(LC_CTYPE, "");      // which names can be printed as they are
    std::signal(SIGXFSZ, SIG_IGN);     // a file-size limit is an error to report, like a full disk
    std::set_new_handler(og::cli::end_out_of_memory);
    try {
        return og::cli::run(argc, argv);
    } catch (const std::bad_alloc &) {  // of memory that does not come from new
        og::cli::end_out_of_memory();
    } catch (const std::exception &error) {
        std::fprintf(stderr, "oldguard: %s\n", error.what());
        return og::cli::exit_failed;
    }
}
