// SPDX-License-Identifier: MIT
// Finds and opens the modules of peer libraries.
#pragma once

#include "operations/work.hpp"
#include "peers/peer.h"

#include <memory>
#include <string>
#include <vector>

namespace og::bench {

struct Peer {
    std::string library;
    std::string version;
    std::string missing;  // empty, or why there are no rows: "not found (apt install libssl-dev)"
    std::vector<const og_peer_row *> rows;
};

// Where modules are looked for, in this order: OLDGUARD_PEERS, peers/ beside the program, the
// installed folder. Only the first that exists counts; "" when none does.
std::string peer_folder();

// Opens every peer_*.so in the folder, in order of name, and adds the known libraries that have
// none, with the first line of peer_NAME.missing, which the build writes beside the modules, as the
// reason. Modules stay loaded for the life of the process.
std::vector<Peer> load_peers(const std::string &folder);

// A peer's row as a piece of work; NULL when the library refuses.
std::unique_ptr<Work> make_peer_work(const og_peer_row &row, const Task &task);

}  // namespace og::bench
