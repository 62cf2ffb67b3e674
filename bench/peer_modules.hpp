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
    std::string missing;  // empty, or the reason for having no rows: "not found: ..."
    std::vector<const og_peer_row *> rows;
};

// Returns the folder of the modules: OLDGUARD_PEERS if set, else peers/ beside the program or the installed
// folder, whichever exists first, else "".
std::string peer_folder();

// Opens every peer_*.so in the folder, in order of name. Adds the known libraries without a module. Their
// reason is the first line of peer_NAME.missing, which the build writes beside the modules. Modules stay
// loaded until the process ends.
std::vector<Peer> load_peers(const std::string &folder);

// Returns the work of a peer's row, or NULL if the library refuses.
std::unique_ptr<Work> make_peer_work(const og_peer_row &row, const Task &task);

}  // namespace og::bench
