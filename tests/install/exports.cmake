# SPDX-License-Identifier: MIT
# The names that each library exports are those that its headers declare. Sets `exports_tests`.
file(GLOB headers ${PROJECT_SOURCE_DIR}/include/oldguard/*.h)
set(defines ${OLDGUARD_LEFT_OUT})
list(TRANSFORM defines PREPEND --define=)
set(exports_tests)
function(oldguard_test_exports name)
  add_test(NAME exports.${name} COMMAND ${OLDGUARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/install/exports.py
    --cc ${CMAKE_C_COMPILER} ${defines} ${ARGN})
  set(exports_tests ${exports_tests} exports.${name} PARENT_SCOPE)
endfunction()

oldguard_test_exports(shared --shared $<TARGET_FILE:oldguard> --headers ${headers})
# oldguard.h includes all headers.
oldguard_test_exports(one_header --shared $<TARGET_FILE:oldguard>
  --headers ${PROJECT_SOURCE_DIR}/include/oldguard/oldguard.h)
oldguard_test_exports(static --static $<TARGET_FILE:oldguard_static> --exports-nothing --headers ${headers})
if(TARGET oldguard_libdes)
  oldguard_test_exports(libdes --static $<TARGET_FILE:oldguard_libdes>
    --headers ${PROJECT_SOURCE_DIR}/bindings/libdes/des.h)
endif()
if(TARGET oldguard_sha1detectcoll)
  file(GLOB headers ${PROJECT_SOURCE_DIR}/bindings/sha1detectcoll/sha1dc/*.h)
  oldguard_test_exports(sha1detectcoll --shared $<TARGET_FILE:oldguard_sha1detectcoll> --headers ${headers})
endif()
