// SPDX-License-Identifier: MIT
// `oldguard des recrypt`: migrates files from DES and Triple DES to another cipher.
#include "commands.hpp"
#include "des_arguments.hpp"
#include "des_job.hpp"
#include "files/secret_file.hpp"
#include "kernels/chosen.hpp"
#include "os/secrets.hpp"
#include "recrypt.hpp"
#include "text/messages.hpp"

#include <memory>

namespace og::cli {
namespace {

constexpr const char *recrypt_examples =
    R"(Decrypts each FILE as oldguard des decrypt does, pipes the data through --to-command and
stores its output as FILE.new. Then FILE.new is read back through --verify-command. It gets its name
only if the result equals the decrypted data. A FILE.new that already exists is compared with FILE and
never replaced. An interrupted run loses nothing and can be repeated.

Both commands read standard input, write standard output and must end with exit status 0.
  /bin/sh -c runs each of them once per FILE.
--verify-command proves that FILE.new contains what was decrypted, not that this is right. Therefore
  --remove needs --expect LIST, the digests of the files before they were encrypted, or takes the
  padding with --trust-padding. Else FILE is kept and the exit status is 1. So is a file of openssl enc
  whose derivation is not named and only guessed by the padding. A FILE that begins as another format
  than the one of --format is refused.
Do not list the new key among the FILEs.
Keys have the format that oldguard des decrypt reads.

Exit status: 0 all files were moved; 1 an error in a file, a key or a command; 2 bad usage, or an
  invalid OLDGUARD_* variable.

Examples:
  age-keygen -o new.key
  oldguard des recrypt --from des-ede3-cbc --key-file old.key --iv 0001020304050607 \
      --to-command 'age -e -i new.key' --verify-command 'age -d -i new.key' --suffix .age *.enc
  age -d -i new.key ledger.enc.age > ledger)";

struct CommandOptions : DesOptions {
    CommandOptions() : DesOptions("des recrypt") { needs_stdin = false; }

    std::string from;
    RecryptOptions how;
    std::string expect;
    std::vector<std::string> files;
};

std::vector<std::string> from_names() {
    std::vector<std::string> names;
    for (std::string_view cipher : cipher_names)
        for (std::string_view mode : mode_names) names.push_back(fmt::format("{}-{}", cipher, mode));
    return names;
}

bool refuse_recrypt(const std::string &text) {
    complain_usage("des recrypt", text);
    return false;
}

// Evaluates the options. Prints an error and returns false if they contradict each other.
bool parse(CommandOptions &options, DesJob &job) {
    const std::size_t dash = options.from.rfind('-');
    options.cipher = options.from.substr(0, dash);
    options.mode = options.from.substr(dash + 1);
    if (!evaluate(options, "--from " + options.from, job)) return false;
    if (options.how.suffix.empty() || options.how.suffix.find('/') != std::string::npos)
        return refuse_recrypt("--suffix: must not be empty or contain a slash");
    if (options.how.trust_padding && !options.how.remove)
        return refuse_recrypt("--trust-padding needs --remove");
    if (options.how.trust_padding && !is_evidence(job.work.padding))
        return refuse_recrypt(job.work.padding == Padding::none
                                  ? "--trust-padding: there is no padding, so --remove needs --expect"
                                  : fmt::format("--trust-padding: --padding {} shows too little, so --remove "
                                                "needs --expect",
                                                options.padding));
    return true;
}

// Returns whether the key file is an input or output file. --remove would delete it.
bool replaces_the_key(const CommandOptions &options) {
    for (const std::string &file : options.files)
        for (const std::string &name : {file, file + options.how.suffix})
            if (replaces_a_secret(
                    options.command, name == "-" ? "./-" : name,
                    {{"--key-file", options.key_file}, {"--password-file", options.password_file}}))
                return true;
    return false;
}

int run_recrypt(CommandOptions &options) {
    const auto job = std::make_unique<DesJob>();
    if (!parse(options, *job) || config_is_wrong("des") || replaces_the_key(options)) return exit_usage;
    if (!options.kernel.empty() && !force_kernel("des", options.kernel, {"des.", "des3."})) return exit_usage;
    os::forbid_core_dump();
    if (int status = read_secrets(options, "--from " + options.from, *job)) return status;
    if (!options.expect.empty()) {
        const std::string why = options.how.expected.emplace().read(options.expect);
        if (!why.empty()) complain("des", "--expect " + why);
        if (!why.empty()) return exit_usage;
    }
    options.how.lines = !options.quiet;
    options.how.show = options.show();
    Recrypt recrypt(options.how, job->work, *job->container);
    bool all = true;
    for (std::string &name : options.files)
        if (name == "-") name = "./-";     // it is a file name here
    constexpr std::size_t at_once = 1024;  // many times the lanes of a kernel
    std::span<const std::string> rest = options.files;
    while (!rest.empty()) {
        const auto some = rest.first(std::min(rest.size(), at_once));
        rest = rest.subspan(some.size());
        job->container->prepare(some);
        for (const std::string &name : some) all = recrypt.file(name) && all;
    }
    return all ? exit_ok : exit_failed;
}

}  // namespace

