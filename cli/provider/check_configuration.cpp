// SPDX-License-Identifier: MIT
#include "check_configuration.hpp"

#include "exit_status.hpp"
#include "files/output.hpp"
#include "openssl_functions.hpp"
#include "os/file.hpp"
#include "text/messages.hpp"
#include "text/table.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

namespace og::cli {
namespace {

// An algorithm of the module, and the provider that serves it under the configuration.
struct Served {
    std::string operation, name;
    std::string provider;  // "": none
    bool in_default = false;
};

// The functions for a type of algorithm.
template <class Type> struct Functions {
    void (*do_all)(ossl_lib_ctx_st *, void (*)(Type *, void *), void *);
    Type *(*fetch)(ossl_lib_ctx_st *, const char *, const char *);
    void (*free)(Type *);
    const char *(*name)(const Type *);
    const ossl_provider_st *(*provider)(const Type *);
};

class Check {
public:
    explicit Check(const OpensslFunctions &openssl) : openssl_(openssl) {}

    int run(const ConfigurationCheck &check);

private:
    struct FreeContext {
        const OpensslFunctions *openssl;
        void operator()(ossl_lib_ctx_st *context) const { openssl->OSSL_LIB_CTX_free(context); }
    };
    using Context = std::unique_ptr<ossl_lib_ctx_st, FreeContext>;

    Context new_context() const;
    Context with_module(const std::string &path) const;
    std::string errors() const;
    std::string default_file() const;
    std::string activated_module(const std::string &file, const char *first_line) const;
    std::vector<std::string> providers() const;
    template <class Type> void look_up(const char *operation, const Functions<Type> &functions);

