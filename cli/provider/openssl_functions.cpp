// SPDX-License-Identifier: MIT
#include "openssl_functions.hpp"

#include "os/library.hpp"

namespace og::cli {

const OpensslFunctions *load_openssl(std::string &why) {
    static OpensslFunctions functions;
    std::string why_later;
    void *library = os::load_library(os::libcrypto_name, why);
    if (library == nullptr) library = os::load_library(os::later_libcrypto_name, why_later);
    if (library == nullptr) return nullptr;
#define OG_FIND(result, name, parameters) \
    if (!os::find_function(library, #name, functions.name, why)) return nullptr;
    OG_OPENSSL_FUNCTIONS(OG_FIND)
#undef OG_FIND
    return &functions;
}

}  // namespace og::cli
