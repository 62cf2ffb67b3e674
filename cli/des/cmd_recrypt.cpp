// SPDX-License-Identifier: MIT
// `oldguard des recrypt`: moves files from DES and Triple DES to a cipher of today.
#include "arguments.hpp"
#include "commands.hpp"
#include "des_arguments.hpp"
#include "files/secret_file.hpp"
#include "recrypt.hpp"
#include "text/messages.hpp"

#include <memory>

namespace og::cli {
namespace {

constexpr const char *recrypt_examples =
    R"(Each FILE is decrypted as oldguard des decrypt does it, and its data go through --to-command,
whose output becomes FILE.new. That is then read from the disk through --verify-command: FILE.new
appears when this gives back what was decrypted. One that is there already is compared with FILE,
and never replaced. A run that was killed can be repeated, and loses nothing.

Both commands read standard input, write standard output, and end with exit status 0.
  /bin/sh -c runs them, once for each FILE.
Whether the old key is right cannot be told where nothing is padded: before you use --remove, look
  at one new file. Do not put the new key among the FILEs.
Keys are taken as oldguard des decrypt takes them.

Exit status: 0 all moved; 1 some file, a key or a command is at fault; 2 bad usage, or a wrong
  OLDGUARD_* variable.

Examples:
  age-keygen -o new.key
  oldguard des recrypt --from des-ede3-cbc --key-file old.key --iv 0001020304050607 \
      --to-command 'age -e -i new.key' --verify-command 'age -d -i new.key' --suffix .age *.enc
  age -d -i new.key ledger.enc.age > ledger)";

struct CommandOptions : DesOptions {
    CommandOptions() : DesOptions("des recrypt") {}

    std::string from;
    RecryptOptions how;
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

// Splits what --from says. Returns false, with a complaint, where the options contradict each other.
bool understand(CommandOptions &options, DesWork &work) {
    const std::size_t dash = options.from.rfind('-');
    options.cipher = options.from.substr(0, dash);
    options.mode = options.from.substr(dash + 1);
    work.cipher = static_cast<og_des_cipher>(index_of(cipher_names, options.cipher));
    work.mode = static_cast<og_des_mode>(index_of(mode_names, options.mode));
    work.threads = options.threads;
    const bool one_iv = options.iv.empty() == options.how.iv_prefix;
    if (work.mode == OG_ECB && (options.how.iv_prefix || !options.iv.empty()))
        return refuse_recrypt(fmt::format("--from {} takes no IV", options.from));
    if (work.mode != OG_ECB && !one_iv)
        return refuse_recrypt(fmt::format("--from {} takes either --iv or --iv-prefix", options.from));
    if (work.mode != OG_ECB && work.mode != OG_CBC && !options.padding.empty() && options.padding != "none")
        return refuse_recrypt(fmt::format("--padding {}: --from {} takes any length and is not padded",
                                          options.padding, options.from));
    if (options.how.suffix.empty() || options.how.suffix.find('/') != std::string::npos)
        return refuse_recrypt("--suffix: the end of a file name, without a slash");
    work.padding = padding_of(options, work.mode);
    return one_key_given(options);
}

// Says whether the key is one of the files to move or to write. --remove would delete it.
bool replaces_the_key(const CommandOptions &options) {
    for (const std::string &file : options.files)
        for (const std::string &name : {file, file + options.how.suffix})
            if (replaces_a_secret(options.command, name == "-" ? "./-" : name,
                                  {{"--key-file", options.key_file}}))
                return true;
    return false;
}

int run_recrypt(CommandOptions &options) {
    DesWork work;
    if (!understand(options, work) || config_is_wrong("des") || replaces_the_key(options)) return exit_usage;
    if (!options.kernel.empty() && !force_kernel("des", options.kernel, {"des.", "des3."})) return exit_usage;
    forbid_core_dump();
    if (!options.iv.empty() && !read_iv(options, work.iv)) return exit_usage;
    if (int status = read_key(options, work.cipher, "--from " + options.from, work.key)) return status;
    options.how.lines = !options.quiet;
    options.how.show = options.show();
    Recrypt recrypt(options.how, work);
    bool all = true;
    for (const std::string &name : options.files)
        all = recrypt.file(name == "-" ? "./-" : name) && all;  // no standard input here
    return all ? exit_ok : exit_failed;
}

}  // namespace

void add_des_recrypt(CLI::App &des, int &status) {
    auto options = std::make_shared<CommandOptions>();
    CLI::App *app = des.add_subcommand("recrypt", "Move files to a cipher of today");
    app->add_option("--from", options->from,
                    "What the files are under: a cipher and a mode of oldguard des decrypt,"
                    "\nsuch as des-ede3-cbc")
        ->required()
        ->transform(one_of(from_names()).description(""))  // too many for a line
        ->type_name("CIPHER-MODE");
    add_key_options(*app, *options);
    app->add_option("--iv", options->iv, "Initialization vector of all, 16 hexadecimal digits")
        ->type_name("HEX");
    app->add_flag("--iv-prefix", options->how.iv_prefix, "Each FILE starts with its IV, 8 bytes");
    app->add_option("--padding", options->padding, "For ecb and cbc; pkcs7 where not given")
        ->transform(one_of(padding_names))
        ->type_name("NAME");
    app->add_option("--to-command", options->how.to_command, "Encrypts standard input anew")
        ->required()
        ->type_name("COMMAND");
    app->add_option("--verify-command", options->how.verify_command, "Decrypts what that has made")
        ->required()
        ->type_name("COMMAND");
    app->add_option("--suffix", options->how.suffix, "Ends the names of new files; .new if not given")
        ->type_name("TEXT");
    app->add_option_function<std::string>(
           "--to,--to-key-file",
           [](const std::string &) {
               throw CLI::ValidationError(
                   "--to and --to-key-file are gone: give --to-command and --verify-command, such as "
                   "'age -e -i new.key' and 'age -d -i new.key'");
           })
        ->take_last()
        ->group("");
    app->add_flag("--remove", options->how.remove, "Remove each FILE when the new one is verified");
    app->add_option("--kernel", options->kernel, "Force this kernel where it serves (see oldguard kernels)")
        ->type_name("STEM");
    add_threads_option(*app, *options);
    app->add_flag("--progress", options->progress,
                  "Show MiB, percent, MiB/s and the time left on standard error. Without this,"
                  "\nonly on a terminal and after a second");
    app->add_flag("--quiet", options->quiet, "Never show them, nor a line for each FILE");
    add_operands(*app, "FILE", options->files, "Files to move")->required();
    app->footer(recrypt_examples);
    app->callback([options, &status] {
        status = run_recrypt(*options);
        explicit_bzero(options->key_hex.data(), options->key_hex.size());
    });
}

}  // namespace og::cli
