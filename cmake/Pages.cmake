# SPDX-License-Identifier: Apache-2.0
#
# Browser pages are compiled into the programs that serve them.

# Compiles the page in FOLDER into TARGET, a room that uses the room `pages`. The room declares the function that returns the page's files, in
# NAMESPACE:
#   std::span<const pages::PageFile> page_files();
# pages/join.cmake lists the files that FOLDER must contain.
#   rcss_page(TARGET FOLDER NAMESPACE)
function(rcss_page target folder namespace)
  set(pages ${PROJECT_SOURCE_DIR}/pages)
  set(page ${PROJECT_SOURCE_DIR}/${folder})
  set(shaders ${PROJECT_SOURCE_DIR}/monitor-lite/view/shaders)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${pages}/* ${page}/* ${shaders}/*)
  list(FILTER files EXCLUDE REGEX "\\.(h|cpp)$")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_page.cpp)
  add_custom_command(OUTPUT ${source} DEPENDS ${files} VERBATIM
                     COMMAND ${CMAKE_COMMAND} -DPAGES=${pages} -DPAGE=${page} -DSHADERS_OF=${shaders} -DNAMESPACE=${namespace}
                             -DOUTPUT=${source} -P ${pages}/join.cmake)
  target_sources(${target} PRIVATE ${source})
  # Its names in the anonymous namespace are derived from file names and could clash.
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
