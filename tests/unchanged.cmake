# SPDX-License-Identifier: MIT
# oldguard_unchanged(RESULT PATH...): sets RESULT to the words that stand before a test's command and skip
# the test while all that it reads is the same as when it passed (unchanged.py). PATH: what the test reads. The
# caller sets the test's SKIP_RETURN_CODE to 125.
function(oldguard_unchanged result)
  set(${result} ${OLDGUARD_PYTHON} -B ${PROJECT_SOURCE_DIR}/tests/unchanged.py
    tests/where.py tests/unchanged.py tests/turns.py asm/asmgen/shared_cache.py ${ARGN} -- PARENT_SCOPE)
endfunction()
