# SPDX-License-Identifier: MIT
# The tests of the API: those that need no other library, and those that compare with OpenSSL, libgcrypt or
# libcrypt. A build for another system has the former alone. second_hash.hpp needs the file ${second_hash} and
# the library ${second_library}.
set(api_tests
  arguments_test.cpp
  des_keys_test.cpp
  des_many_test.cpp
  des_vectors_test.cpp
  dispatch_test.cpp
  environment_test.cpp
  errors_test.cpp
  hash_counters_test.cpp
  hash_many_test.cpp
  hash_many_two_part_test.cpp
  hash_update_many_test.cpp
  hash_vectors_test.cpp
  state_test.cpp
  two_part_test.cpp
  support.cpp)
set(second_hash second_hash_gcrypt.cpp)
if(CMAKE_CROSSCOMPILING)
  set(second_hash second_hash_oracle.cpp)
else()
  find_library(GCRYPT gcrypt REQUIRED)
  set(second_library ${GCRYPT})
endif()
set(api_comparisons
  crypt_test.cpp
  des_differential_test.cpp
  des_mac_test.cpp
  des_position_test.cpp
  des_wrap_test.cpp
  desx_test.cpp
  hash_differential_test.cpp
  kdf_test.cpp
  libdes_test.cpp
  pkcs12_test.cpp)
