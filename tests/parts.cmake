# SPDX-License-Identifier: MIT
# oldguard_parts(FOLDER NAME REGEX...): divides the files test_*.py of a folder among tests that run side by side.
# Sets part_NAME to the files whose name begins with test_REGEX, and part_rest to those that no REGEX matches.
function(oldguard_parts folder)
  file(GLOB rest CONFIGURE_DEPENDS ${folder}/test_*.py)
  while(ARGN)
    list(POP_FRONT ARGN name regex)
    set(part ${rest})
    list(FILTER part INCLUDE REGEX "/test_(${regex})[^/]*$")
    list(REMOVE_ITEM rest ${part})
    set(part_${name} ${part} PARENT_SCOPE)
  endwhile()
  set(part_rest ${rest} PARENT_SCOPE)
endfunction()
