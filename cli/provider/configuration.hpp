// SPDX-License-Identifier: MIT
// The configuration that activates the provider in OpenSSL.
#pragma once

#include <string>

namespace og::cli {

// What the provider serves beside the default provider of OpenSSL: every algorithm that it has, those that
// cost a caller with other digests next to nothing, or only those that the default provider lacks.
enum class Serves { everything, preferred, what_default_lacks };

// The property of the second kind (bindings/openssl/algorithms.h).
inline constexpr const char *preferred_property = "oldguard.preferred=yes";

// Returns the absolute path of the module: that of the build folder, else the installed one. Returns "" if
// there is none.
std::string provider_module_path();

// Returns the text of a configuration file for this module. `for_node`: Node reads it, by the line
// nodejs_conf instead of openssl_conf.
std::string provider_configuration(const std::string &module, Serves serves, bool for_node);

}  // namespace og::cli
