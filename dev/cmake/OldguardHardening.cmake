# SPDX-License-Identifier: MIT
# Hardening of the targets that handle secrets: target_link_libraries(x PRIVATE oldguard_hardened). Options
# that the compiler or the linker does not support are omitted.
include(CheckLinkerFlag)
include(CheckPIESupported)

add_library(oldguard_hardened INTERFACE)
set(CMAKE_REQUIRED_QUIET ON)
get_property(enabled GLOBAL PROPERTY ENABLED_LANGUAGES)
set(languages C CXX)
foreach(language IN LISTS languages)
  if(NOT language IN_LIST enabled)
    list(REMOVE_ITEM languages ${language})
  endif()
endforeach()
check_pie_supported(LANGUAGES ${languages})

# Symbols are bound when a program or library is loaded. The lazy binder would save vector registers on the
# stack, which can contain part of a key.
check_linker_flag(C LINKER:-z,relro,-z,now OLDGUARD_CAN_BIND_NOW)
if(OLDGUARD_CAN_BIND_NOW)
  target_link_options(oldguard_hardened INTERFACE LINKER:-z,relro,-z,now)
endif()

# MinGW has the functions of the stack protector in a library of its own, which each program that links
# with the static library would need. MSVC has its own protector, which is on.
if(WIN32)
  set(OLDGUARD_CAN_PROTECT_STACK OFF)
else()
  set(CMAKE_REQUIRED_FLAGS -fstack-protector-strong)
  oldguard_links(C "int main(void) { volatile char text[16]; text[0] = 0; return text[0]; }"
    OLDGUARD_CAN_PROTECT_STACK)
  unset(CMAKE_REQUIRED_FLAGS)
endif()
set(OLDGUARD_STACK_PROTECTOR $<$<BOOL:${OLDGUARD_CAN_PROTECT_STACK}>:-fstack-protector-strong>)
target_compile_options(oldguard_hardened INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:${OLDGUARD_STACK_PROTECTOR}>)

# CET: indirect calls and jumps lead to marked instructions only, and returns to their callers. The kernels in
# assembly for 64-bit ELF carry the marks already. The compiler refuses the option on other processors than x86.
if(CMAKE_SIZEOF_VOID_P EQUAL 8 AND NOT WIN32 AND NOT APPLE)
  set(CMAKE_REQUIRED_FLAGS "-Werror -fcf-protection")
  oldguard_links(C "int main(void) { return 0; }" OLDGUARD_CAN_MARK_CET)
  unset(CMAKE_REQUIRED_FLAGS)
endif()
set(OLDGUARD_CET $<$<BOOL:${OLDGUARD_CAN_MARK_CET}>:-fcf-protection>)
target_compile_options(oldguard_hardened INTERFACE $<$<COMPILE_LANGUAGE:C,CXX,ASM>:${OLDGUARD_CET}>)

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
