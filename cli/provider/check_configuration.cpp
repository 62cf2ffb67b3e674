// SPDX-License-Identifier: MIT
#include "check_configuration.hpp"

#include "exit_status.hpp"

// A build without OpenSSL's headers has no module, and so nothing to check.
#ifndef OLDGUARD_PROVIDER_FROM_PROGRAM
int og::cli::check_configuration(const ConfigurationCheck &) { return exit_failed; }
#else

#include "files/output.hpp"
#include "libcrypto.hpp"
#include "text/messages.hpp"
#include "text/table.hpp"

#include <openssl/conf.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/provider.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

namespace og::cli {
namespace {

struct FreeContext {
    void operator()(OSSL_LIB_CTX *context) const { OG_LIB(OSSL_LIB_CTX_free)(context); }
};
using Context = std::unique_ptr<OSSL_LIB_CTX, FreeContext>;

Context new_context() {
    Context context(OG_LIB(OSSL_LIB_CTX_new)());
    if (!context) throw std::bad_alloc();
    return context;
}

// Returns the module of this path. Prints the reason and returns nullptr if it cannot be loaded.
OSSL_PROVIDER *load_module(const Context &context, const std::string &path) {
    OSSL_PROVIDER *module = OG_LIB(OSSL_PROVIDER_load)(context.get(), path.c_str());
    if (module == nullptr)
        complain("provider", fmt::format("{}: {}", shell_quoted(path), libcrypto_errors()));
    return module;
}

// Returns the file that OPENSSL_CONF names, else the one that is compiled in.
std::string default_file() {
    char *name = OG_LIB(CONF_get1_default_config_file)();
    std::string file = name != nullptr ? name : "";
    OG_LIB(CRYPTO_free)(name, "", 0);
    return file;
}

// Returns the path of the module that the configuration gives to the provider oldguard, or "".
std::string activated_module(const std::string &file, const char *first_line) {
    const std::unique_ptr<CONF, void (*)(CONF *)> conf(OG_LIB(NCONF_new_ex)(nullptr, nullptr),
                                                       OG_LIB(NCONF_free));
    if (!conf || OG_LIB(NCONF_load)(conf.get(), file.c_str(), nullptr) <= 0) return "";
    const char *value = nullptr;
    for (const char *name : {first_line, "providers", "oldguard", "module"}) {
        value = OG_LIB(NCONF_get_string)(conf.get(), value, name);
        if (value == nullptr) break;
    }
    return value != nullptr ? value : "";
}

// Returns the names of the active providers. Makes the default provider active if none is.
std::vector<std::string> active_providers(const Context &context) {
    std::vector<std::string> names;
    const auto add = [](OSSL_PROVIDER *provider, void *to) {
        static_cast<decltype(names) *>(to)->emplace_back(OG_LIB(OSSL_PROVIDER_get0_name)(provider));
        return 1;
    };
    OG_LIB(OSSL_PROVIDER_do_all)(context.get(), add, &names);
    return names;
}

// Frees an algorithm and returns the name of its provider, "" if there is no algorithm.
template <class Type>
std::string provider_of(Type *algorithm, void (*free)(Type *),
                        const OSSL_PROVIDER *(*provider)(const Type *)) {
    const std::string name = algorithm != nullptr ? OG_LIB(OSSL_PROVIDER_get0_name)(provider(algorithm)) : "";
    free(algorithm);
    return name;
}

// A type of algorithm, and the function that returns which provider serves one.
struct Operation {
    int number;
    const char *name;
    std::string (*serves)(const Context &context, const std::string &algorithm, const char *properties);
};

#define OG_SERVES(type)                                                                        \
    [](const Context &context, const std::string &algorithm, const char *properties) {         \
        return provider_of(OG_LIB(type##_fetch)(context.get(), algorithm.c_str(), properties), \
                           OG_LIB(type##_free), OG_LIB(type##_get0_provider));                 \
    }
constexpr Operation operations[] = {{OSSL_OP_DIGEST, "digest", OG_SERVES(EVP_MD)},
                                    {OSSL_OP_CIPHER, "cipher", OG_SERVES(EVP_CIPHER)},
                                    {OSSL_OP_MAC, "MAC", OG_SERVES(EVP_MAC)},
                                    {OSSL_OP_KDF, "key derivation", OG_SERVES(EVP_KDF)}};
#undef OG_SERVES

int run(const ConfigurationCheck &check) {
    libcrypto();  // the first error is that there is none
    int status = exit_ok;
    const auto fail = [&status](const std::string &text) {
        complain("provider", text);
        status = exit_failed;
    };
    const Context alone = new_context(), configured = new_context();
    OSSL_PROVIDER *module = load_module(alone, check.module);
    if (module == nullptr) return exit_failed;
    const std::string file = check.file.empty() ? default_file() : check.file;
    const char *first_line = check.for_node ? "nodejs_conf" : "openssl_conf";
    if (OG_LIB(CONF_modules_load_file_ex)(configured.get(), file.c_str(), first_line, 0) <= 0)
        fail(fmt::format("{}: {}", shell_quoted(file), libcrypto_errors()));

    const std::vector<std::string> active = active_providers(configured);
    std::vector<std::vector<std::string>> rows{{"operation", "algorithm", "provider"}};
    std::string unexpected;
    for (const Operation &operation : operations) {
        int no_cache = 0;
        const OSSL_ALGORITHM *each =
            OG_LIB(OSSL_PROVIDER_query_operation)(module, operation.number, &no_cache);
        for (; each != nullptr && each->algorithm_names != nullptr; each++) {
            const std::string names = each->algorithm_names, name = names.substr(0, names.find(':'));
            const std::string provider = operation.serves(configured, name, nullptr);
            rows.push_back({operation.name, name, provider.empty() ? "-" : provider});
            const bool preferred = std::string_view(each->property_definition).find(preferred_property) !=
                                   std::string_view::npos;
            const bool own = check.expected == Serves::everything ||
                             (check.expected == Serves::preferred && preferred) ||
                             operation.serves(configured, name, "provider=default").empty();
            if ((provider == "oldguard") != own) unexpected += (unexpected.empty() ? "" : ", ") + name;
        }
    }
    (void)
        libcrypto_errors();  // a fetch that finds nothing leaves an error, which is none of the configuration
    print(aligned({{"libcrypto", OG_LIB(OpenSSL_version)(OPENSSL_VERSION)},
                   {"configuration", shell_quoted(file)},
                   {"providers", fmt::format("{}", fmt::join(active, ", "))}}) +
          '\n' + aligned(rows));

    const auto is_active = [&active](const char *name) {
        return std::find(active.begin(), active.end(), name) != active.end();
    };
    if (!is_active("default") && !is_active("fips"))
        fail("the provider default is not active, so that programs lack most algorithms");
    if (!is_active("oldguard")) {
        status = exit_failed;
        // A module that cannot be loaded is no error of a configuration.
        const std::string activated = activated_module(file, first_line);
        if (!activated.empty() && std::filesystem::path(activated).is_relative())
            fail(fmt::format("{}: a relative path, which OpenSSL looks for in its own folder of modules",
                             shell_quoted(activated)));
        else if (activated.empty() || load_module(new_context(), activated) != nullptr)
            fail(fmt::format("{}: {} does not activate oldguard", shell_quoted(file), first_line));
    } else if (check.expected && !unexpected.empty()) {
        fail("another provider serves than expected: " + unexpected);
    }
    return status;
}

}  // namespace

int check_configuration(const ConfigurationCheck &check) try {
    return run(check);
} catch (const LibcryptoMissing &why) {
    complain("provider", fmt::format("OpenSSL 3 is needed to check: {}", why.what()));
    return exit_failed;
}

}  // namespace og::cli
#endif
