# SPDX-License-Identifier: Apache-2.0
# Generates a C++ source from a page's folder, for rcss_page (cmake/Pages.cmake):
#   cmake -DPAGES=FOLDER -DPAGE=FOLDER -DSHADERS_OF=FOLDER -DNAMESPACE=NAME -DOUTPUT=FILE -P join.cmake
# page.js: the window's shaders as the table SHADERS, then the scripts that PAGE/scripts.txt lists, concatenated in this order, otherwise
# unchanged. "pages/NAME.js" there is a shared script of PAGES.
# page.css: PAGES/colours.css, the sheet NAME.css beside each script that has one, PAGE/page.css.
# index.html is from PAGE, icon.svg from PAGES. Scripts in subfolders of PAGE remain separate files: "FOLDER/NAME.js".
include("${SHADERS_OF}/join.cmake")
read_shaders("${SHADERS_OF}")
set(script "\"use strict\";\nconst SHADERS = {\n")
foreach(name IN LISTS shader_names)
  string(APPEND script "${name}: [")
  foreach(text IN ITEMS "${vertex_${name}}" "${fragment_${name}}")
    string(REGEX REPLACE "([`$\\])" "\\\\\\1" text "${text}")
    string(APPEND script "`${text}`,\n")
  endforeach()
  string(APPEND script "],\n")
endforeach()
string(APPEND script "};\n")
file(READ "${PAGES}/colours.css" style)
file(STRINGS "${PAGE}/scripts.txt" scripts)
foreach(name ${scripts})
  set(path "${PAGE}/${name}")
  if(name MATCHES "^pages/(.*)\\.js$")
    set(path "${PAGES}/${CMAKE_MATCH_1}.js")
  endif()
  string(REGEX REPLACE "\\.js$" ".css" sheet "${path}")
  if(EXISTS "${sheet}" AND NOT name MATCHES "^(pages/colours|page)\\.js$")
    file(READ "${sheet}" text)
    string(APPEND style "\n" "${text}")
  endif()
  file(READ "${path}" text)
  string(APPEND script "\n" "${text}")
endforeach()
file(READ "${PAGE}/page.css" text)
string(APPEND style "\n" "${text}")
file(WRITE "${OUTPUT}.js" "${script}")
file(WRITE "${OUTPUT}.css" "${style}")

set(rows "")
set(arrays "")
function(add_file name type path)
  file(READ "${path}" hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," octets "${hex}")
  string(MAKE_C_IDENTIFIER "${name}" id)
  set(arrays "${arrays}constexpr unsigned char k_${id}[] = {${octets}0};\n" PARENT_SCOPE)
  set(rows "${rows}    {\"${name}\", \"${type}\", text_of(k_${id}, sizeof k_${id} - 1)},\n" PARENT_SCOPE)
endfunction()
add_file(index.html "text/html; charset=utf-8" "${PAGE}/index.html")
add_file(page.css "text/css; charset=utf-8" "${OUTPUT}.css")
add_file(page.js "text/javascript; charset=utf-8" "${OUTPUT}.js")
add_file(icon.svg "image/svg+xml" "${PAGES}/icon.svg")
file(GLOB modules RELATIVE "${PAGE}" "${PAGE}/*/*.js")
foreach(name IN LISTS modules)
  add_file("${name}" "text/javascript; charset=utf-8" "${PAGE}/${name}")
endforeach()
file(WRITE "${OUTPUT}" "// Made by pages/join.cmake.
#include \"pages/page_file.h\"

namespace ${NAMESPACE} {
namespace {

${arrays}
std::string_view text_of(const unsigned char* octets, std::size_t size) {
  return {reinterpret_cast<const char*>(octets), size};
}

}  // namespace

// Declared by the room that has the page.
std::span<const pages::PageFile> page_files();

std::span<const pages::PageFile> page_files() {
  static const pages::PageFile files[] = {
${rows}  };
  return files;
}

}  // namespace ${NAMESPACE}
")
