// SPDX-License-Identifier: MIT
#include "libcrypto.hpp"

#ifdef OLDGUARD_LIBCRYPTO
#include "text/messages.hpp"

#include <openssl/err.h>
#endif

namespace og::cli {

void *libcrypto() {
    static void *library;
    std::string why, why_later;
    if (library == nullptr) library = os::load_library(os::libcrypto_name, why);
    if (library == nullptr) library = os::load_library(os::later_libcrypto_name, why_later);
    if (library == nullptr) throw LibcryptoMissing(why);
    return library;
}

#ifdef OLDGUARD_LIBCRYPTO
std::string libcrypto_errors() {
    std::string text;
    const char *data = nullptr;
    while (const unsigned long error = OG_LIB(ERR_get_error_all)(nullptr, nullptr, nullptr, &data, nullptr)) {
        const char *reason = OG_LIB(ERR_reason_error_string)(error);
        std::string each = reason != nullptr ? reason : fmt::format("error {:x}", error);
        if (data != nullptr && *data != '\0') each += fmt::format(" ({})", data);
        text += (text.empty() ? "" : "; ") + printable(each);
    }
    return text.empty() ? "no reason is known" : text;
}
#endif

}  // namespace og::cli
