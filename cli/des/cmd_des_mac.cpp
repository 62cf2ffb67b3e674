// SPDX-License-Identifier: MIT
// `oldguard des mac`: computes or verifies a message authentication code over DES.
#include "commands.hpp"
#include "des_arguments.hpp"
#include "des_key.hpp"
#include "files/input.hpp"
#include "files/output.hpp"
#include "kernels/chosen.hpp"
#include "os/secrets.hpp"
#include "text/hex.hpp"
#include "text/messages.hpp"
#include "text/progress.hpp"

#include <oldguard/des_mac.h>

#include <memory>

namespace og::cli {
namespace {

constexpr std::array<std::string_view, 3> algorithm_names{"cbc-mac", "retail", "cmac"};
constexpr std::array<std::string_view, 3> mac_cipher_names{"des", "des-ede", "des-ede3"};
constexpr std::size_t mac_buffer_size = 256 * 1024;

struct MacOptions : DesOptions {
    MacOptions() : DesOptions("des mac") {}

    std::string algorithm, mac_padding, size, mac;
    bool verify = false;
};

// The parsed options.
struct MacJob {
    og_mac_algorithm algorithm;
    og_mac_padding padding;
    og_des_cipher cipher;
    std::string cipher_option;  // the option that determines the cipher, for messages
    std::size_t size = OG_DES_MAC_SIZE;
    std::array<std::uint8_t, OG_DES_MAC_SIZE> mac{};
};

struct MacContext {
    og_des_mac_ctx ctx{};
    MacContext() = default;
    MacContext(const MacContext &) = delete;
    MacContext &operator=(const MacContext &) = delete;
    ~MacContext() { og_des_mac_wipe(&ctx); }
};

constexpr const char *des_mac_examples =
    R"(For existing data only: use HMAC-SHA-256 for anything new.

cbc-mac  ISO/IEC 9797-1 MAC algorithm 1. With des and padding 1 it is the MAC of FIPS 113. With padding
         1 or 2 a MAC is easy to forge when messages differ in length.
retail   ISO/IEC 9797-1 MAC algorithm 3 (ANSI X9.19): DES with K1, and des-ede with K1 K2 on the last
         block
cmac     NIST SP 800-38B, with its own padding

Padding methods of ISO/IEC 9797-1: 1 appends zero bits; 2 appends a one bit and then zero bits; 3
  appends zero bits and puts a block with the length in front, so IN must be a regular file.
Keys have the format that oldguard des encrypt reads, raw or hexadecimal: 8 bytes for des, 16 for
  des-ede and retail, 24 for des-ede3. --verify compares in constant time.

Exit status: 0 success; 1 the MAC does not match, or an error in the data, the key or a file; 2 bad
  usage, or an invalid OLDGUARD_* variable.

Examples:
  oldguard des mac --algorithm cmac --cipher des-ede3 --key-file k.bin message
  oldguard des mac --algorithm retail --padding 2 --key-file k.hex --verify 5f1448eea8ad90a7 msg)";

bool refuse_mac(const std::string &text) {
    complain_usage("des mac", text);
    return false;
}

bool parse_size(const MacOptions &options, MacJob &job) {
    if (options.verify) {
        const std::size_t digits = hex_digits(options.mac);
        job.size = digits / 2;
        if (!options.size.empty()) return refuse_mac("--size cannot be used with --verify");
        if (digits != options.mac.size() || digits % 2 != 0 || job.size < 1 || job.size > job.mac.size())
            return refuse_mac(
                fmt::format("--verify {}: must be 1 to 8 bytes in hexadecimal", shell_quoted(options.mac)));
        decode_hex(job.mac.data(), job.size, options.mac);
    } else if (!options.size.empty()) {
        if (options.size.size() != 1 || options.size[0] < '1' || options.size[0] > '8')
            return refuse_mac(
                fmt::format("--size {}: must be a number from 1 to 8", shell_quoted(options.size)));
        job.size = static_cast<std::size_t>(options.size[0] - '0');
    }
    return true;
}

bool parse(MacOptions &options, MacJob &job) {
    job.algorithm = static_cast<og_mac_algorithm>(index_of(algorithm_names, options.algorithm));
    const bool retail = job.algorithm == OG_MAC_RETAIL, cmac = job.algorithm == OG_MAC_CMAC;
    if (options.cipher.empty() && !retail)
        return refuse_mac(fmt::format("--cipher is required with --algorithm {}", options.algorithm));
    job.cipher_option = options.cipher.empty() ? "--algorithm retail" : "--cipher " + options.cipher;
    if (options.cipher.empty()) options.cipher = "des-ede";
    if (retail && options.cipher != "des-ede")
        return refuse_mac(fmt::format("--cipher {}: --algorithm retail requires des-ede", options.cipher));
    if (cmac != options.mac_padding.empty())
        return refuse_mac(
            cmac ? "--padding cannot be used with --algorithm cmac"
                 : fmt::format("--padding is required with --algorithm {}: 1, 2 or 3", options.algorithm));
    job.cipher = static_cast<og_des_cipher>(index_of(mac_cipher_names, options.cipher));
    job.padding = cmac ? OG_MAC_PAD_OWN : static_cast<og_mac_padding>(options.mac_padding[0] - '0');
    return parse_size(options, job) && one_key_given(options);
}

// Reads the data into the context. Prints the reason and returns false after an error.
bool update(const MacOptions &options, Input &input, og_des_mac_ctx &ctx) {
    const std::string name = options.in == "-" ? "standard input" : options.in;
    Progress progress(options.show(), name, input.size());
    const auto buffer = std::make_unique<Secret<mac_buffer_size>>();
    for (;;) {
        const ssize_t got = input.fill(buffer->data(), mac_buffer_size);
        progress.add(got > 0 ? static_cast<std::uint64_t>(got) : 0);
        if (got <= 0) progress.finish();
        if (got < 0) complain_errno("des", name, input.error());
        if (got <= 0) return got == 0;
        if (int status = og_des_mac_update(&ctx, buffer->data(), static_cast<std::size_t>(got));
            status != OG_OK) {
            progress.finish();
            complain("des", og_strerror(status));
            return false;
        }
    }
}

// Prints the MAC or compares it with --verify. Returns an exit status.
int finish(const MacOptions &options, const MacJob &job, og_des_mac_ctx &ctx) {
    std::array<std::uint8_t, OG_DES_MAC_SIZE> mac;
    const int status = options.verify ? og_des_mac_verify(&ctx, job.mac.data(), job.size)
                                      : og_des_mac_final(&ctx, mac.data(), job.size);
    if (status == OG_ERR_LENGTH)
        complain("des",
                 fmt::format("{}: the size changed while the file was read", shell_quoted(options.in)));
    else if (status == OG_ERR_MAC)
        complain("des", fmt::format("{}: the MAC does not match: modified data, or a wrong key, "
                                    "algorithm or padding",
                                    options.in == "-" ? "standard input" : shell_quoted(options.in)));
    else if (status != OG_OK)
        complain("des", og_strerror(status));
    if (status != OG_OK) return exit_failed;
    if (!options.verify) {
        std::string line;
        append_hex(line, mac.data(), job.size);
        print(line + '\n');  // close_stdout() reports errors
    }
    return exit_ok;
}

int run_mac(MacOptions &options) {
    MacJob job{};
    if (!parse(options, job) || config_is_wrong("des")) return exit_usage;
    if (!options.kernel.empty() && !force_kernel("des", options.kernel, {"des.", "des3."})) return exit_usage;
    os::forbid_core_dump();

    KeyBytes key;
    if (int status = read_key(options, job.cipher, job.cipher_option, key)) return status;
    Input input(options.in);
    if (!input.ok()) {
        complain_errno("des", options.in, input.error());
        return exit_failed;
    }
    input.will_be_long();
    const auto size = input.regular_size();
    if (job.padding == OG_MAC_PAD_LENGTH && !size) {
        complain("des",
                 fmt::format("{}: --padding 3 needs the size first, so the input must be a regular file",
                             options.in == "-" ? "standard input" : shell_quoted(options.in)));
        return exit_failed;
    }
    MacContext mac;
    const int status = og_des_mac_init(&mac.ctx, job.algorithm, job.padding, job.cipher, key.data(),
                                       og_des_key_size(job.cipher), size.value_or(0), OG_DES_CHECK_NONE);
    if (status != OG_OK) {
        complain("des", og_strerror(status));
        return exit_failed;
    }
    return update(options, input, mac.ctx) ? finish(options, job, mac.ctx) : exit_failed;
}

}  // namespace

