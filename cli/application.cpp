// SPDX-License-Identifier: MIT
#include "application.hpp"

#include "arguments.hpp"
#include "commands.hpp"
#include "files/output.hpp"
#include "text/messages.hpp"

namespace og::cli {
namespace {

constexpr const char *description = "SHA-1, Whirlpool, DES and Triple DES for existing data.";

constexpr const char *main_footer =
    R"(Environment:
  OLDGUARD_KERNEL=OP=STEM,...        force kernels, for example sha1.blocks=sha1_c_ref
  OLDGUARD_CPU=-FEATURE,...          hide CPU features, for example -avx2,-shani
  OLDGUARD_POLICY=constant-time      refuse kernels whose time depends on the data
  OLDGUARD_TUNE=FILE                 use the kernel order that oldguard tune wrote
  OLDGUARD_MEASURE=0|1               never time kernels at their first use, or as on an unknown processor

Exit status: 0 success; 1 a mismatch, or an input or output error; 2 bad usage, or an invalid
  OLDGUARD_* variable.

Examples:
  oldguard sum -c SHA1SUMS
  oldguard des decrypt --cipher des-ede3 --mode cbc --key-file k.bin --iv 0001020304050607 IN OUT
  oldguard explain sha1.blocks)";

// Returns whether the words name a subcommand or have an option in its place. Prints an error if not.
bool names_a_command(const FoundCommand &found, const std::vector<std::string> &words) {
    const std::string names = subcommand_names(*found.command);
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

void describe_oldguard(Command &root) {
    root.footer(main_footer);
    root.add_answer("-V,--version", version_text,
                    "Print the version, the kernels selected on this machine and its processor")
        ->manual("The kernels are those for 1 MiB of data, or what serves without one.");
    root.add_subcommand("sum", "Print or check SHA-1 and Whirlpool sums", describe_sum);
    root.add_subcommand("audit", "Compare a manifest with a folder, both ways", describe_audit);
    root.add_subcommand("fixity", "Check the digests of millions of objects, on one machine or a cluster",
                        describe_fixity);
    root.add_subcommand("des", "Encrypt, decrypt or authenticate with DES and Triple DES, or migrate files",
                        describe_des);
    root.add_subcommand("pbkdf2", "Derive a key from a password", describe_pbkdf2);
    root.add_subcommand("crypt", "Hash a password as the DES-based crypt(3) does", describe_crypt);
    root.add_subcommand("provider", "Print the configuration that activates oldguard in OpenSSL, or check it",
                        describe_provider);
    root.add_subcommand("kernels", "List the kernels that can run on this machine, or all", describe_kernels);
    root.add_subcommand("explain", "Show which kernels serve an operation, and why", describe_explain);
    root.add_subcommand("check", "Check kernels against independent oracles", describe_check);
    root.add_subcommand("bench", "Measure the speed of every kernel and of other libraries", describe_bench);
    root.add_subcommand("tune", "Measure the kernels on this machine and write their order", describe_tune);
    root.add_subcommand("completion", "Print the completion script for a shell", describe_completion);
    root.add_subcommand("help", "Print the help of a subcommand", describe_help);
    root.add_subcommand("version",
                        "Print the version, the kernels selected on this machine and its processor",
                        describe_version);
}

}  // namespace

Command command_tree() { return {"oldguard", description, describe_oldguard}; }

bool parse_arguments(const FoundCommand &found, const std::vector<std::string> &words, int &status) {
    try {
        status = exit_usage;
        if (!names_a_command(found, words)) return false;
        const Option *end = read_arguments(found, words);
        status = exit_ok;
        if (end != nullptr) print(end->answer());
        return end == nullptr;
    } catch (const NoSuchFile &error) {
        complain(found.path.substr(0, found.path.find(' ')), error.what());
        status = found.path == "audit" ? exit_usage : exit_failed;  // there, 1 means a difference
    } catch (const UsageError &error) {
        complain_usage(found.path, printable(error.what()));
    }
    return false;
}

}  // namespace og::cli
