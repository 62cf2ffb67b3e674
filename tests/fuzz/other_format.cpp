// SPDX-License-Identifier: MIT
// The formats that are no bare ciphertext. A verdict depends on the first bytes alone, and more bytes of
// random ciphertext behind a refused head never read beyond it.
#include "fuzz.hpp"

#include <cli/des/other_format.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    const auto known = og::cli::other_format({data, size}, size);
    const auto stream = og::cli::other_format({data, size}, UINT64_MAX);
    for (const auto &format : {known, stream}) {
        if (!format) continue;
        expect(size >= 5, "fewer than 36 bits are a format");
        expect(!format->what.empty() && !format->advice.empty(), "a format without a name");
    }
    // Where the size is unknown, fewer contradictions are seen.
    expect(!known || stream, "a stream hides a format");
    return 0;
}
