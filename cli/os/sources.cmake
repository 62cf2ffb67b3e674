# SPDX-License-Identifier: MIT
# Sets OLDGUARD_OS_SOURCES to the files that implement the headers of this folder for the system, and
# OLDGUARD_OS_FILES to those of them that file.hpp needs, for ../hashing.
if(CMAKE_SYSTEM_NAME STREQUAL "Windows")
  set(OLDGUARD_OS_FILES windows/file windows/handle windows/text)
  set(OLDGUARD_OS_SOURCES windows/access_list windows/character windows/file windows/folder windows/handle
    windows/library windows/new_file windows/process windows/rotational windows/secrets
    windows/shell_command windows/signals windows/terminal windows/text windows/wakeup)
else()
  set(OLDGUARD_OS_FILES posix/file)
  set(OLDGUARD_OS_SOURCES posix/character posix/file posix/library posix/owner posix/process posix/secrets
    posix/shell_command posix/signals posix/terminal)
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(os_variant linux)
  else()
    set(os_variant posix)
  endif()
  foreach(part access_list folder new_file rotational wakeup)
    list(APPEND OLDGUARD_OS_SOURCES ${os_variant}/${part})
  endforeach()
endif()
list(APPEND OLDGUARD_OS_SOURCES remove_on_signal stop)
foreach(list OLDGUARD_OS_SOURCES OLDGUARD_OS_FILES)
  list(TRANSFORM ${list} REPLACE "(.+)" "${CMAKE_CURRENT_LIST_DIR}/\\1.cpp")
endforeach()
if(CMAKE_SYSTEM_NAME STREQUAL "Windows")
  # The headers of Windows define macros with common names, so each file is compiled alone.
  set_source_files_properties(${OLDGUARD_OS_SOURCES} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endif()
# This file defines a macro before it includes a header.
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/posix/secrets.cpp PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON)
