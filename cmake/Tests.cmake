# SPDX-License-Identifier: Apache-2.0
#
# Functions for tests/: test programs, tests in Python, replays of fuzzing seeds.
set(tests ${PROJECT_SOURCE_DIR}/tests)

# No version is requested: Debian 12 has 2.13; Debian 13 and Ubuntu 24.04 have 3, whose package rejects a request for 2.
find_package(Catch2 QUIET)
find_package(rapidcheck QUIET)
if(NOT Catch2_FOUND OR Catch2_VERSION VERSION_LESS 2.13 OR NOT rapidcheck_FOUND)
  message(FATAL_ERROR "The tests need Catch2 2.13 or 3 and rapidcheck (Debian: catch2, librapidcheck-dev). "
                      "-DRCSS_TESTS=OFF builds without tests.")
endif()
# All tests include <catch2/catch.hpp>, the header's name in 2.13.
add_library(test_catch INTERFACE)
target_link_libraries(test_catch INTERFACE Catch2::Catch2)
if(Catch2_VERSION VERSION_GREATER_EQUAL 3)
  target_include_directories(test_catch INTERFACE ${tests}/support/catch3)
endif()

# Exit status of a test that cannot run, or not completely, because this machine lacks something. It prints the reason after "skipped: ", and
# ./check lists it at the end: if a program is missing, a test never counts as passed.
set(SKIPPED 77)

# The only test source that depends on the folders' paths: all others compile to the same objects in every clone, so ccache can share them.
add_library(test_folders OBJECT ${tests}/support/folders.cpp)
target_compile_definitions(test_folders PRIVATE RCSS_SOURCE_DIR="${CMAKE_SOURCE_DIR}" RCSS_BUILD_DIR="${CMAKE_BINARY_DIR}")
target_link_libraries(test_folders PRIVATE rcss_flags)

# Processors that ctest reserves for a test whose programs draw.
set(DRAWING_PROCESSORS 2)

# Precedes the name of a test and its command, so that ./check can tell which test left files in its temporary folder.
set(with_folder ${tests}/support/with_folder)

# Timeouts in s: a test program takes less than a minute on an idle machine, a match a little more.
set(HANG 600)
set(PYTHON_HANG 1200)

add_library(test_main OBJECT ${tests}/support/main.cpp ${tests}/support/skipping.cpp)
target_compile_options(test_main PRIVATE $<$<NOT:$<CONFIG:Fuzz>>:-O0>)
target_link_libraries(test_main PUBLIC rcss_flags test_catch)
# A false positive of GCC 12 with the address sanitizer, for std::regex inside Catch.
target_compile_options(test_main PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)

# Catch has 18,000 lines of templates, and optimising its macros would take longer than running all tests. The code under test is in the rooms,
# which are optimised as in the server. All test programs share one set of precompiled headers.
add_executable(test_headers EXCLUDE_FROM_ALL ${tests}/support/test_headers.cpp)
target_link_libraries(test_headers PRIVATE rcss_flags test_catch)
target_precompile_headers(test_headers PRIVATE <catch2/catch.hpp> ${RCSS_COMMON_HEADERS} <fstream>)
target_compile_options(test_headers PRIVATE $<$<NOT:$<CONFIG:Fuzz>>:-O0>)

# Compiles the sources of a target as tests: with those headers, and several sources at once.
function(rcss_compile_as_tests target)
  target_precompile_headers(${target} REUSE_FROM test_headers)
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Fuzz>>:-O0>)
  rcss_join(${target})
endfunction()

# The test program of one room and its entry in ctest. The program names the cases that failed or were skipped, and counts all of them.
#   rcss_test(folder [SHARED] [READS] [THREADS cases] ROOMS room... [INSTEAD shared library...] [LIBRARIES external...] [SOURCES file...]
#             [SKIP regular expression])
# READS: the room reads input of untrusted peers, so ./check --sanitize also runs its tests under the address sanitizer.
# THREADS: the room has threads, or its tests call it from a second one, so ./check --threads runs these cases under the thread sanitizer;
# "*": all cases.
# SOURCES: further test sources, relative to tests/.
# SKIP: matches the output on a machine that cannot run the test.
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
  add_test(NAME "${folder}" COMMAND ${with_folder} "${folder}" $<TARGET_FILE:${program}>)
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
      add_test(NAME "${folder}: threads" COMMAND ${with_folder} "${folder}: threads" $<TARGET_FILE:${program}> "${TEST_THREADS}")
      set_tests_properties("${folder}: threads" PROPERTIES TIMEOUT ${HANG} SKIP_RETURN_CODE ${SKIPPED} LABELS threads)
    endif()
  endif()
  set_tests_properties("${folder}" PROPERTIES TIMEOUT ${HANG} SKIP_RETURN_CODE ${SKIPPED} SKIP_REGULAR_EXPRESSION "${TEST_SKIP}"
                       LABELS "${labels}")
  if(TEST_SKIP MATCHES "OpenGL")
    set_tests_properties("${folder}" PROPERTIES PROCESSORS ${DRAWING_PROCESSORS} COST 20) # starts early, while there are tests to run beside it
  endif()
