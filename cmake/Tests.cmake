# SPDX-License-Identifier: Apache-2.0
#
# The words of tests/: programs of tests, tests in Python, replays of the seeds of fuzzers.
set(tests ${PROJECT_SOURCE_DIR}/tests)

# Debian 12 has 2.13; Debian 13 and Ubuntu 24.04 have 3, whose package refuses a request for 2.
find_package(Catch2 QUIET)
find_package(rapidcheck QUIET)
if(NOT Catch2_FOUND OR Catch2_VERSION VERSION_LESS 2.13 OR NOT rapidcheck_FOUND)
  message(FATAL_ERROR "The tests need Catch2 2.13 or 3 and rapidcheck (Debian: catch2, librapidcheck-dev). "
                      "-DRCSS_TESTS=OFF builds without tests.")
endif()
# All tests include <catch2/catch.hpp>, as 2.13 calls it.
add_library(test_catch INTERFACE)
target_link_libraries(test_catch INTERFACE Catch2::Catch2)
if(Catch2_VERSION VERSION_GREATER_EQUAL 3)
  target_include_directories(test_catch INTERFACE ${tests}/support/catch3)
endif()

# The exit status of tests that could not be run, or not wholly, because something is not on this machine. They print what, behind
# "skipped: ", and ./check names them at its end: nothing passes because a program is missing.
set(SKIPPED 77)

# The one source of tests that knows in which folders it is: all others compile to the same everywhere, so that ccache finds them.
add_library(test_folders OBJECT ${tests}/support/folders.cpp)
target_compile_definitions(test_folders PRIVATE RCSS_SOURCE_DIR="${CMAKE_SOURCE_DIR}" RCSS_BUILD_DIR="${CMAKE_BINARY_DIR}")
target_link_libraries(test_folders PRIVATE rcss_flags)

# How many of the tests that ./check runs side by side one counts for whose programs draw.
set(OF_WHO_DRAWS 2)

# A test that takes longer than this, s, hangs: a program takes less than a minute on an idle machine, a match a little more.
set(HANG 600)
set(PYTHON_HANG 1200)

add_library(test_main OBJECT ${tests}/support/main.cpp ${tests}/support/skipping.cpp)
target_compile_options(test_main PRIVATE $<$<NOT:$<CONFIG:Fuzz>>:-O0>)
target_link_libraries(test_main PUBLIC rcss_flags test_catch)
# With the address sanitizer GCC 12 suspects std::regex inside Catch.
target_compile_options(test_main PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)

# Catch is 18,000 lines of templates, and optimising its macros would take longer than all tests run. What is tested comes from the
# rooms and is optimised as in the server. All programs of tests read the headers from the one place where they are compiled before.
add_executable(test_headers EXCLUDE_FROM_ALL ${tests}/support/test_headers.cpp)
target_link_libraries(test_headers PRIVATE rcss_flags test_catch)
target_precompile_headers(test_headers PRIVATE <catch2/catch.hpp> ${RCSS_COMMON_HEADERS} <chrono> <filesystem> <fstream> <optional>)
target_compile_options(test_headers PRIVATE $<$<NOT:$<CONFIG:Fuzz>>:-O0>)

# A target whose sources are tests: compiled as above, several at once.
function(rcss_compile_as_tests target)
  target_precompile_headers(${target} REUSE_FROM test_headers)
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Fuzz>>:-O0>)
  rcss_join(${target})
endfunction()

