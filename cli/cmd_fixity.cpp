// SPDX-License-Identifier: MIT
// `oldguard fixity`: runs the command `fixity` of the Python package oldguard-fixity.
#include "commands.hpp"
#include "run_fixity.hpp"

namespace og::cli {

void describe_fixity(Command &fixity) {
    fixity.footer(
        R"(Runs the command fixity of the Python package oldguard-fixity, beside this command or in PATH.
  All arguments are passed on: see `oldguard fixity plan --help`, `run`, `work`, `report` and
  `import-s3-batch`.

Exit status: 0 all as listed; 1 a difference, an attack or an unreadable object; 2 bad
  usage, or fixity is not installed; 3 stopped before the end.

Examples:
  oldguard fixity plan /archive job --expect SHA1SUMS
  oldguard fixity run job
  oldguard fixity report job)");
    fixity.callback([] { return run_fixity({}); });
}

}  // namespace og::cli