void describe_des_mac(Command &mac) {
    auto options = std::make_shared<MacOptions>();
    mac.add_option("--algorithm", options->algorithm, "cbc-mac, retail or cmac")
        ->manual(
            "`cbc-mac` is ISO/IEC 9797-1 MAC algorithm 1, which with `des` and padding 1 is the MAC of FIPS "
            "113. `retail` is ISO/IEC 9797-1 MAC algorithm 3, ANSI X9.19. `cmac` is that of NIST SP 800-38B.")
        ->required()
        ->check(one_of(algorithm_names))
        ->type_name("NAME");
    mac.add_option("--cipher", options->cipher,
                   "des: single DES; des-ede, des-ede3: Triple DES with two or three keys."
                   "\nretail always uses des-ede")
        ->manual("Their keys have 8, 16 and 24 bytes. With `retail` the option can be omitted.")
        ->check(one_of(mac_cipher_names).with_hint(cipher_hint))
        ->type_name("NAME");
    mac.add_option("--padding", options->mac_padding, "Padding method of cbc-mac and retail")
        ->manual("The methods are those of ISO/IEC 9797-1: `1` appends zero bits, `2` appends a one bit and "
                 "then zero bits, `3` appends zero bits and puts a block with the length of the data in "
                 "front. Method 3 needs a regular file, because the length is required first.")
        ->check(exactly_one_of({"1", "2", "3"}))
        ->type_name("N");
    add_key_options(mac, *options);
    mac.add_option("--size", options->size, "Print only the leftmost BYTES bytes of the MAC (default: 8)")
        ->manual("*BYTES* is from 1 to 8.")
        ->type_name("BYTES");
    Option *verify =
        mac.add_option("--verify", options->mac, "Compare the MAC with HEX and print nothing")
            ->manual("*HEX* has the leftmost 1 to 8 bytes. The time of the comparison is constant.")
            ->type_name("HEX");
    add_kernel_option(mac, *options);
    add_progress_options(mac, *options);
    mac.add_operand("IN", options->in, "Input file (default, or -: standard input)");
    mac.footer(des_mac_examples);
    mac.callback([options, verify] {
        options->verify = verify->count() > 0;
        const int status = run_mac(*options);
        os::wipe(options->key_hex.data(), options->key_hex.size());
        return status;
    });
}

}  // namespace og::cli
