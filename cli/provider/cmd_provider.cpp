// SPDX-License-Identifier: MIT
// `oldguard provider`: prints the configuration that activates the provider in OpenSSL, and checks one.
#include "check_configuration.hpp"
#include "commands.hpp"
#include "files/output.hpp"
#include "kernels/chosen.hpp"
#include "text/messages.hpp"

#include <cerrno>
#include <memory>

namespace og::cli {
namespace {

constexpr const char *provider_footer =
    R"(Prints a configuration file of OpenSSL 3 or newer, which OPENSSL_CONF names. The default provider stays
  active, because programs need its other algorithms.
--check prints which provider serves each algorithm under FILE, or under the configuration that programs
  use. It loads libcrypto of this system. With --mode it expects that.

Exit status: 0 success; 1 the provider is not installed, there is no OpenSSL, the configuration has an
  error, oldguard or default is not active, or another provider serves than expected; 2 bad usage, or an
  invalid OLDGUARD_* variable.

Examples:
  oldguard provider > oldguard.cnf
  oldguard provider --check --mode=replace oldguard.cnf
  OPENSSL_CONF=$PWD/oldguard.cnf openssl speed -evp des-ede3-cbc -decrypt)";

struct ProviderOptions {
    std::string file, mode;
    bool has_file = false, node = false, check = false;
};

int run(const ProviderOptions &options) {
    if (options.has_file && !options.check) {
        complain_usage("provider", "an operand needs --check");
        return exit_usage;
    }
    if (options.has_file && options.file.empty()) {  // not the configuration that programs use
        complain_errno("provider", options.file, ENOENT);
        return exit_failed;
    }
    if (config_is_wrong("provider")) return exit_usage;
    const std::string module = provider_module_path();
    if (module.empty()) {
        complain("provider", "this installation has no provider for OpenSSL");
        return exit_failed;
    }
    const Serves serves = options.mode == "add"   ? Serves::what_default_lacks
                          : options.mode == "all" ? Serves::everything
                                                  : Serves::preferred;
    if (!options.check) {
        print(provider_configuration(module, serves, options.node));
        return exit_ok;
    }
    ConfigurationCheck check{module, options.file, options.node, {}};
    if (!options.mode.empty()) check.expected = serves;
    return check_configuration(check);
}

}  // namespace

void describe_provider(Command &provider) {
    auto options = std::make_shared<ProviderOptions>();
    provider
        .add_option("--mode", options->mode,
                    "replace: oldguard serves every algorithm that it has, but HMAC (default);"
                    "\nall: HMAC as well; add: only what the default provider lacks")
        ->manual(
            "With `replace` the line `default_properties = ?oldguard.preferred=yes` has this effect, "
            "independent of the order of the providers. HMAC stays with the default provider, which takes "
            "SHA-1 and Whirlpool from oldguard: HMAC with them is not faster, and with other digests as "
            "fast as without oldguard. With `all` (`?provider=oldguard`) HMAC with SHA-1 in one call takes "
            "half of the time, and with SHA-256 1.3 times the time. What the default provider lacks is "
            "Whirlpool, single DES and DESX. With `add` a program that fetches another algorithm with the "
            "property `provider=oldguard` gets oldguard's.")
        ->check(one_of({"add", "all", "replace"}))
        ->type_name("MODE");
    provider.add_flag("--node", options->node, "For Node, which reads the line nodejs_conf")
        ->manual("It stands in place of `openssl_conf`.");
    provider.add_flag("--check", options->check, "Print which provider serves each algorithm")
        ->manual("First come the version of libcrypto, the configuration and the active providers. Without "
                 "*FILE* it checks the configuration that programs use: the one that `OPENSSL_CONF` names, "
                 "or OpenSSL's own. With `--mode` each algorithm must come from the provider that this "
                 "mode describes.");
    const Option *file = provider.add_operand(
        "FILE", options->file, "With --check: a configuration (default: OPENSSL_CONF, or OpenSSL's own)");
    provider.footer(provider_footer);
    provider.callback([options, file] {
        options->has_file = file->count() > 0;
        return run(*options);
    });
}

}  // namespace og::cli