void describe_des_recrypt(Command &recrypt) {
    auto options = std::make_shared<CommandOptions>();
    recrypt
        .add_option("--from", options->from,
                    "Cipher and mode that the files are encrypted with, as in"
                    "\noldguard des decrypt: for example des-ede3-cbc")
        ->manual("A cipher and a mode of oldguard-des(1) are joined by a hyphen.")
        ->required()
        ->check(one_of(from_names()).hidden().with_hint(from_hint))  // the list is too long for --help
        ->type_name("CIPHER-MODE");
    add_key_options(recrypt, *options);
    add_block_options(recrypt, *options);
    recrypt
        .add_option("--to-command", options->how.to_command,
                    "Command that encrypts standard input with the new cipher")
        ->manual("It writes standard output; see COMMANDS.")
        ->required()
        ->type_name("COMMAND");
    recrypt
        .add_option("--verify-command", options->how.verify_command,
                    "Command that decrypts the output of --to-command")
        ->manual("It reads standard input and writes standard output.")
        ->required()
        ->type_name("COMMAND");
    recrypt
        .add_option("--suffix", options->how.suffix, "Suffix of the names of the new files (default: .new)")
        ->type_name("TEXT");
    recrypt
        .add_flag("--remove", options->how.remove,
                  "Remove each FILE when its new file is verified and"
                  "\n--expect or --trust-padding says that the decrypted data are right")
        ->manual("See EVIDENCE. Without evidence *FILE* is kept, and the exit status is 1.");
    recrypt
        .add_option("--expect", options->expect,
                    "List of digests that the decrypted data must have, in any form"
                    "\nthat oldguard audit reads")
        ->manual("They are SHA-1 or Whirlpool digests of the files before they were encrypted; see EVIDENCE "
                 "and oldguard-audit(1). The names do not matter.")
        ->type_name("LIST");
    recrypt.add_flag("--trust-padding", options->how.trust_padding,
                     "Let --remove take valid padding for evidence, which one wrong key in 256 has");
    add_raw_option(recrypt, *options);
    add_kernel_option(recrypt, *options);
    add_threads_option(recrypt, *options);
    recrypt
        .add_flag("--progress", options->progress,
                  "Show MiB, percent, MiB/s and the time left on standard error. Without this"
                  "\noption they are shown only on a terminal, after the first second")
        ->manual("It is shown once for decrypting and once for verifying.");
    recrypt.add_flag("--quiet", options->quiet, "Show neither progress nor a line per FILE");
    add_format_options(recrypt, *options);
    add_sector_options(recrypt, *options);
    recrypt.add_operands("FILE", options->files, "Files to migrate")->required();
    recrypt.footer(recrypt_examples);
    recrypt.callback([options] {
        const int status = run_recrypt(*options);
        os::wipe(options->key_hex.data(), options->key_hex.size());
        return status;
    });
}

}  // namespace og::cli
