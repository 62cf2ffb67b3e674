// SPDX-License-Identifier: MIT
#include "libcrypto.hpp"

namespace og::cli {

void *libcrypto() {
    static void *library;
    std::string why, why_later;
    if (library == nullptr) library = os::load_library(os::libcrypto_name, why);
    if (library == nullptr) library = os::load_library(os::later_libcrypto_name, why_later);
    if (library == nullptr) throw LibcryptoMissing(why);
    return library;
}

}  // namespace og::cli
