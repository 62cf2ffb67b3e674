# SPDX-License-Identifier: MIT
# The peers that are Rust crates. dev/scripts/fetch-crates fetches their sources.
set(OLDGUARD_CRATES ${CMAKE_BINARY_DIR}/crates CACHE PATH "Where the crates' sources are kept")

# sha1-checked also contains the published colliding files, which the tests use.
set(OLDGUARD_COLLIDING_FILES ${OLDGUARD_CRATES}/detectors/vendor/sha1-checked/tests/data
  CACHE INTERNAL "Colliding files")

option(OLDGUARD_SLOW_PEERS "Build AWS-LC and OpenSSL 4 from their crates" OFF)

# Sets `crates` to the folder of the crates of FOLDER/Cargo.toml, and `versions` to a text such as "sha1dc 0.1.5, ...".
# If the crates were not fetched, sets `reason` to one line with the reason.
function(oldguard_crates folder)
  get_filename_component(name ${folder} NAME)
  set(manifest ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/Cargo.toml)
  set(fetch ${OLDGUARD_CRATES}/${name})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${manifest})
  file(STRINGS ${manifest} lines REGEX "= \"=")
  string(REGEX REPLACE "([^ ;.]+)(\\.version)? = \"=([^\"]+)\"" "\\1 \\3" lines "${lines}")
  list(JOIN lines ", " versions)
  set(reason "")
  if(folder MATCHES "^slow/" AND NOT OLDGUARD_SLOW_PEERS)
    set(reason "building it takes minutes (make bench SLOW_PEERS=1)")
    set(reason "${reason}" PARENT_SCOPE)
    return()
  endif()
  file(SHA256 ${manifest} wanted)
  set(fetched "")
  if(EXISTS ${fetch}/fetched)
    file(SHA256 ${fetch}/fetched fetched)
  endif()
  if(NOT fetched STREQUAL wanted)
    set(reason "its crates were not fetched (dev/scripts/fetch-crates)")
    if(EXISTS ${fetch}/failed)
      file(STRINGS ${fetch}/failed why LIMIT_COUNT 1)
      set(reason "its crates could not be fetched: ${why}")
    endif()
  endif()
  set(crates "${fetch}" PARENT_SCOPE)
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

# Builds the static library FOLDER/lib.rs with cargo from the unchanged crates, and the module of the peer
# NAME, the last part of FOLDER, with it. `rust` is the oldest version of Rust that builds the crates.
function(oldguard_peer_crates folder rust)
  get_filename_component(name ${folder} NAME)
  if(NOT OLDGUARD_ARCH STREQUAL x64)
    oldguard_no_peer(${name} "only 64-bit builds have it")
    return()
  endif()
  oldguard_crates(${folder})
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
    DEPENDS ${folder}/lib.rs ${folder}/Cargo.toml ${crates}/fetched
    COMMAND ${CMAKE_COMMAND} -E copy ${folder}/lib.rs ${folder}/Cargo.toml ${crates}
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

# Builds libcrypto from the source in the crate openssl-src, and the module openssl4 with it. Only what the
# adapter calls is configured, and what that needs.
function(oldguard_peer_openssl4)
  if(NOT OLDGUARD_ARCH STREQUAL x64)
    oldguard_no_peer(openssl4 "only 64-bit builds have it")
    return()
  endif()
  oldguard_crates(slow/openssl4)
  find_program(OLDGUARD_PERL perl)
  find_program(OLDGUARD_MAKE make)
  if(NOT reason AND NOT (OLDGUARD_PERL AND OLDGUARD_MAKE))
    set(reason "it needs perl and make")
  endif()
  if(reason)
    oldguard_no_peer(openssl4 "${reason}")
    return()
  endif()
  set(target ${crates}/target)
  set(without shared module apps tests docs ssl tls dtls quic ec dsa dh cms ts ct ocsp cmp srp psk http comp
    aria camellia seed sm2 sm3 sm4 idea bf cast rc2 ml-dsa ml-kem slh-dsa)
  list(TRANSFORM without PREPEND no-)
  add_custom_command(OUTPUT ${target}/libcrypto.a
    DEPENDS ${crates}/fetched
    COMMAND ${CMAKE_COMMAND} -E make_directory ${target}
    COMMAND ${CMAKE_COMMAND} -E chdir ${target}
            ${OLDGUARD_PERL} ${crates}/vendor/openssl-src/openssl/Configure linux-x86_64 enable-legacy ${without}
            > ${crates}/configure.log
    COMMAND ${OLDGUARD_MAKE} -s -j2 -C ${target} build_generated libcrypto.a > ${crates}/make.log
    COMMENT "Building OpenSSL's libcrypto" VERBATIM)
  add_custom_target(oldguard_crates_openssl4 DEPENDS ${target}/libcrypto.a)
  oldguard_peer_module(openssl4 peer_openssl.cpp)
  add_dependencies(oldguard_peer_openssl4 oldguard_crates_openssl4)
  target_include_directories(oldguard_peer_openssl4 BEFORE PRIVATE
    ${target}/include ${crates}/vendor/openssl-src/openssl/include)
  # Another libcrypto may be in the process.
  target_link_options(oldguard_peer_openssl4 PRIVATE LINKER:--exclude-libs,ALL)
  target_link_libraries(oldguard_peer_openssl4 PRIVATE ${target}/libcrypto.a)
  set_target_properties(oldguard_peer_openssl4 PROPERTIES LINK_DEPENDS ${target}/libcrypto.a)
  target_compile_definitions(oldguard_peer_openssl4 PRIVATE OLDGUARD_CRATE_VERSIONS="${versions}")
endfunction()
