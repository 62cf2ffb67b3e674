// SPDX-License-Identifier: MIT
// Something that can be timed and whose result can be looked at: a kernel, an API call, a peer.
#pragma once

#include "../peers/peer.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace og::bench {

// What a piece of work reads and writes; the adapters of peers get the same structure.
using Task = og_peer_task;

using Bytes = std::vector<std::uint8_t>;

class Work {
public:
    virtual ~Work() = default;

    // Does the whole work `calls` times. Nothing else happens in here: it is what is timed.
    virtual void run(std::size_t calls) = 0;

    // What all calls so far came to, as peers/peer.h defines it for the operation. May end the
    // work: nothing is run after it.
    virtual Bytes answer() = 0;
};

}  // namespace og::bench
