# SPDX-License-Identifier: Apache-2.0
#
# Compiler flags common to all targets, and the build types: Release is the default, RelWithDebInfo and None are used by packages, Asan and
# Tsan enable the sanitizers, and Fuzz, which requires clang, builds the fuzzers of tests/fuzz.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, RelWithDebInfo, Debug, Asan, Tsan or Fuzz" FORCE)
endif()

# The same seed must give the same bytes on every machine, in every build type and with every -march. A fused multiply-add, which only some
# processors have, rounds once instead of twice. tests/match/golden_log.py checks that.
add_compile_options(-ffp-contract=off)

# Programs and sanitizer reports name sources relative to the project, independent of the build machine; only debuggers need full paths.
add_compile_options(-f$<IF:$<CONFIG:Asan,Tsan,Fuzz>,file,macro>-prefix-map=${PROJECT_SOURCE_DIR}/=)

# Replaces CMake's default Release flags, but no flags given on the command line.
if(CMAKE_CXX_FLAGS_RELEASE STREQUAL "-O3 -DNDEBUG")
  set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
endif()
if(CMAKE_CXX_FLAGS_DEBUG STREQUAL "-g")
  set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g")
endif()
set(sanitized "-DRCSS_SANITIZED -O1 -g -fno-omit-frame-pointer")
string(APPEND CMAKE_CXX_FLAGS_ASAN " ${sanitized} -fsanitize=address,undefined -fno-sanitize-recover=undefined")
# The thread sanitizer does not understand Asio's fences; Asio's locks suffice.
string(APPEND CMAKE_CXX_FLAGS_TSAN " ${sanitized} -fsanitize=thread -DBOOST_ASIO_DISABLE_FENCED_BLOCK")
# Everything is instrumented for coverage; only the programs of tests/fuzz are linked with libFuzzer.
string(APPEND CMAKE_CXX_FLAGS_FUZZ " ${sanitized} -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined")

# GCC collects garbage whenever its memory has doubled since the last time, from 128 MB on, which takes a tenth of the compile time. If there is
# enough memory for every compiler process (up to 1 GB), it begins at 512 MB.
cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY) # MiB
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR memory_per_core "${memory} / ${cores}")
if(memory_per_core GREATER_EQUAL 1500)
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>)
endif()

# Looked up only when a build folder is configured for the first time: adding a launcher later would recompile everything.
if(NOT DEFINED CACHE{RCSS_CCACHE})
  find_program(RCSS_CCACHE ccache)
  if(NOT RCSS_CCACHE)
    set(RCSS_CCACHE "" CACHE FILEPATH "Path of ccache; empty: compile without it" FORCE)
  endif()
endif()
if(RCSS_CCACHE)
  # Inputs of precompiled headers are compared by content, and paths below the project are relative, so that clones in different folders
  # share the cache.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${RCSS_CCACHE})
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess> "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
  # Precompiled headers with debug information contain the folder's name, so clones could not share them.
  if(CMAKE_BUILD_TYPE MATCHES "^(Asan|Tsan|Fuzz)$")
    set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
  endif()
endif()

add_library(rcss_flags INTERFACE)
target_compile_options(rcss_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
                       $<$<BOOL:${RCSS_WERROR}>:-Werror>
                       # False positives: GCC 14 for every assignment of an optional that holds strings, GCC 12 for its own <regex> with Asan.
                       $<$<CXX_COMPILER_ID:GNU>:-Wno-error=maybe-uninitialized>
                       $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Asan>>:-Wno-maybe-uninitialized>
                       $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
target_include_directories(rcss_flags INTERFACE ${PROJECT_SOURCE_DIR})
