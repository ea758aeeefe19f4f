# SPDX-License-Identifier: Apache-2.0
#
# Functions for every CMakeLists.txt: rooms, programs and modules.
#
# Why not target_link_libraries alone: the rooms of spark are linked into libspark.so whole (as OBJECT libraries, so that modules find
# functions that the library itself does not call). Modules, programs and tests that link libspark.so must not link these objects a second
# time, while tests of a single room link its objects instead of libspark.so. CMake propagates the usage requirements of object libraries but
# not their objects, and cannot express that one library contains others. So USES is a target property from which rcss_link computes what a
# program needs; external LIBRARIES are linked by target_link_libraries.

# The maximum number of sources per unity source. A larger number makes clean builds faster, but recompiling after an edit slower.
set(RCSS_UNITY_MAX 30)

# Headers that nearly every source includes, precompiled: a small source would spend half of its compile time on them. The precompiled file has
# 90 MB, so all rooms share one.
set(RCSS_COMMON_HEADERS <fmt/format.h> <algorithm> <chrono> <filesystem> <functional> <map> <memory> <optional> <string> <string_view> <vector>)
file(CONFIGURE OUTPUT room_headers.cpp CONTENT "// Its target precompiles the headers that all rooms include.\n")
add_library(room_headers OBJECT ${CMAKE_CURRENT_BINARY_DIR}/room_headers.cpp)
target_link_libraries(room_headers PRIVATE rcss_flags)
target_precompile_headers(room_headers PRIVATE ${RCSS_COMMON_HEADERS})

# With RCSS_UNITY several sources of a target are compiled together, so the names in their anonymous namespaces must differ.
function(rcss_join target)
  get_target_property(sources ${target} SOURCES)
  list(LENGTH sources count)
  math(EXPR batches "(${count} + ${RCSS_UNITY_MAX} - 1) / ${RCSS_UNITY_MAX}")
  math(EXPR batch "(${count} + ${batches} - 1) / ${batches}") # of equal sizes, so that no edit recompiles much more than another
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${RCSS_UNITY} UNITY_BUILD_BATCH_SIZE ${batch})
  if(RCSS_UNITY)
    # GCC treats an included source as a header and warns if a class there has a member whose type is in an anonymous namespace.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

# Records a room or program in rooms.cmake in the build folder: the list as CMake has read it. The source checks parse the CMakeLists.txt
# themselves (tests/house/room_table.py), because they need no build and also run on machines that lack the packages of some rooms; a test
# compares that parser's result with this file.
function(rcss_note_for_table kind name folder options)
  list(JOIN ARGN " " uses)
  set_property(GLOBAL APPEND_STRING PROPERTY RCSS_TABLE "${kind}(${name} ${folder} ${options} USES ${uses})\n")
endfunction()
function(rcss_write_table)
  get_property(table GLOBAL PROPERTY RCSS_TABLE)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/rooms.cmake CONTENT "# The rooms and programs of this build.\n${table}" @ONLY)
endfunction()
cmake_language(DEFER CALL rcss_write_table)

# A room is a folder of sources. USES is the only place that defines which other rooms they may include; those must be declared before it.
# The build links accordingly; tests/house/check_rooms.py reads the declarations from all CMakeLists.txt, checks the includes of every folder
# and prints the table of docs/architecture.md (--write). Names, folders and USES are therefore literals, without variables. The checks
# read the keywords from the cmake_parse_arguments line.
#   rcss_room(NAME FOLDER [RECURSE] [OBJECTS] ABOUT "what is in it" [USES room...] [LIBRARIES external...])
# FOLDER's main.cpp belongs to a program, not to the room. RECURSE: include subfolders. OBJECTS: targets that link the room get all of its
# objects, not only those they need.
function(rcss_room name folder)
  cmake_parse_arguments(ROOM "RECURSE;OBJECTS" "ABOUT" "USES;LIBRARIES" ${ARGN})
  if(ROOM_RECURSE)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  else()
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  endif()
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  set(below)
  set(libraries ${ROOM_LIBRARIES})
  foreach(used IN LISTS ROOM_USES)
    if(NOT TARGET ${used})
      message(FATAL_ERROR "${folder} uses ${used}, which is not a room declared before it")
    endif()
    get_target_property(of_used ${used} RCSS_BELOW)
    list(APPEND below ${used} ${of_used})
    get_target_property(of_used ${used} RCSS_LIBRARIES)
    list(APPEND libraries ${of_used})
  endforeach()
  list(REMOVE_DUPLICATES below)
  list(REMOVE_DUPLICATES libraries)
  if(ROOM_OBJECTS)
    add_library(${name} OBJECT ${sources})
  else()
    add_library(${name} STATIC ${sources})
  endif()
  target_link_libraries(${name} PUBLIC rcss_flags ${libraries})
  target_precompile_headers(${name} REUSE_FROM room_headers)
  rcss_join(${name})
  set_target_properties(${name} PROPERTIES RCSS_BELOW "${below}" RCSS_LIBRARIES "${libraries}")
  set_property(GLOBAL APPEND PROPERTY RCSS_ROOMS ${name})
  set(recurse)
  if(ROOM_RECURSE)
    set(recurse RECURSE)
  endif()
  rcss_note_for_table(rcss_room ${name} ${folder} "${recurse}" ${ROOM_USES})
endfunction()

