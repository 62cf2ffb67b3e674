// SPDX-License-Identifier: MIT
// Work that can be timed and whose result can be compared: a kernel, an API call or a row of a peer.
#pragma once

#include "../peers/peer.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace og::bench {

// The input and output of the work. The adapters of peers get the same structure.
using Task = og_peer_task;

using Bytes = std::vector<std::uint8_t>;

class Work {
public:
    virtual ~Work() = default;

    // Performs the operation `calls` times. This function is timed.
    virtual void run(std::size_t calls) = 0;

    // Are called before and after each run that is timed, and are not timed themselves.
    virtual void prepare() {}
    virtual void finish() {}

    // Returns the result of all calls so far, as peers/peer.h defines it for the operation. run must not be
    // called afterwards.
    virtual Bytes answer() = 0;
};

}  // namespace og::bench
