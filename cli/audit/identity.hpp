// SPDX-License-Identifier: MIT
// Tells audits apart, for their journals.
#pragma once

#include "manifest/manifest.hpp"

#include <string>

namespace og::cli {

// Returns hexadecimal digits that are the same for audits whose results can be shared: with the same names
// and digests in the manifest, and the same detection of attacks.
std::string identity_of(const Manifest &manifest, bool detect);

}  // namespace og::cli
