// SPDX-License-Identifier: MIT
#include "application.hpp"

#include "arguments.hpp"
#include "commands.hpp"
#include "files/output.hpp"
#include "text/messages.hpp"

#include <sstream>

namespace og::cli {
namespace {

constexpr const char *description = "SHA-1, Whirlpool, DES and Triple DES for existing data.";

constexpr const char *main_footer =
    R"(Environment:
  OLDGUARD_KERNEL=OP=STEM,...        force kernels, for example sha1.blocks=sha1_c_ref
  OLDGUARD_CPU=-FEATURE,...          hide CPU features, for example -avx2,-shani
  OLDGUARD_POLICY=constant-time      refuse kernels whose time depends on the data
  OLDGUARD_TUNE=FILE                 use the kernel order that oldguard tune wrote

Exit status: 0 success; 1 a mismatch, or an input or output error; 2 bad usage, or an invalid
  OLDGUARD_* variable.

Examples:
  oldguard sum -c SHA1SUMS
  oldguard des decrypt --cipher des-ede3 --mode cbc --key-file k.bin --iv 0001020304050607 IN OUT
  oldguard explain sha1.blocks)";

// Returns whether the words name a subcommand or have an option in its place. Prints an error if not.
bool names_a_command(const FoundCommand &found, const std::vector<std::string> &words) {
    const std::string names = subcommand_names(*found.app);
    if (names.empty()) return true;
    if (found.words == words.size()) {
        complain_usage(found.path, fmt::format("missing subcommand; expected one of: {}\n"
                                               "Usage: oldguard{}{} SUBCOMMAND [OPTION]... [OPERAND]...",
                                               names, found.path.empty() ? "" : " ", found.path));
        return false;
    }
    const std::string &word = words[found.words];
    if (word.starts_with('-') && word != "-" && word != "--") return true;
    complain_usage(found.path, no_such_command(found, word));
    return false;
}

}  // namespace

void build_application(CLI::App &app, int &status) {
    app.name("oldguard");
    app.description(description);
    app.footer(main_footer);
    app.require_subcommand(1);
    app.get_formatter()->column_width(28);
    app.set_version_flag("-V,--version", version_text,
                         "Print the version, the kernels selected on this machine and its processor");
    add_sum(app, status);
    add_audit(app, status);
    add_fixity(app, status);
    add_des(app, status);
    add_pbkdf2(app, status);
    add_crypt(app, status);
    add_provider(app, status);
    add_kernels(app, status);
    add_explain(app, status);
    add_check(app, status);
    add_bench(app, status);
    add_tune(app, status);
    add_completion(app, status);
    add_help(app, status);
    add_version(app, status);
}

void parse_arguments(CLI::App &app, const FoundCommand &found, const std::vector<std::string> &words,
                     int &status) {
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
        complain(found.path.substr(0, found.path.find(' ')), error.what());
        status = exit_failed;
    } catch (const CLI::ParseError &error) {
        complain_usage(found.path, printable(error.what()));
        status = exit_usage;
    }
}

}  // namespace og::cli
