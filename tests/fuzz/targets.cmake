# SPDX-License-Identifier: Apache-2.0
#
# Readers of what comes from outside, each with a folder of seeds of its name. Tests replay the seeds, with the compiler of everything else;
# in a build of the type Fuzz, which takes clang, fuzz_NAME is libFuzzer's program for the same source (./check --fuzz builds and runs them).
#   fuzz_test(NAME "what is read" CASES ROOMS room... [INSTEAD shared library...] [SOURCES file...] [LIBRARIES external...])
# CASES: changes of each seed that the replay makes. SOURCES: further ones of tests, from tests/.
# A NAME.dict beside the source has words for the fuzzer.
add_custom_target(fuzzers)
add_library(fuzz_replay OBJECT ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/replay.cpp)
target_link_libraries(fuzz_replay PUBLIC rcss_flags)
if(CMAKE_BUILD_TYPE STREQUAL "Fuzz" AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "The build type Fuzz takes clang: -DCMAKE_CXX_COMPILER=clang++")
endif()

function(fuzz_test name what cases)
  cmake_parse_arguments(FUZZ "" "" "ROOMS;INSTEAD;SOURCES;LIBRARIES" ${ARGN})
  list(TRANSFORM FUZZ_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  list(APPEND FUZZ_SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/${name}.cpp)
  add_executable(replay_${name} ${FUZZ_SOURCES})
  target_link_libraries(replay_${name} PRIVATE fuzz_replay)
  set(programs replay_${name})
  add_test(NAME "fuzz: ${what}" COMMAND replay_${name} ${cases} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/${name})
  set_tests_properties("fuzz: ${what}" PROPERTIES TIMEOUT 300)
  if(CMAKE_BUILD_TYPE STREQUAL "Fuzz")
    add_executable(fuzz_${name} ${FUZZ_SOURCES})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    add_dependencies(fuzzers fuzz_${name})
    list(APPEND programs fuzz_${name})
  endif()
  foreach(program IN LISTS programs)
    target_link_libraries(${program} PRIVATE rcss_flags ${FUZZ_LIBRARIES})
    target_compile_definitions(${program} PRIVATE RCSS_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    rcss_link(${program} ${FUZZ_ROOMS} INSTEAD ${FUZZ_INSTEAD})
  endforeach()
endfunction()

# What everything else is read with.
fuzz_test(sexp "S-expressions" 2000 ROOMS spark_sexp)
fuzz_test(frames "messages with their lengths in front" 5000 ROOMS spark_net)

# Agents, and the files that say how to start them.
fuzz_test(agent_messages "what agents say" 2000 ROOMS commserver)
fuzz_test(agent_database "agent databases" 500 ROOMS commserver_database)
fuzz_test(think_times "recorded thinking times" 2000 ROOMS commserver_think)
fuzz_test(parameters "parameters.xml" 20 ROOMS server)
fuzz_test(act_record "records of matches" 500 ROOMS server_record)

# Worlds: what agents do, and the files that robots and rooms come from.
fuzz_test(soccer_acts "what players do" 100 ROOMS soccer_objects server SOURCES soccer-plugin/soccer_fixture.cpp)
fuzz_test(robot_acts "what robots do" 10 ROOMS spark_parts)
fuzz_test(scene_file "scene files" 20 ROOMS spark_parts)

# Trainers and monitors.
fuzz_test(trainer_commands "what trainers command" 200 ROOMS soccer_objects server SOURCES soccer-plugin/soccer_fixture.cpp)
fuzz_test(monitor_port "messages to the monitor port" 200 ROOMS spark_monitor)
fuzz_test(monitor_log "monitor logs" 150 ROOMS monitor_client)
fuzz_test(packed_log "compressed monitor logs" 1000 ROOMS monitor_client)
fuzz_test(page_log "packed logs of pages" 2000 ROOMS monitor_web)
fuzz_test(page_messages "what pages say" 2000 ROOMS monitor_web)

# Commservers on other machines.
fuzz_test(link_engine "what commservers report" 500 ROOMS commserver_link)
fuzz_test(link_host "what engines order" 100 ROOMS commserver_link)
fuzz_test(link_handshake "the handshake of engine and commserver" 2000 ROOMS commserver_link)

# Other gateways.
fuzz_test(tcp_agents "agents that connect" 100 ROOMS gateways_tcp)
fuzz_test(http_port "requests of HTTP, and WebSockets" 100 ROOMS spark_http)
fuzz_test(operator_requests "what operators ask for" 3000 ROOMS gateways_rctp_negotiation)
fuzz_test(operator_records "what operators send" 3000 ROOMS gateways_rctp_live)
fuzz_test(operator_log "logs of operators" 3000 ROOMS gateways_rctp_operator_log)
fuzz_test(vrml_file "VRML97 and RCML files" 2000 ROOMS gateways_rctp_rcml LIBRARIES pugixml::pugixml)
fuzz_test(sigverse_wire "packets and raw requests of SIGVerse" 5000 ROOMS gateways_sigverse_wire)
fuzz_test(sigverse_world "world files of SIGVerse" 3000 ROOMS gateways_sigverse_world INSTEAD spark)
if(RCSS_HAS_RTM)
  fuzz_test(any "values as strangers send them" 3000 ROOMS gateways_rtm_corba INSTEAD rtm_library)
endif()
