# SPDX-License-Identifier: Apache-2.0
#
# Compilers: flags that everything has, and the build types. Release is what people play with; RelWithDebInfo and None are what packages are
# built with; Asan and Tsan are the sanitizers, Fuzz is for the fuzzers of tests/fuzz and takes clang.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, RelWithDebInfo, Debug, Asan, Tsan or Fuzz" FORCE)
endif()

# The same bytes from the same seed on every machine, in every build type and with every -march: no fused multiply-add, which only some
# processors have and which rounds once where two operations round twice. tests/match/golden_log.py would notice.
add_compile_options(-ffp-contract=off)

# Programs and reports of sanitizers name sources by their paths in the project, wherever that was built; only debuggers need whole ones.
add_compile_options(-f$<IF:$<CONFIG:Asan,Tsan,Fuzz>,file,macro>-prefix-map=${PROJECT_SOURCE_DIR}/=)

# CMake's own flags of Release are -O3 -DNDEBUG; what was asked for on the command line stays.
if(CMAKE_CXX_FLAGS_RELEASE STREQUAL "-O3 -DNDEBUG")
  set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
endif()
if(CMAKE_CXX_FLAGS_DEBUG STREQUAL "-g")
  set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g")
endif()
set(sanitized "-DRCSS_SANITIZED -O1 -g -fno-omit-frame-pointer")
string(APPEND CMAKE_CXX_FLAGS_ASAN " ${sanitized} -fsanitize=address,undefined -fno-sanitize-recover=undefined")
# The thread sanitizer does not know Asio's fences; its locks are enough.
string(APPEND CMAKE_CXX_FLAGS_TSAN " ${sanitized} -fsanitize=thread -DBOOST_ASIO_DISABLE_FENCED_BLOCK")
# Everything reports which of its branches a case took, and the programs of tests/fuzz have libFuzzer in them.
string(APPEND CMAKE_CXX_FLAGS_FUZZ " ${sanitized} -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined")

# Decided when a folder is configured for the first time: a launcher that came later would have everything compiled once more.
if(NOT DEFINED CACHE{RCSS_CCACHE})
  find_program(RCSS_CCACHE ccache)
  if(NOT RCSS_CCACHE)
    set(RCSS_CCACHE "" CACHE FILEPATH "Path of ccache, if compilers are to be called by it" FORCE)
  endif()
endif()
if(RCSS_CCACHE)
  # What precompiled headers are made of is compared by its contents, and paths below the project are relative, so that a clone in another
  # folder finds what this one has compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${RCSS_CCACHE})
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess> "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
  # Those with debug information contain the name of the folder, so clones would share nothing.
  if(CMAKE_BUILD_TYPE MATCHES "^(Asan|Tsan|Fuzz)$")
    set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
  endif()
endif()

add_library(rcss_flags INTERFACE)
target_compile_options(rcss_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
                       $<$<BOOL:${RCSS_WERROR}>:-Werror>
                       # GCC 14 suspects every assignment of an optional that holds strings; GCC 12 its own <regex> when it instruments it.
                       $<$<CXX_COMPILER_ID:GNU>:-Wno-error=maybe-uninitialized>
                       $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Asan>>:-Wno-maybe-uninitialized>
                       $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
target_include_directories(rcss_flags INTERFACE ${PROJECT_SOURCE_DIR})
