// SPDX-License-Identifier: MIT
// Digests by another implementation: libgcrypt, or, in a build for another system, the oracles of the
// conformance harness.
#pragma once

#include "support.hpp"

namespace og::test {

Bytes second_sha1(const Bytes &message);
Bytes second_whirlpool(const Bytes &message);

}  // namespace og::test
