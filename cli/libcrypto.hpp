// SPDX-License-Identifier: MIT
// Calls libcrypto of OpenSSL, with which the command is not linked: it is loaded when it is first needed.
#pragma once

#include "os/library.hpp"

#include <stdexcept>
#include <string>

namespace og::cli {

// libcrypto or one of its functions is missing.
struct LibcryptoMissing : std::runtime_error {
    using runtime_error::runtime_error;
};

// Returns libcrypto of OpenSSL 3 or a later one. Throws LibcryptoMissing.
void *libcrypto();

// Returns the function of libcrypto with this name. Throws LibcryptoMissing.
template <class Function> Function function_of_libcrypto(const char *name) {
    Function function;
    std::string why;
    if (!os::find_function(libcrypto(), name, function, why)) throw LibcryptoMissing(why);
    return function;
}

// The same with the type that OpenSSL's headers declare.
#define OG_LIB(name) function_of_libcrypto<decltype(&::name)>(#name)

#ifdef OLDGUARD_LIBCRYPTO
// Empties libcrypto's queue of errors and returns their texts, the oldest first.
std::string libcrypto_errors();
#endif

}  // namespace og::cli
