# SPDX-License-Identifier: MIT
# The functions of vcpkg that the port calls, for one build type:
#     cmake -DRELEASE=FILE -DWORK=FOLDER -DSHARED=ON|OFF -DPORT_FOLDER=FOLDER -P vcpkg.cmake
set(PORT oldguard)
set(CURRENT_PACKAGES_DIR ${WORK}/packages)
set(CMAKE_CURRENT_LIST_DIR ${PORT_FOLDER})

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Compares the digest of the local archive with the port's. Nothing is downloaded.
function(vcpkg_download_distfile out)
  cmake_parse_arguments(arg "" "FILENAME;SHA512" "URLS" ${ARGN})
  file(SHA512 ${RELEASE} digest)
  if(NOT digest STREQUAL arg_SHA512)
    message(FATAL_ERROR "the digest of the port is not that of ${RELEASE}")
  endif()
  set(${out} ${RELEASE} PARENT_SCOPE)
endfunction()

function(vcpkg_extract_source_archive out)
  cmake_parse_arguments(arg "" "ARCHIVE" "" ${ARGN})
  file(ARCHIVE_EXTRACT INPUT ${arg_ARCHIVE} DESTINATION ${WORK}/source)
  file(GLOB tree ${WORK}/source/*)
  set(${out} ${tree} PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(arg "" "SOURCE_PATH" "OPTIONS" ${ARGN})
  run(${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${WORK}/build -G Ninja -DBUILD_SHARED_LIBS=${SHARED}
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} -DCMAKE_INSTALL_LIBDIR=lib
    ${arg_OPTIONS})
endfunction()

function(vcpkg_cmake_install)
  run(${CMAKE_COMMAND} --build ${WORK}/build --target install)
endfunction()

# Moves the configuration as vcpkg does, and corrects its paths to the prefix.
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(arg "" "CONFIG_PATH" "" ${ARGN})
  file(MAKE_DIRECTORY ${CURRENT_PACKAGES_DIR}/share)
  file(RENAME ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH} ${CURRENT_PACKAGES_DIR}/share/${PORT})
  file(GLOB files ${CURRENT_PACKAGES_DIR}/share/${PORT}/*.cmake)
  foreach(file IN LISTS files)
    file(READ ${file} text)
    string(REPLACE "/../../../" "/../../" text "${text}")
    string(REPLACE "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\nget_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n"
      "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n" text "${text}")
    file(WRITE ${file} "${text}")
  endforeach()
endfunction()

function(vcpkg_fixup_pkgconfig)
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(arg "" "" "FILE_LIST" ${ARGN})
  file(MAKE_DIRECTORY ${CURRENT_PACKAGES_DIR}/share/${PORT})
  configure_file(${arg_FILE_LIST} ${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright COPYONLY)
endfunction()

include(${PORT_FOLDER}/portfile.cmake)
