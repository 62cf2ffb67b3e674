# SPDX-License-Identifier: MIT
# The packages that the command and its benchmark need: fmt and nlohmann-json. Each can be used as
# headers alone.
#
# A cross build takes a package of its target, if CMAKE_PREFIX_PATH or the root path of the toolchain has it,
# and otherwise the headers of this system. Links in one folder lead to these headers: a compiler for another
# system must not search all of /usr/include.
set(find_packages ON)
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_PREFIX_PATH AND NOT CMAKE_FIND_ROOT_PATH_MODE_PACKAGE STREQUAL "ONLY")
  set(find_packages OFF)
endif()

# oldguard_package(PACKAGE TARGET FOLDER FILE DEFINITION...)
function(oldguard_package package target folder file)
  if(find_packages)
    # Debian's configuration of fmt and nlohmann-json is only for the system's word size.
    find_package(${package} QUIET)
  endif()
  if(TARGET ${target})
    return()
  endif()
  find_path(OLDGUARD_${package}_HEADERS ${folder}/${file})
  if(NOT OLDGUARD_${package}_HEADERS)
    find_path(OLDGUARD_${package}_HEADERS ${folder}/${file} NO_CMAKE_FIND_ROOT_PATH)
  endif()
  set(headers ${OLDGUARD_${package}_HEADERS})
  if(NOT headers)
    message(FATAL_ERROR "The command needs fmt and nlohmann-json: apt-get install libfmt-dev "
      "nlohmann-json3-dev, or -DOLDGUARD_COMMAND=OFF for the library alone")
  endif()
  if(CMAKE_CROSSCOMPILING)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/headers)
    file(CREATE_LINK ${headers}/${folder} ${PROJECT_BINARY_DIR}/headers/${folder} COPY_ON_ERROR SYMBOLIC)
    set(headers ${PROJECT_BINARY_DIR}/headers)
  endif()
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} INTERFACE ${headers})
  target_compile_definitions(${target} INTERFACE ${ARGN})
endfunction()

oldguard_package(fmt fmt::fmt fmt format.h FMT_HEADER_ONLY=1)
oldguard_package(nlohmann_json nlohmann_json::nlohmann_json nlohmann json.hpp)