# The program of tests of one room, and its entry in ctest: it names the cases that failed or could not run, and counts them all.
#   rcss_test(folder [SHARED] [READS] [THREADS cases] ROOMS room... [INSTEAD shared library...] [LIBRARIES external...] [SOURCES file...]
#             [SKIP regular expression: what the output says where a machine cannot run it])
# READS: the room reads what untrusted peers send, so ./check --sanitize runs this under the address sanitizer, too.
# THREADS: the room has threads, or its tests talk to it from a second one, so ./check --threads runs these cases under the thread sanitizer;
# "*": all of them.
# SOURCES: further ones of tests, from tests/.
add_custom_target(reading_tests)
add_custom_target(threaded_tests)
function(rcss_test folder)
  cmake_parse_arguments(TEST "SHARED;READS" "SKIP;THREADS" "ROOMS;INSTEAD;LIBRARIES;SOURCES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${tests}/${folder}/*.cpp)
  if(NOT sources)
    message(FATAL_ERROR "tests/${folder} has no tests")
  endif()
  list(TRANSFORM TEST_SOURCES PREPEND ${tests}/)
  string(REPLACE / _ program test_${folder})
  add_executable(${program} ${sources} ${TEST_SOURCES})
  target_link_libraries(${program} PRIVATE test_main test_folders ${TEST_LIBRARIES})
  if(TEST_SHARED)
    list(PREPEND TEST_INSTEAD spark)
  endif()
  rcss_link(${program} ${TEST_ROOMS} INSTEAD ${TEST_INSTEAD})
  rcss_compile_as_tests(${program})
  add_test(NAME "${folder}" COMMAND ${program})
  set(labels)
  if(TEST_READS)
    add_dependencies(reading_tests ${program})
    list(APPEND labels reads)
  endif()
  if(TEST_THREADS)
    add_dependencies(threaded_tests ${program})
    if(TEST_THREADS STREQUAL "*")
      list(APPEND labels threads)
    elseif(CMAKE_BUILD_TYPE STREQUAL "Tsan")
      add_test(NAME "${folder}: threads" COMMAND ${program} "${TEST_THREADS}")
      set_tests_properties("${folder}: threads" PROPERTIES TIMEOUT ${HANG} SKIP_RETURN_CODE ${SKIPPED} LABELS threads)
    endif()
  endif()
  set_tests_properties("${folder}" PROPERTIES TIMEOUT ${HANG} SKIP_RETURN_CODE ${SKIPPED} SKIP_REGULAR_EXPRESSION "${TEST_SKIP}"
                       LABELS "${labels}")
  if(TEST_SKIP MATCHES "OpenGL")
    set_tests_properties("${folder}" PROPERTIES PROCESSORS ${OF_WHO_DRAWS})
  endif()
endfunction()

# The interpreter itself, where python3 is a script that looks for one.
find_program(PYTHON3 python3)
if(PYTHON3)
  execute_process(COMMAND ${PYTHON3} -c "import sys; print(sys.executable)" OUTPUT_VARIABLE interpreter OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(interpreter)
    set(PYTHON3 ${interpreter} CACHE FILEPATH "Python" FORCE)
  endif()
endif()
# Tests written in Python.
#   python_test(name script [BROWSER] [DRAWS] [EXACT] [ALONE why] [SECONDS number] ARGUMENTS...)
# script: from tests/.
# SECONDS: about how long it takes, for those that are long: they start first, so that none is left when all others have ended. Of the rest
# ctest learns it.
# Tests run side by side (ctest -j), in folders and at ports of their own. ALONE: nothing else may be under way meanwhile, because they assert
# how fast or how soon something happens, in words: what they assert of it.
# EXACT: it compares what is the same on any machine, however busy, so its failure is never chance (.ci/second_chance.py).
# DRAWS: its programs draw, in software and with all processors.
# BROWSER: it drives a browser, which does the same; one such test runs at a time.
# Tests in Python learn from their environment that programs have the shadow memory of a sanitizer.
set(sanitized)
if(CMAKE_BUILD_TYPE MATCHES "^(Asan|Tsan|Fuzz)$")
  set(sanitized "RCSS_SANITIZED=1")
endif()
function(python_test name script)
  cmake_parse_arguments(TEST "BROWSER;DRAWS;EXACT" "ALONE;SECONDS" "" ${ARGN})
  if(PYTHON3)
    add_test(NAME "${name}" COMMAND ${PYTHON3} ${tests}/${script} ${TEST_UNPARSED_ARGUMENTS})
    # Without what the developer has at home.
    set_tests_properties("${name}" PROPERTIES TIMEOUT ${PYTHON_HANG} SKIP_RETURN_CODE ${SKIPPED} ENVIRONMENT "HOME=${PROJECT_BINARY_DIR}/tests;${sanitized}")
    if(TEST_SECONDS)
      set_tests_properties("${name}" PROPERTIES COST ${TEST_SECONDS})
    endif()
    if(TEST_BROWSER OR TEST_DRAWS)
      set_tests_properties("${name}" PROPERTIES PROCESSORS ${OF_WHO_DRAWS})
    endif()
    if(TEST_BROWSER)
      set_tests_properties("${name}" PROPERTIES RESOURCE_LOCK browser)
    endif()
    if(TEST_EXACT)
      set_tests_properties("${name}" PROPERTIES LABELS exact)
    endif()
    if(TEST_ALONE)
      set_tests_properties("${name}" PROPERTIES RUN_SERIAL TRUE LABELS pace)
    endif()
  else()
    add_test(NAME "${name}" COMMAND ${CMAKE_COMMAND} -E echo "skipped: there is no python3")
    set_tests_properties("${name}" PROPERTIES SKIP_REGULAR_EXPRESSION "skipped:")
  endif()
endfunction()

# Readers of what comes from outside, each with a folder of seeds of its name. Tests replay the seeds, with the compiler of everything else;
# in a build of the type Fuzz, which takes clang, fuzz_NAME is libFuzzer's program for the same source (./check --fuzz builds and runs them).
#   fuzz_test(NAME "what is read" CASES ROOMS room... [INSTEAD shared library...] [SOURCES file...] [LIBRARIES external...])
# CASES: changes of each seed that the replay makes. SOURCES: further ones of tests, from tests/.
# A NAME.dict beside the source has words for the fuzzer.
add_custom_target(fuzzers)
add_library(fuzz_replay OBJECT ${tests}/fuzz/replay.cpp)
target_link_libraries(fuzz_replay PUBLIC rcss_flags)
target_compile_options(fuzz_replay PRIVATE $<$<NOT:$<CONFIG:Fuzz>>:-O0>)
if(CMAKE_BUILD_TYPE STREQUAL "Fuzz" AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "The build type Fuzz takes clang: -DCMAKE_CXX_COMPILER=clang++")
endif()

function(fuzz_test name what cases)
  cmake_parse_arguments(FUZZ "" "" "ROOMS;INSTEAD;SOURCES;LIBRARIES" ${ARGN})
  list(TRANSFORM FUZZ_SOURCES PREPEND ${tests}/)
  list(APPEND FUZZ_SOURCES ${tests}/fuzz/${name}.cpp)
  add_executable(replay_${name} ${FUZZ_SOURCES})
  target_link_libraries(replay_${name} PRIVATE fuzz_replay test_catch)
  rcss_compile_as_tests(replay_${name})
  set(programs replay_${name})
  add_test(NAME "fuzz: ${what}" COMMAND replay_${name} ${cases} ${tests}/fuzz/${name})
  set_tests_properties("fuzz: ${what}" PROPERTIES TIMEOUT ${HANG} LABELS exact)
  if(CMAKE_BUILD_TYPE STREQUAL "Fuzz")
    add_executable(fuzz_${name} ${FUZZ_SOURCES})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    add_dependencies(fuzzers fuzz_${name})
    list(APPEND programs fuzz_${name})
  endif()
  foreach(program IN LISTS programs)
    target_link_libraries(${program} PRIVATE rcss_flags test_folders ${FUZZ_LIBRARIES})
    rcss_link(${program} ${FUZZ_ROOMS} INSTEAD ${FUZZ_INSTEAD})
  endforeach()
endfunction()
