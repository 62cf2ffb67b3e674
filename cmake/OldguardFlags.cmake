# SPDX-License-Identifier: MIT
# Language levels and the warnings and sanitizers of every target: target_link_libraries(x PRIVATE
# oldguard_flags).
set(CMAKE_C_STANDARD 11)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(oldguard_flags INTERFACE)
target_compile_options(oldguard_flags INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra>
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes>)
if(OLDGUARD_WERROR)
  target_compile_options(oldguard_flags INTERFACE $<$<COMPILE_LANGUAGE:C,CXX>:-Werror>)
endif()
if(OLDGUARD_SANITIZE)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(oldguard_flags INTERFACE $<$<COMPILE_LANGUAGE:C,CXX>:${sanitizers}>)
  target_link_options(oldguard_flags INTERFACE ${sanitizers})
endif()

# The installed command finds the library beside it, wherever the prefix is.
file(RELATIVE_PATH to_library /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
set(CMAKE_INSTALL_RPATH $ORIGIN/${to_library})