    const OpensslFunctions &openssl_;
    Context module_, configured_;  // with the module alone, and with the configuration
    std::vector<Served> served_;
};

Check::Context Check::new_context() const {
    Context context(openssl_.OSSL_LIB_CTX_new(), FreeContext{&openssl_});
    if (!context) throw std::bad_alloc();
    return context;
}

// Returns a context with this module alone. Prints the reason and returns an empty one if it cannot be
// loaded.
Check::Context Check::with_module(const std::string &path) const {
    Context context = new_context();
    const std::size_t slash = os::last_separator(path);
    const std::string file = slash == std::string::npos ? path : path.substr(slash + 1);
    const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash);
    const std::string name = file.substr(0, file.find_last_of('.'));
    openssl_.OSSL_PROVIDER_set_default_search_path(context.get(), folder.empty() ? nullptr : folder.c_str());
    if (openssl_.OSSL_PROVIDER_load(context.get(), name.c_str()) != nullptr) return context;
    complain("provider", fmt::format("{}: {}", shell_quoted(path), errors()));
    return {};
}

// Empties OpenSSL's queue of errors and returns their texts, the oldest first.
std::string Check::errors() const {
    std::string text;
    const char *data = nullptr;
    while (const unsigned long error =
               openssl_.ERR_get_error_all(nullptr, nullptr, nullptr, &data, nullptr)) {
        const char *reason = openssl_.ERR_reason_error_string(error);
        std::string each = reason != nullptr ? reason : fmt::format("error {:x}", error);
        if (data != nullptr && *data != '\0') each += fmt::format(" ({})", data);
        text += (text.empty() ? "" : "; ") + printable(each);
    }
    return text.empty() ? "no reason is known" : text;
}

// Returns the file that OPENSSL_CONF names, else the one that is compiled in.
std::string Check::default_file() const {
    char *name = openssl_.CONF_get1_default_config_file();
    std::string file = name != nullptr ? name : "";
    openssl_.CRYPTO_free(name, "", 0);
    return file;
}

// Returns the path of the module that the configuration gives to the provider oldguard, or "".
std::string Check::activated_module(const std::string &file, const char *first_line) const {
    const std::unique_ptr<conf_st, void (*)(conf_st *)> conf(openssl_.NCONF_new_ex(module_.get(), nullptr),
                                                             openssl_.NCONF_free);
    if (!conf || openssl_.NCONF_load(conf.get(), file.c_str(), nullptr) <= 0) return "";
    const char *value = nullptr;
    for (const char *name : {first_line, "providers", "oldguard", "module"}) {
        value = openssl_.NCONF_get_string(conf.get(), value, name);
        if (value == nullptr) break;
    }
    return value != nullptr ? value : "";
}

// Returns the names of the active providers. Makes the default provider active if none is.
std::vector<std::string> Check::providers() const {
    struct List {
        const OpensslFunctions &openssl;
        std::vector<std::string> names;
    } list{openssl_, {}};
    const auto add = [](ossl_provider_st *provider, void *to) {
        auto *all = static_cast<List *>(to);
        all->names.emplace_back(all->openssl.OSSL_PROVIDER_get0_name(provider));
        return 1;
    };
    openssl_.OSSL_PROVIDER_do_all(configured_.get(), add, &list);
    return list.names;
}

// Adds the module's algorithms of this type.
template <class Type> void Check::look_up(const char *operation, const Functions<Type> &functions) {
    struct List {
        const Functions<Type> &functions;
        std::vector<std::string> names;
    } list{functions, {}};
    const auto add = [](Type *algorithm, void *to) {
        auto *all = static_cast<List *>(to);
        all->names.emplace_back(all->functions.name(algorithm));
    };
    functions.do_all(module_.get(), add, &list);
    for (const std::string &name : list.names) {
        Served served{operation, name, "", false};
        using Algorithm = std::unique_ptr<Type, void (*)(Type *)>;
        if (const Algorithm found{functions.fetch(configured_.get(), name.c_str(), nullptr), functions.free})
            served.provider = openssl_.OSSL_PROVIDER_get0_name(functions.provider(found.get()));
        const Algorithm other{functions.fetch(configured_.get(), name.c_str(), "provider=default"),
                              functions.free};
        served.in_default = other != nullptr;
        served_.push_back(served);
    }
    // A fetch that finds nothing leaves an error, which is none of the configuration.
    (void)errors();
}

// Returns the names of those that another provider serves than the one expected.
std::string unexpected(const std::vector<Served> &all, Serves expected) {
    std::string names;
    for (const Served &served : all) {
        const bool own = expected == Serves::everything || !served.in_default;
        if ((served.provider == "oldguard") != own) names += (names.empty() ? "" : ", ") + served.name;
    }
    return names;
}

int Check::run(const ConfigurationCheck &check) {
    module_ = with_module(check.module);
    if (!module_) return exit_failed;
    configured_ = new_context();
    int status = exit_ok;
    const auto fail = [&status](const std::string &text) {
        complain("provider", text);
        status = exit_failed;
    };
    const std::string file = check.file.empty() ? default_file() : check.file;
    const char *first_line = check.for_node ? "nodejs_conf" : "openssl_conf";
    if (openssl_.CONF_modules_load_file_ex(configured_.get(), file.c_str(), first_line, 0) <= 0)
        fail(fmt::format("{}: {}", shell_quoted(file), errors()));

    std::vector<std::string> active = providers();
#define OG_LOOK_UP(operation, type)                                                                 \
    look_up(operation,                                                                              \
            Functions{openssl_.type##_do_all_provided, openssl_.type##_fetch, openssl_.type##_free, \
                      openssl_.type##_get0_name, openssl_.type##_get0_provider})
    OG_LOOK_UP("digest", EVP_MD);
    OG_LOOK_UP("cipher", EVP_CIPHER);
    OG_LOOK_UP("MAC", EVP_MAC);
    OG_LOOK_UP("key derivation", EVP_KDF);
#undef OG_LOOK_UP

    print(aligned({{"libcrypto", openssl_.OpenSSL_version(openssl_version_text)},
                   {"configuration", shell_quoted(file)},
                   {"providers", fmt::format("{}", fmt::join(active, ", "))}}) +
          '\n');
    std::vector<std::vector<std::string>> rows{{"operation", "algorithm", "provider"}};
    for (const Served &served : served_)
        rows.push_back({served.operation, served.name, served.provider.empty() ? "-" : served.provider});
    print(aligned(rows));

    const auto is_active = [&active](const char *name) {
        return std::find(active.begin(), active.end(), name) != active.end();
    };
    if (!is_active("default") && !is_active("fips"))
        fail("the provider default is not active, so that programs lack most algorithms");
    if (!is_active("oldguard")) {
        // A module that cannot be loaded is no error of a configuration.
        const std::string module = activated_module(file, first_line);
        if (!module.empty() && std::filesystem::path(module).is_relative())
            fail(fmt::format("{}: a relative path, which OpenSSL looks for in its own folder of modules",
                             shell_quoted(module)));
        else if (module.empty() || with_module(module))
            fail(fmt::format("{}: {} does not activate oldguard", shell_quoted(file), first_line));
        status = exit_failed;
    } else if (check.expected) {
        const std::string names = unexpected(served_, *check.expected);
        if (!names.empty()) fail("another provider serves than expected: " + names);
    }
    return status;
}

}  // namespace

int check_configuration(const ConfigurationCheck &check) {
    std::string why;
    const OpensslFunctions *openssl = load_openssl(why);
    if (openssl == nullptr) {
        complain("provider", fmt::format("OpenSSL 3 is needed to check: {}", why));
        return exit_failed;
    }
    return Check(*openssl).run(check);
}

}  // namespace og::cli
