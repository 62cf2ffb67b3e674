# SPDX-License-Identifier: MIT
# The packages that the command and its benchmark need.
find_package(CLI11 QUIET)
if(NOT CLI11_FOUND)
  message(FATAL_ERROR "The command needs CLI11, fmt and nlohmann-json: apt-get install libcli11-dev "
    "libfmt-dev nlohmann-json3-dev, or -DOLDGUARD_COMMAND=OFF for the library alone")
endif()

# Debian's configuration of these two packages is only for the system's word size. Their headers serve both.
find_package(fmt QUIET)
if(NOT TARGET fmt::fmt)
  find_path(FMT_INCLUDE fmt/format.h REQUIRED)
  add_library(fmt::fmt INTERFACE IMPORTED GLOBAL)
  target_include_directories(fmt::fmt INTERFACE ${FMT_INCLUDE})
  target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY=1)
endif()
find_package(nlohmann_json QUIET)
if(NOT TARGET nlohmann_json::nlohmann_json)
  find_path(NLOHMANN_JSON_INCLUDE nlohmann/json.hpp REQUIRED)
  add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED GLOBAL)
  target_include_directories(nlohmann_json::nlohmann_json INTERFACE ${NLOHMANN_JSON_INCLUDE})
endif()
