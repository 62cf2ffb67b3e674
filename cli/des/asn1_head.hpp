// SPDX-License-Identifier: MIT
// Recognizes a structure in ASN.1, DER or BER (X.690), by its first bytes.
#pragma once

#include <cstdint>
#include <span>

namespace og::cli {

enum class Asn1 : std::uint8_t { none, cms, pkcs12, key, other };

// Returns the kind of structure that begins with `head`, of data of `size` bytes.
//
// Random bytes are one with a probability of less than 2^-36. The outer element has 7 bits, and at one of
// twelve places on a fixed way through the elements follows an object identifier of a known arc, 33 bits, or
// at the first place an INTEGER 0 and a long INTEGER, 40 bits.
Asn1 asn1_head(std::span<const std::uint8_t> head, std::uint64_t size);

}  // namespace og::cli
