// SPDX-License-Identifier: MIT
#include "second_hash.hpp"

#include <check/oracles/oracle.hpp>

namespace og::test {

Bytes second_sha1(const Bytes &message) { return check::oracle::sha1(message); }
Bytes second_whirlpool(const Bytes &message) { return check::oracle::whirlpool(message); }

}  // namespace og::test