endfunction()

# The system's Python, for which .ci/setup.sh installs packages; if there is none, the first one in PATH. That may be a script that chooses an
# interpreter and takes ten times as long to start, so tests, and by `PATH` the Python programs that they start, run the interpreter itself.
find_program(RCSS_TEST_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(RCSS_TEST_PYTHON python3)
if(RCSS_TEST_PYTHON)
  execute_process(COMMAND ${RCSS_TEST_PYTHON} -c "import sys; print(sys.executable)" OUTPUT_VARIABLE PYTHON3 OUTPUT_STRIP_TRAILING_WHITESPACE)
  cmake_path(GET PYTHON3 PARENT_PATH folder)
  set(path_with_python "PATH=path_list_prepend:${folder}")
endif()
# A test in Python.
#   python_test(name script [BROWSER] [DRAWS] [EXACT] [ALONE why] [SECONDS number] ARGUMENTS...)
# script: relative to tests/. Tests run in parallel (ctest -j), in separate folders and with separate ports.
# SECONDS: the approximate duration of a long test, so that ctest starts it first; ctest measures the duration of others itself.
# ALONE: no other test may run meanwhile, because this one asserts a speed or a delay; `why` says which.
# EXACT: the result does not depend on the machine or its load, so a failure is never due to chance (.ci/second_chance.py).
# DRAWS: its programs draw, in software and on all processors.
# BROWSER: it drives a browser; only one such test runs at a time.
# RCSS_SANITIZED in the environment: the programs have a sanitizer's shadow memory.
set(sanitized)
if(CMAKE_BUILD_TYPE MATCHES "^(Asan|Tsan|Fuzz)$")
  set(sanitized "RCSS_SANITIZED=1")
endif()
function(python_test name script)
  cmake_parse_arguments(TEST "BROWSER;DRAWS;EXACT" "ALONE;SECONDS" "" ${ARGN})
  if(PYTHON3)
    add_test(NAME "${name}" COMMAND ${with_folder} "${name}" ${PYTHON3} ${tests}/${script} ${TEST_UNPARSED_ARGUMENTS})
    # So that the developer's own settings are not read.
    set_tests_properties("${name}" PROPERTIES TIMEOUT ${PYTHON_HANG} SKIP_RETURN_CODE ${SKIPPED} ENVIRONMENT "HOME=${PROJECT_BINARY_DIR}/tests;${sanitized}"
                         ENVIRONMENT_MODIFICATION "${path_with_python}")
    if(TEST_SECONDS)
      set_tests_properties("${name}" PROPERTIES COST ${TEST_SECONDS})
    endif()
    if(TEST_DRAWS)
      set_tests_properties("${name}" PROPERTIES PROCESSORS ${DRAWING_PROCESSORS})
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

# A fuzzing target for a reader of external input, with a folder of seeds of the same name. An ordinary test replays the seeds; in a build of
# type Fuzz, which requires clang, fuzz_NAME is the libFuzzer program of the same source (./check --fuzz builds and runs them).
#   fuzz_test(NAME "input" CASES ROOMS room... [INSTEAD shared library...] [SOURCES file...] [LIBRARIES external...])
# CASES: mutations of each seed that the replay tries. SOURCES: further test sources, relative to tests/.
# NAME.dict beside the source, if it exists, is the fuzzer's dictionary.
add_custom_target(fuzzers)
add_library(fuzz_replay OBJECT ${tests}/fuzz/replay.cpp)
target_link_libraries(fuzz_replay PUBLIC rcss_flags)
target_compile_options(fuzz_replay PRIVATE $<$<NOT:$<CONFIG:Fuzz>>:-O0>)
if(CMAKE_BUILD_TYPE STREQUAL "Fuzz" AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "The build type Fuzz requires clang: -DCMAKE_CXX_COMPILER=clang++")
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
