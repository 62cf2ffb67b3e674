# SPDX-License-Identifier: MIT
# Removes the files named in MANIFEST (honours DESTDIR, as installing does).
if(NOT EXISTS "${MANIFEST}")
  message(FATAL_ERROR "${MANIFEST}: nothing was installed from this build folder")
endif()
file(STRINGS "${MANIFEST}" files)
foreach(file IN LISTS files)
  if(EXISTS "$ENV{DESTDIR}${file}" OR IS_SYMLINK "$ENV{DESTDIR}${file}")
    message(STATUS "Removing: $ENV{DESTDIR}${file}")
    file(REMOVE "$ENV{DESTDIR}${file}")
  endif()
endforeach()
