// SPDX-License-Identifier: MIT
#include "des_job.hpp"

#include "bare.hpp"
#include "cms_file.hpp"
#include "des_padding.hpp"
#include "exit_status.hpp"
#include "key_file.hpp"
#include "text/messages.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <initializer_list>
#include <utility>

namespace og::cli {
namespace {

bool refuse(const DesOptions &options, const std::string &text) {
    complain_usage(options.command, text);
    return false;
}

bool evaluate_iv(const DesOptions &options, std::string_view taker, DesJob &job) {
    const bool ecb = job.work.mode == OG_ECB;
    if (job.work.sectors.size != 0 || options.format == "cms") return true;
    if (ecb && !options.iv.empty()) return refuse(options, fmt::format("--iv cannot be used with {}", taker));
    job.openssl.keep_iv = !options.iv.empty();
    if (options.iv == "from-file" && options.format == "openssl")
        return refuse(options, "--iv from-file cannot be used with --format openssl");
    if (options.iv == "zero" || options.iv == "from-file" ||
        (options.iv.empty() && options.format == "openssl"))
        return true;
    if (!ecb && options.iv.empty())
        return refuse(
            options,
            fmt::format("--iv is required with {}: 16 hexadecimal digits, zero or from-file", taker));
    return ecb || read_iv(options, job.work.iv);
}

// Evaluates the options of a disk image, if it is one.
bool evaluate_sectors(const DesOptions &options, std::string_view taker, DesJob &job) {
    if (options.sector_iv.empty())
        return (options.sector_size == 512 && options.first_sector == 0) ||
               refuse(options, "--sector-size and --first-sector need --sector-iv");
    if (job.work.mode != OG_CBC || job.work.cipher == OG_DESX)
        return refuse(options,
                      fmt::format("--sector-iv: {} is no cipher of disk images here: des, des-ede or "
                                  "des-ede3 in cbc are",
                                  taker));
    if (options.format != "bare" || !options.iv.empty() ||
        (!options.padding.empty() && options.padding != "none"))
        return refuse(options, "--sector-iv cannot be combined with --format, --iv and --padding");
    if (options.sector_size < 512 || options.sector_size > 4096 || !std::has_single_bit(options.sector_size))
        return refuse(options, "--sector-size: must be 512, 1024, 2048 or 4096");
    job.work.sectors = {options.sector_size, options.sector_iv == "plain", options.first_sector};
    return true;
}

bool evaluate_padding(const DesOptions &options, std::string_view taker, DesJob &job) {
    job.work.padding = job.work.sectors.size != 0 ? Padding::none : padding_of(options, job.work.mode);
    if (job.work.mode != OG_ECB && job.work.mode != OG_CBC && !options.padding.empty() &&
        options.padding != "none")
        return refuse(options, fmt::format("--padding {}: {} does not use padding", options.padding, taker));
    if (options.encrypt && job.work.padding == Padding::ignore)
        return refuse(options, "--padding ignore is for decryption");
    return true;
}

// Returns true if none of these options is given. Refuses the first that is: its name and `why`.
bool none_given(const DesOptions &options, std::string_view why,
                std::initializer_list<std::pair<const char *, bool>> others) {
    for (const auto &[name, given] : others)
        if (given) return refuse(options, fmt::format("{} {}", name, why));
    return true;
}

// Evaluates the options that --format openssl has.
bool evaluate_openssl(const DesOptions &options, DesJob &job) {
    OpensslOptions &to = job.openssl;
    to.no_salt = options.no_salt;
    to.base64 = options.base64.empty()     ? Base64::no
                : options.base64 == "line" ? Base64::one_line
                                           : Base64::lines;
    if (job.work.mode == OG_CTR) return refuse(options, "--format openssl: openssl enc has no ctr");
    if (!options.key_file.empty() || !options.key_hex.empty())
        return refuse(options, "--format openssl takes a password (--password-file), not a key");
    if (!none_given(options, "cannot be combined with --format openssl",
                    {{"--check-parity", options.check_parity},
                     {"--check-weak", options.check_weak},
                     {"--key-fill", !options.key_fill.empty()},
                     {"--raw", options.raw}}))
        return false;
    if (options.no_salt && !options.salt.empty())
        return refuse(options, "--no-salt and --salt cannot be combined");
    if (!options.salt.empty()) {
        const std::string wrong = decode_key(options.salt, "a salt", 8, to.salt.emplace().data());
        if (!wrong.empty()) return refuse(options, "--salt: " + wrong);
    }
    if (options.pbkdf2 || options.iterations || !options.digest.empty()) {
        Derivation &named = to.derivation.emplace();
        named.digest = options.digest.empty() ? "sha256" : options.digest;
        std::ranges::transform(named.digest, named.digest.begin(),
                               [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        named.pbkdf2 = options.pbkdf2 || options.iterations.has_value();
        named.iterations = named.pbkdf2 ? options.iterations.value_or(default_iterations) : 1;
        if (named.iterations == 0) return refuse(options, "--iterations: must be at least 1");
    }
    to.most_iterations = options.most_iterations.value_or(to.most_iterations);
    const std::uint64_t iterations = to.derivation     ? to.derivation->iterations
                                     : options.encrypt ? default_iterations
                                                       : 0;  // a search keeps to the limit
    if (iterations > to.most_iterations)
        return refuse(options,
                      fmt::format("--iterations {}: more than {} (--most-iterations){}", iterations,
                                  to.most_iterations, to.derivation ? "" : ": name another derivation"));
    if (options.password_file.empty() && options.in == "-" && options.needs_stdin)
        return refuse(options, "--password-file is required: standard input has the data");
    return true;
}

// Refuses the options that only --format openssl has.
bool evaluate_others(const DesOptions &options) {
    return none_given(options, "needs --format openssl",
                      {{"--digest", !options.digest.empty()},
                       {"--pbkdf2", options.pbkdf2},
                       {"--iterations", options.iterations.has_value()},
                       {"--most-iterations", options.most_iterations.has_value()},
                       {"--salt", !options.salt.empty()},
                       {"--no-salt", options.no_salt},
                       {"--base64", !options.base64.empty()}}) &&
           one_key_given(options);
}

bool evaluate_bare(const DesOptions &options) {
    if (!options.password_file.empty())
        return refuse(options, "--password-file needs --format openssl or cms");
    return evaluate_others(options);
}

bool evaluate_cms(const DesOptions &options, const DesJob &job) {
    if (options.encrypt)
        return refuse(options,
                      "--format cms is for decryption: openssl cms -encrypt -aes256 makes new files");
    if (job.work.mode != OG_CBC || (job.work.cipher != OG_DES && job.work.cipher != OG_DES_EDE3))
        return refuse(options, fmt::format("--format cms: CMS has des-ede3 and des in cbc, not {}-{}",
                                           options.cipher, options.mode));
    if (!options.iv.empty() || !options.key_fill.empty() || options.raw)
        return refuse(options, "--format cms cannot be combined with --iv, --key-fill and --raw");
    if (const Padding padding = padding_of(options, job.work.mode);
        padding != Padding::pkcs7 && padding != Padding::none && padding != Padding::ignore)
        return refuse(options,
                      fmt::format("--padding {}: CMS has pkcs7 (RFC 5652 section 6.3)", options.padding));
    return evaluate_others(options);
}

}  // namespace

bool evaluate(const DesOptions &options, std::string_view taker, DesJob &job) {
    DesWork &work = job.work;
    work.encrypt = options.encrypt;
    work.threads = options.threads;
    work.cipher = static_cast<og_des_cipher>(index_of(cipher_names, options.cipher));
    work.mode = static_cast<og_des_mode>(index_of(mode_names, options.mode));
    return (options.format == "openssl" ? evaluate_openssl(options, job)
            : options.format == "cms"   ? evaluate_cms(options, job)
                                        : evaluate_bare(options)) &&
           evaluate_sectors(options, taker, job) && evaluate_iv(options, taker, job) &&
           evaluate_padding(options, taker, job);
}

namespace {

// Reads the session key or the private key.
int read_cms_key(const DesOptions &options, std::string_view taker, DesJob &job) {
    const auto pem = std::make_unique<Pem>();
    if (const int status = read_key(options, job.work.cipher, taker, job.work.key, pem.get())) return status;
    if (pem->size > 0) {
        if (!none_given(options, "cannot be combined with a private key",
                        {{"--check-parity", options.check_parity}, {"--check-weak", options.check_weak}}))
            return exit_usage;
        if (job.work.cipher != OG_DES_EDE3) {
            complain("des", "a private key opens session keys of des-ede3 only: give the session key");
            return exit_failed;
        }
        bool asked = false;
        const auto ask = [&]() -> const Password * {
            asked = true;
            if (options.password_file.empty() && options.in == "-" && options.needs_stdin) {
                complain("des", "--password-file is required: standard input has the data");
                return nullptr;
            }
            return read_password("des", options.password_file, job.password) ? &job.password : nullptr;
        };
        const std::string wrong = job.recipient.emplace().read(*pem, ask);
        if (!wrong.empty()) {
            complain("des", fmt::format("--key-file {}: {}", shell_quoted(options.key_file), wrong));
            return exit_failed;
        }
        if (!asked && !none_given(options, "cannot be combined with a private key without a pass phrase",
                                  {{"--password-file", !options.password_file.empty()}}))
            return exit_usage;
    } else if (!none_given(options, "cannot be combined with a session key",
                           {{"--password-file", !options.password_file.empty()}})) {
        return exit_usage;
    }
    job.container = std::make_unique<CmsFile>(job.recipient ? &*job.recipient : nullptr);
    return exit_ok;
}

}  // namespace

int read_secrets(const DesOptions &options, std::string_view taker, DesJob &job) {
    if (options.format == "cms") return read_cms_key(options, taker, job);
    if (options.format != "openssl") {
        job.container = std::make_unique<Bare>(options.iv == "from-file", options.raw);
        return read_key(options, job.work.cipher, taker, job.work.key);
    }
    const auto say = [quiet = options.quiet](const std::string &text) {
        if (!quiet) complain("des", text);
    };
    job.container = std::make_unique<OpensslFile>(job.openssl, job.password, say);
    return read_password("des", options.password_file, job.password) ? exit_ok : exit_failed;
}

}  // namespace og::cli
