# SPDX-License-Identifier: MIT
# The rivals of sha1dc: Rust crates, built by cargo as they are published. sha1-checked brings the
# published colliding files for the tests as well: they lie in OLDGUARD_COLLIDING_FILES.
set(OLDGUARD_COLLIDING_FILES ${OLDGUARD_CRATES}/detectors/vendor/sha1-checked/tests/data
  CACHE INTERNAL "Colliding files")

# How sha1dc needs Rust.
set(OLDGUARD_DETECTORS_RUST 1.87)

function(oldguard_peer_detectors sha1dc sha1_checked)
  find_program(OLDGUARD_CARGO cargo)
  if(NOT OLDGUARD_ARCH STREQUAL x64 OR NOT OLDGUARD_CARGO)
    return()
  endif()
  execute_process(COMMAND ${OLDGUARD_CARGO} --version OUTPUT_VARIABLE version ERROR_QUIET)
  string(REGEX MATCH "[0-9]+\\.[0-9]+" version "${version}")
  if(version VERSION_LESS OLDGUARD_DETECTORS_RUST)
    message(STATUS "Peer detectors: needs Rust ${OLDGUARD_DETECTORS_RUST}, found ${version}")
    return()
  endif()
  set(OLDGUARD_CRATES ${OLDGUARD_CRATES}/detectors)
  oldguard_fetch_crates(sha1dc ${sha1dc} sha1-checked ${sha1_checked})
  if(NOT OLDGUARD_CRATES_FOUND)
    message(STATUS "Peer detectors: the crates sha1dc and sha1-checked are not here")
    return()
  endif()
  message(STATUS "Peer detectors: sha1dc ${sha1dc}, sha1-checked ${sha1_checked}")

  set(project ${OLDGUARD_CRATES}/build)       # once for all trees that share the crates
  set(archive ${project}/target/release/libdetectors.a)
  configure_file(detectors/Cargo.toml.in ${project}/Cargo.toml @ONLY)
  add_custom_command(OUTPUT ${archive}
    DEPENDS ${project}/Cargo.toml ${CMAKE_CURRENT_SOURCE_DIR}/detectors/lib.rs
    COMMAND ${OLDGUARD_CARGO} build --release --quiet --offline
            --manifest-path ${project}/Cargo.toml --target-dir ${project}/target
            --config "source.crates-io.replace-with='vendored'"
            --config "source.vendored.directory='${OLDGUARD_CRATES}/vendor'"
    WORKING_DIRECTORY ${project} COMMENT "Building the Rust crates that detect" VERBATIM)
  add_custom_target(oldguard_detectors DEPENDS ${archive})
  oldguard_peer_module(detectors)
  add_dependencies(oldguard_peer_detectors oldguard_detectors)
  target_link_libraries(oldguard_peer_detectors PRIVATE ${archive})
  set_target_properties(oldguard_peer_detectors PROPERTIES LINK_DEPENDS ${archive})
  target_compile_definitions(oldguard_peer_detectors PRIVATE
    OLDGUARD_DETECTORS_VERSION="sha1dc ${sha1dc}, sha1-checked ${sha1_checked}")
endfunction()
