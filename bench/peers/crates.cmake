# SPDX-License-Identifier: MIT
# Rivals that are published as Rust crates: cargo brings their sources into the build folder, once.
#
#   oldguard_fetch_crates(NAME VERSION ...)   sets OLDGUARD_CRATES_FOUND; the sources lie in
#                                             ${OLDGUARD_CRATES}/vendor/NAME
#
# Without cargo or without a network the build goes on, and the rival is "not found" in the bench.
option(OLDGUARD_FETCH "Fetch rivals that are published as Rust crates" ON)
set(OLDGUARD_CRATES ${CMAKE_BINARY_DIR}/crates CACHE PATH "Where the crates' sources are kept")

# The text of a file, or "" where there is none.
function(oldguard_read_stamp file variable)
  set(text "")
  if(EXISTS ${file})
    file(READ ${file} text)
  endif()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

function(oldguard_fetch_crates)
  set(manifest "[package]\nname = \"rivals\"\nversion = \"0.0.0\"\n[workspace]\n[dependencies]\n")
  list(LENGTH ARGN length)
  math(EXPR last "${length} - 1")
  foreach(at RANGE 0 ${last} 2)
    list(SUBLIST ARGN ${at} 2 crate)
    list(JOIN crate " = \"=" line)
    string(APPEND manifest "${line}\"\n")
  endforeach()

  # The manifest is its own stamp: other versions are other text.
  set(done ${OLDGUARD_CRATES}/fetched)
  set(failed ${OLDGUARD_CRATES}/failed)
  oldguard_read_stamp(${done} fetched_before)
  oldguard_read_stamp(${failed} failed_before)
  if(fetched_before STREQUAL manifest)
    set(OLDGUARD_CRATES_FOUND TRUE PARENT_SCOPE)
    return()
  endif()
  set(OLDGUARD_CRATES_FOUND FALSE PARENT_SCOPE)
  if(failed_before STREQUAL manifest)
    message(STATUS "Rust crates: could not be fetched before; remove ${failed} to try again")
    return()
  endif()
  find_program(OLDGUARD_CARGO cargo)
  if(NOT OLDGUARD_FETCH OR NOT OLDGUARD_CARGO)
    message(STATUS "Rust crates: not fetched (OLDGUARD_FETCH is off, or there is no cargo)")
    return()
  endif()

  message(STATUS "Rust crates: fetching ${ARGN}")
  file(WRITE ${OLDGUARD_CRATES}/Cargo.toml "${manifest}")
  file(WRITE ${OLDGUARD_CRATES}/src/lib.rs "")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env CARGO_NET_RETRY=1 CARGO_HTTP_TIMEOUT=15
            ${OLDGUARD_CARGO} vendor --quiet --manifest-path ${OLDGUARD_CRATES}/Cargo.toml
            ${OLDGUARD_CRATES}/vendor
    WORKING_DIRECTORY ${OLDGUARD_CRATES} TIMEOUT 60
    RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE error)
  if(result EQUAL 0)
    file(WRITE ${done} "${manifest}")
    set(OLDGUARD_CRATES_FOUND TRUE PARENT_SCOPE)
  else()
    string(STRIP "${error}" error)
    message(STATUS "Rust crates: cargo failed (${result}); remove ${failed} to try again\n${error}")
    file(WRITE ${failed} "${manifest}")
  endif()
endfunction()
