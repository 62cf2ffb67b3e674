// SPDX-License-Identifier: MIT
// Selects the listed files that are read.
#pragma once

#include "auditor.hpp"

namespace og::cli {

// Returns whether a file that is there must be read: unless --quick finds it as recorded and it was checked
// recently enough, and unless it is outside the sample. A file whose size or time differs from the recorded
// one is always read.
bool must_read(const ManifestEntry &entry, const FileState &state, const AuditOptions &options);

// Returns whether a name belongs to the sample of a seed. `fraction` of all names do.
bool in_sample(std::string_view name, std::uint64_t seed, double fraction);

}  // namespace og::cli
