// SPDX-License-Identifier: MIT
// DUKPT with Triple DES (ANSI X9.24-1:2009, annex A): the keys of a terminal from the key of its bank.
#pragma once

#include "secret.hpp"

namespace og::cli {

inline constexpr std::size_t ksn_size = 10;
using Ksn = std::array<std::uint8_t, ksn_size>;
using TwoKeys = Secret<16>;

// Returns the counter, the last 21 bits of a key serial number.
std::uint32_t ksn_counter(const Ksn &ksn);

// Derives the key that is loaded into a terminal from the base derivation key.
void dukpt_initial_key(const TwoKeys &base, const Ksn &ksn, TwoKeys &initial);

// Derives the key of one transaction, of which the keys below are variants.
void dukpt_transaction_key(const TwoKeys &initial, const Ksn &ksn, TwoKeys &key);

enum class DukptUse : std::uint8_t { pin, mac_request, mac_response, data_request, data_response };

// Derives the key for one use. The data keys are encrypted under themselves.
void dukpt_session_key(const TwoKeys &transaction, DukptUse use, TwoKeys &key);

}  // namespace og::cli
