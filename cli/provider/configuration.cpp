// SPDX-License-Identifier: MIT
#include "configuration.hpp"

#include "files/beside_program.hpp"

#include <fmt/format.h>

namespace og::cli {
namespace {

// Returns a value as a configuration file writes it (config(5) of OpenSSL).
std::string config_value(const std::string &text) {
    std::string value;
    for (const char c : text) {
        if (c == '\n' || c == '\r') {
            value += c == '\n' ? "\\n" : "\\r";
            continue;
        }
        if (std::string_view("\\$#\"'`").find(c) != std::string_view::npos) value += '\\';
        value += c;
    }
    return value;
}

// Returns the lines that prefer algorithms of the module.
std::string preference(Serves serves) {
    if (serves == Serves::what_default_lacks) return "";
    return fmt::format(
        "alg_section = algorithm_properties\n\n[algorithm_properties]\ndefault_properties = ?{}\n",
        serves == Serves::everything ? "provider=oldguard" : preferred_property);
}

}  // namespace

std::string provider_module_path() {
#ifdef OLDGUARD_PROVIDER_FROM_PROGRAM
    return beside_program({"openssl/oldguard.so", OLDGUARD_PROVIDER_FROM_PROGRAM "/oldguard.so"});
#else
    return "";
#endif
}

// The default provider comes first: some versions of OpenSSL ignore the rest of the list after a module that
// cannot be loaded. What comes first serves, unless a property prefers another provider. OpenSSL 3.0 sorts
// the list by name when it loads a third provider, and d comes before o.
std::string provider_configuration(const std::string &module, Serves serves, bool for_node) {
    return fmt::format(R"({} = openssl_init

[openssl_init]
providers = active_providers
{}
[active_providers]
default = default_provider
oldguard = oldguard_provider

[default_provider]
activate = 1

[oldguard_provider]
module = {}
activate = 1
)",
                       for_node ? "nodejs_conf" : "openssl_conf", preference(serves), config_value(module));
}

}  // namespace og::cli
