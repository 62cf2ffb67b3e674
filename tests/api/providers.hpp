// SPDX-License-Identifier: MIT
// OpenSSL's legacy provider, which has Whirlpool and single DES. Once it is loaded by hand, the
// default one no longer comes by itself.
#pragma once

#include <openssl/provider.h>

namespace og::test {

class Providers {
public:
    static void load() { static const Providers loaded; }

private:
    Providers() = default;
    ~Providers() {
        OSSL_PROVIDER_unload(legacy_);
        OSSL_PROVIDER_unload(default_);
    }
    OSSL_PROVIDER *legacy_ = OSSL_PROVIDER_load(nullptr, "legacy");
    OSSL_PROVIDER *default_ = OSSL_PROVIDER_load(nullptr, "default");
};

}  // namespace og::test