# Links a target with rooms and all rooms they use, dependents first.
#   rcss_link(TARGET [SHARED] ROOM... [INSTEAD library...])
# INSTEAD: link these shared libraries instead of the rooms they contain (their property RCSS_CONTAINS); for programs that load modules.
# SHARED: INSTEAD spark.
function(rcss_link target)
  cmake_parse_arguments(LINK "SHARED" "" "INSTEAD" ${ARGN})
  if(LINK_SHARED)
    list(PREPEND LINK_INSTEAD spark)
  endif()
  set(wanted ${LINK_UNPARSED_ARGUMENTS})
  foreach(room IN LISTS LINK_UNPARSED_ARGUMENTS)
    get_target_property(below ${room} RCSS_BELOW)
    list(APPEND wanted ${below})
  endforeach()
  get_property(rooms GLOBAL PROPERTY RCSS_ROOMS)
  list(REVERSE rooms)
  foreach(library IN LISTS LINK_INSTEAD)
    get_target_property(contained ${library} RCSS_CONTAINS)
    list(REMOVE_ITEM rooms ${contained})
  endforeach()
  foreach(room IN LISTS rooms)
    if(room IN_LIST wanted)
      target_link_libraries(${target} PRIVATE ${room})
    endif()
  endforeach()
  target_link_libraries(${target} PRIVATE ${LINK_INSTEAD})
endfunction()

# Builds and installs a program from FOLDER's main.cpp, which may include the rooms in USES.
#   rcss_program(NAME FOLDER [SHARED] USES room... [INSTEAD library...])
function(rcss_program name folder)
  cmake_parse_arguments(PROGRAM "SHARED" "" "USES;INSTEAD" ${ARGN})
  add_executable(${name} ${PROJECT_SOURCE_DIR}/${folder}/main.cpp)
  rcss_note_for_table(rcss_program ${name} ${folder} "" ${PROGRAM_USES})
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(PROGRAM_SHARED)
    list(PREPEND PROGRAM_INSTEAD spark)
  endif()
  rcss_link(${name} ${PROGRAM_USES} INSTEAD ${PROGRAM_INSTEAD})
  if(PROGRAM_INSTEAD)
    set_target_properties(${name} PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/rcssserver3d")
  endif()
endfunction()

# A module uses classes of libspark.so, so it must be built against the same headers: both contain a hash of them. The sources that compute the
# figures of match.json get such a hash, too.
#   header_stamp(OUTPUT NAME FILE...): creates a source in the current binary folder that defines NAME as the version and a hash of these files
function(header_stamp output name)
  list(JOIN ARGN "\n" lines)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${output}.txt)
  file(CONFIGURE OUTPUT ${list} CONTENT "${lines}\n")
  set(script ${PROJECT_SOURCE_DIR}/cmake/HeaderStamp.cmake)
  add_custom_command(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${output} DEPENDS ${ARGN} ${script} ${list}
                     COMMAND ${CMAKE_COMMAND} -DLIST=${list} -DVERSION=${PROJECT_VERSION} -DNAME=${name}
                             -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/${output} -P ${script}
                     COMMENT "Hashing sources: ${name}")
endfunction()

# Sources that print the version.
function(rcss_sources_with_version)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_DEFINITIONS "RCSS_VERSION=\"${PROJECT_VERSION}\"")
endfunction()

# A module, which scripts load by importBundle 'NAME': these rooms, linked with the shared library.
#   rcss_module(NAME ROOM... [INSTEAD further shared library...])
function(rcss_module name)
  cmake_parse_arguments(MODULE "" "" "INSTEAD" ${ARGN})
  add_library(${name} MODULE $<TARGET_OBJECTS:module_headers>)
  set_target_properties(${name} PROPERTIES PREFIX "" INSTALL_RPATH "$ORIGIN")
  rcss_link(${name} SHARED ${MODULE_UNPARSED_ARGUMENTS} INSTEAD ${MODULE_INSTEAD})
  install(TARGETS ${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/rcssserver3d)
  set_property(GLOBAL APPEND_STRING PROPERTY RCSS_MODULES "${name} ")
  # The server prints this while the module is missing (spark/script/bundles.cpp): ./play builds only what its match needs.
  file(WRITE ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${name}.missing "not built yet; build it with: ninja -C ${PROJECT_BINARY_DIR} ${name}\n")
endfunction()

# A Python package. Its layout in the build folder is that of an installation: lib/rcssserver3d/python.
#   rcss_python_package(TARGET FILE... [PAGES FILE... INTO FOLDER])
# FILE: relative to the current folder; TARGET copies the changed ones. PAGES: files of the folder pages/, copied to FOLDER in the package.
function(rcss_python_package target)
  cmake_parse_arguments(PACKAGE "" "INTO" "PAGES" ${ARGN})
  set(folder lib/rcssserver3d/python)
  set(copies)
  foreach(file IN LISTS PACKAGE_UNPARSED_ARGUMENTS PACKAGE_PAGES)
    set(from ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    set(place ${file})
    if(file IN_LIST PACKAGE_PAGES)
      set(from ${PROJECT_SOURCE_DIR}/pages/${file})
      set(place ${PACKAGE_INTO}/${file})
    endif()
    set(copy ${CMAKE_BINARY_DIR}/${folder}/${place})
    add_custom_command(OUTPUT ${copy} DEPENDS ${from} COMMAND ${CMAKE_COMMAND} -E copy ${from} ${copy})
    list(APPEND copies ${copy})
    get_filename_component(within ${place} DIRECTORY)
    install(FILES ${from} DESTINATION ${CMAKE_INSTALL_LIBDIR}/rcssserver3d/python/${within})
  endforeach()
  add_custom_target(${target} ALL DEPENDS ${copies})
endfunction()

# A Python program, generated from TEMPLATE. It finds its package relative to its own folder.
#   rcss_python_program(NAME TEMPLATE)
function(rcss_python_program name template)
  set(program ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name})
  configure_file(${template} ${program} @ONLY FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                 WORLD_READ WORLD_EXECUTE)
  install(PROGRAMS ${program} DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
