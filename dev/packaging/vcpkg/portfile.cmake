# SPDX-License-Identifier: MIT
vcpkg_download_distfile(archive
  URLS "@URL@"
  FILENAME "oldguard-@VERSION@.tar.xz"
  SHA512 @SHA512@)
vcpkg_extract_source_archive(source_path ARCHIVE "${archive}")

# vcpkg sets BUILD_SHARED_LIBS, which chooses the shared or the static library.
vcpkg_cmake_configure(SOURCE_PATH "${source_path}"
  OPTIONS -DOLDGUARD_COMMAND=OFF -DOLDGUARD_SHA1DETECTCOLL=OFF -DOLDGUARD_OPENSSL=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/oldguard)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${source_path}/LICENSE")
