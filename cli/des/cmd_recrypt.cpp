// SPDX-License-Identifier: MIT
// `oldguard des recrypt`: moves files from DES and Triple DES to AES-256-GCM.
#include "arguments.hpp"
#include "commands.hpp"
#include "des_arguments.hpp"
#include "files/secret_file.hpp"
#include "key_file.hpp"
#include "recrypt.hpp"
#include "text/messages.hpp"

#include <memory>

namespace og::cli {
namespace {

constexpr const char *recrypt_examples =
    R"(Each FILE is decrypted as oldguard des decrypt does it, and its data are sealed under a key of 32
bytes into FILE.sealed, which oldguard des open opens: AES-256-GCM with a random nonce for each file,
authenticated in segments of 256 KiB. Whether the old key is right cannot be told where nothing is
padded: look at one file, opened again, before --remove.

FILE.sealed appears when it has been read again from the disk, opened, and compared with what was
  decrypted. One that is there already is compared with FILE as well, and never replaced.
A run that was killed can be repeated, and loses nothing: what it finished is verified, what it
  began (FILE.sealed.part) is begun again.
Keys are taken as oldguard des decrypt takes them. AES and SHA-256 are those of libcrypto, OpenSSL 3.

Exit status: 0 all sealed; 1 some file, a key or libcrypto is at fault; 2 bad usage, or a wrong
  OLDGUARD_* variable.

Examples:
  oldguard des recrypt --from des-ede3-cbc --key-file old.key --iv 0001020304050607 \
      --to aes-256-gcm --to-key-file new.key archive/*.enc
  oldguard des open --key-file new.key archive/ledger.enc.sealed ledger)";

struct CommandOptions : DesOptions {
    CommandOptions() : DesOptions("des recrypt") {}

    std::string from, to, to_key_file;
    bool iv_prefix = false, remove = false;
    std::vector<std::string> files;
};

std::vector<std::string> from_names() {
    std::vector<std::string> names;
    for (std::string_view cipher : cipher_names)
        for (std::string_view mode : mode_names)
            names.push_back(fmt::format("{}-{}", cipher, mode));
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
    const bool one_iv = options.iv.empty() == options.iv_prefix;
    if (work.mode == OG_ECB && (options.iv_prefix || !options.iv.empty()))
        return refuse_recrypt(fmt::format("--from {} takes no IV", options.from));
    if (work.mode != OG_ECB && !one_iv)
        return refuse_recrypt(fmt::format("--from {} takes either --iv or --iv-prefix", options.from));
    if (work.mode != OG_ECB && work.mode != OG_CBC && !options.padding.empty() &&
        options.padding != "none")
        return refuse_recrypt(fmt::format("--padding {}: --from {} takes any length and is not padded",
                                  options.padding, options.from));
    work.padding = padding_of(options, work.mode);
    return one_key_given(options);
}

// Says whether a key is one of the files to move or to write. --remove would delete it.
bool replaces_a_key(const CommandOptions &options) {
    for (const std::string &file : options.files)
        for (const std::string &name : {file, file + std::string(sealed_suffix)})
            if (replaces_a_secret(options.command, name == "-" ? "./-" : name,
                                  {{"--key-file", options.key_file},
                                   {"--to-key-file", options.to_key_file}}))
                return true;
    return false;
}

int run_recrypt(CommandOptions &options) {
    DesWork work;
    if (!understand(options, work) || config_is_wrong("des") || replaces_a_key(options))
        return exit_usage;
    if (!options.kernel.empty() && !force_kernel("des", options.kernel, {"des.", "des3."}))
        return exit_usage;
    forbid_core_dump();
    if (!options.iv.empty() && !read_iv(options, work.iv))
        return exit_usage;
    if (int status = read_key(options, work.cipher, "--from " + options.from, work.key))
        return status;
    const Libcrypto *lib = load_libcrypto("des");
    SealKey key;
    if (lib == nullptr || !read_seal_key("--to-key-file", options.to_key_file, key))
        return exit_failed;
    const RecryptOptions how{options.iv_prefix, options.remove, !options.quiet, options.show()};
    Recrypt recrypt(*lib, how, work, key);
    bool all = true;
    for (const std::string &name : options.files)
        all = recrypt.file(name == "-" ? "./-" : name) && all;  // no standard input here
    return all ? exit_ok : exit_failed;
}

}  // namespace

void add_des_recrypt(CLI::App &des, int &status) {
    auto options = std::make_shared<CommandOptions>();
    CLI::App *app = des.add_subcommand("recrypt", "Move files to AES-256-GCM, sealed and verified");
    app->add_option("--from", options->from,
                    "What the files are under: a cipher and a mode of oldguard des decrypt,"
                    "\nsuch as des-ede3-cbc")
        ->required()
        ->transform(one_of(from_names()).description(""))  // too many for a line
        ->type_name("CIPHER-MODE");
    add_key_options(*app, *options);
    app->add_option("--iv", options->iv, "Initialization vector of all, 16 hexadecimal digits")
        ->type_name("HEX");
    app->add_flag("--iv-prefix", options->iv_prefix, "The first 8 bytes of each FILE are its IV");
    app->add_option("--padding", options->padding, "For ecb and cbc; pkcs7 where not given")
        ->transform(one_of(padding_names))
        ->type_name("NAME");
    app->add_option("--to", options->to, "What they are to be under")
        ->required()
        ->transform(one_of({"aes-256-gcm"}))
        ->type_name("NAME");
    app->add_option("--to-key-file", options->to_key_file, "The new key, 32 bytes")
        ->required()
        ->type_name("FILE");
    app->add_flag("--remove", options->remove, "Remove each FILE when FILE.sealed is verified");
    app->add_option("--kernel", options->kernel,
                    "Force this kernel where it serves (see oldguard kernels)")
        ->type_name("STEM");
    add_threads_option(*app, *options);
    app->add_flag("--progress", options->progress,
                  "Show MiB, percent, MiB/s and the time left on standard error. Without this,"
                  "\nonly on a terminal and after a second");
    app->add_flag("--quiet", options->quiet, "Never show them, nor a line for each FILE");
    app->add_option("FILE", options->files, "Files to move")->required()->type_name("");
    app->footer(recrypt_examples);
    app->callback([options, &status] {
        options->files = operands(options->files);
        options->key_file = operand(options->key_file);
        options->to_key_file = operand(options->to_key_file);
        status = run_recrypt(*options);
        explicit_bzero(options->key_hex.data(), options->key_hex.size());
    });
}

}  // namespace og::cli
