# SPDX-License-Identifier: MIT
# Hardening of the targets that handle secrets: target_link_libraries(x PRIVATE oldguard_hardened). Options
# that the compiler or the linker does not support are omitted.
include(CheckLinkerFlag)
include(CheckPIESupported)

add_library(oldguard_hardened INTERFACE)
set(CMAKE_REQUIRED_QUIET ON)
get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
list(REMOVE_ITEM languages ASM)
check_pie_supported(LANGUAGES ${languages})

# Symbols are bound when a program or library is loaded. The lazy binder would save vector registers on the
# stack, which can contain part of a key.
check_linker_flag(C LINKER:-z,relro,-z,now OLDGUARD_CAN_BIND_NOW)
if(OLDGUARD_CAN_BIND_NOW)
  target_link_options(oldguard_hardened INTERFACE LINKER:-z,relro,-z,now)
endif()

set(CMAKE_REQUIRED_FLAGS -fstack-protector-strong)
oldguard_links(C "int main(void) { volatile char text[16]; text[0] = 0; return text[0]; }"
  OLDGUARD_CAN_PROTECT_STACK)
set(OLDGUARD_STACK_PROTECTOR $<$<BOOL:${OLDGUARD_CAN_PROTECT_STACK}>:-fstack-protector-strong>)
target_compile_options(oldguard_hardened INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:${OLDGUARD_STACK_PROTECTOR}>)

unset(CMAKE_REQUIRED_FLAGS)

# The checks of the C library need optimisation. A distribution may set its own level.
if(OLDGUARD_COMMAND)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  set(CMAKE_REQUIRED_FLAGS ${CMAKE_CXX_FLAGS_${type}})
  oldguard_links(CXX "
    #if !defined __OPTIMIZE__ || defined _FORTIFY_SOURCE
    #error no
    #endif
    int main() {}" OLDGUARD_FORTIFY_${type})
  if(OLDGUARD_FORTIFY_${type} AND NOT OLDGUARD_SANITIZE)
    set(OLDGUARD_FORTIFY _FORTIFY_SOURCE=2)
  endif()
  unset(CMAKE_REQUIRED_FLAGS)
endif()
unset(CMAKE_REQUIRED_QUIET)
