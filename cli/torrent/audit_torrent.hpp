// SPDX-License-Identifier: MIT
// `oldguard audit` with a torrent as the manifest.
#pragma once

#include "audit/audit.hpp"

#include <string>

namespace og::cli {

// Compares the files of a torrent, the manifest of the request, with a folder, which is the content or has it
// under the torrent's name. Prints the result. Returns the exit status: 0 all as listed, 1 a difference, 2
// bad usage, or a torrent or folder that cannot be read, 3 stopped by a signal.
int audit_torrent(const AuditRequest &request, const std::string &folder);

}  // namespace og::cli
