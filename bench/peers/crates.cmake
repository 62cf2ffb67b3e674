# SPDX-License-Identifier: MIT
# The peers that are Rust crates. scripts/fetch-crates fetches their sources.
set(OLDGUARD_CRATES ${CMAKE_BINARY_DIR}/crates CACHE PATH "Where the crates' sources are kept")

# sha1-checked also contains the published colliding files, which the tests use.
set(OLDGUARD_COLLIDING_FILES ${OLDGUARD_CRATES}/detectors/vendor/sha1-checked/tests/data
  CACHE INTERNAL "Colliding files")

# Sets `crates` to the folder of the crates of NAME, and `versions` to a text such as "sha1dc 0.1.5, ...".
# If the crates were not fetched, sets `reason` to one line with the reason.
function(oldguard_crates name)
  set(manifest ${CMAKE_CURRENT_SOURCE_DIR}/${name}/Cargo.toml)
  set(folder ${OLDGUARD_CRATES}/${name})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${manifest})
  file(STRINGS ${manifest} lines REGEX "= \"=")
  string(REGEX REPLACE "([^ ;]+) = \"=([^\"]+)\"" "\\1 \\2" lines "${lines}")
  list(JOIN lines ", " versions)
  set(reason "")
  file(SHA256 ${manifest} wanted)
  set(fetched "")
  if(EXISTS ${folder}/fetched)
    file(SHA256 ${folder}/fetched fetched)
  endif()
  if(NOT fetched STREQUAL wanted)
    set(reason "its crates were not fetched (scripts/fetch-crates)")
    if(EXISTS ${folder}/failed)
      file(STRINGS ${folder}/failed why LIMIT_COUNT 1)
      set(reason "its crates could not be fetched: ${why}")
    endif()
  endif()
  set(crates "${folder}" PARENT_SCOPE)
  set(versions "${versions}" PARENT_SCOPE)
  set(reason "${reason}" PARENT_SCOPE)
endfunction()

# Assembles the originals from the unchanged files of the crates.
function(oldguard_peer_nayuki)
  if(NOT OLDGUARD_ARCH MATCHES "^x(64|86)$")
    oldguard_no_peer(nayuki "it is x86 assembly")
    return()
  endif()
  oldguard_crates(originals)
  if(reason)
    oldguard_no_peer(nayuki "${reason}")
    return()
  endif()
  oldguard_peer_module(nayuki)
  set(sources ${crates}/vendor/sha1-asm/src/${OLDGUARD_ARCH}.S
    ${crates}/vendor/whirlpool-asm/src/${OLDGUARD_ARCH}.S)
  target_sources(oldguard_peer_nayuki PRIVATE ${sources})
  # The files do not declare that they need no executable stack, and the 32-bit file has absolute addresses
  # of its tables.
  set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS -Wa,--noexecstack)
  target_link_options(oldguard_peer_nayuki PRIVATE LINKER:-z,notext)
  target_compile_definitions(oldguard_peer_nayuki PRIVATE
    OLDGUARD_NAYUKI_VERSION="${versions}" OLDGUARD_NAYUKI_CODE="${OLDGUARD_ARCH}.S")
endfunction()

# Builds the static library NAME/lib.rs with cargo from the unchanged crates, and the module of the peer NAME
# with it. `rust` is the oldest version of Rust that builds the crates.
function(oldguard_peer_crates name rust)
  if(NOT OLDGUARD_ARCH STREQUAL x64)
    oldguard_no_peer(${name} "only 64-bit builds have it")
    return()
  endif()
  oldguard_crates(${name})
  find_program(OLDGUARD_CARGO cargo)
  if(NOT reason AND OLDGUARD_CARGO)
    execute_process(COMMAND ${OLDGUARD_CARGO} --version OUTPUT_VARIABLE here ERROR_QUIET)
    string(REGEX MATCH "[0-9]+\\.[0-9]+" here "${here}")
    if(NOT here)
      set(reason "cargo --version fails")
    elseif(here VERSION_LESS rust)
      set(reason "it needs Rust ${rust}, and this is ${here}")
    endif()
  elseif(NOT reason)
    set(reason "cargo is not installed (apt-get install cargo-web)")
  endif()
  if(reason)
    oldguard_no_peer(${name} "${reason}")
    return()
  endif()

  set(target ${crates}/target)       # shared by all build trees that use these crates
  set(archive ${target}/release/lib${name}.a)
  add_custom_command(OUTPUT ${archive}
    DEPENDS ${name}/lib.rs ${name}/Cargo.toml ${crates}/fetched
    COMMAND ${CMAKE_COMMAND} -E copy ${name}/lib.rs ${name}/Cargo.toml ${crates}
    COMMAND ${OLDGUARD_CARGO} build --release --quiet --offline
            --manifest-path ${crates}/Cargo.toml --target-dir ${target}
            --config "source.crates-io.replace-with='vendored'"
            --config "source.vendored.directory='${crates}/vendor'"
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "Building the Rust crates of the peer ${name}" VERBATIM)
  add_custom_target(oldguard_crates_${name} DEPENDS ${archive})
  oldguard_peer_module(${name})
  add_dependencies(oldguard_peer_${name} oldguard_crates_${name})
  target_link_libraries(oldguard_peer_${name} PRIVATE ${archive})
  set_target_properties(oldguard_peer_${name} PROPERTIES LINK_DEPENDS ${archive})
  target_compile_definitions(oldguard_peer_${name} PRIVATE OLDGUARD_CRATE_VERSIONS="${versions}")
endfunction()
