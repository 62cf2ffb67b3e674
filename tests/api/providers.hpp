// SPDX-License-Identifier: MIT
// Loads OpenSSL's legacy provider, which has Whirlpool and single DES, and the default provider, which
// OpenSSL does not load automatically after that.
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
