// SPDX-License-Identifier: MIT
// What an audit finds out before it reads the folder.
#pragma once

#include "audit.hpp"
#include "auditor.hpp"
#include "sum/totals_counter.hpp"

#include <string>

namespace og::cli {

// Reads the manifest and finds the folder. Returns exit_ok, or exit_usage after a message.
int read_subject(const AuditRequest &request, AuditSubject &subject);

// Returns the complaint about an option that is not possible with this manifest, or "".
std::string unsuitable_option(const AuditRequest &request, const Manifest &manifest);

HashOptions hash_options(const AuditRequest &request, const std::string &folder);

// Returns the files of the request that are there.
OwnFiles own_files(const AuditRequest &request);

// Returns whether --report would replace no other file than an earlier page. The name can be that of the
// manifest, of the journal or of a file that is audited, and it is known before hours of reading.
bool report_may_be_written(const std::string &name);

// Sets the totals if the manifest has the sizes of all files and all are read. Returns whether it does.
bool set_totals(const AuditRequest &request, const Manifest &manifest, RunTotals &totals);

// Returns the files that are counted ahead if the manifest has no sizes: those of the folder.
CountedFiles counted_files(const AuditRequest &request, const AuditSubject &subject);

}  // namespace og::cli
