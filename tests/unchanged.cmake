# SPDX-License-Identifier: MIT
# oldguard_unchanged(RESULT TEST PATH...): sets RESULT to the words that stand before a test's command and skip
# the test while all that it read when it last passed is the same (unchanged.py). PATH: what the test reads. The
# caller sets the test's SKIP_RETURN_CODE to 125.
function(oldguard_unchanged result test)
  set(${result} ${OLDGUARD_PYTHON} -B ${PROJECT_SOURCE_DIR}/tests/unchanged.py
    ${PROJECT_BINARY_DIR}/tests/unchanged/${test} tests/unchanged.py ${ARGN} -- PARENT_SCOPE)
endfunction()
