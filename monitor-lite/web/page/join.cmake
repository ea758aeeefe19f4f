# SPDX-License-Identifier: Apache-2.0
# Makes a source of the page's files: cmake -DPAGE=FOLDER -DSHADER_FILES=FOLDER -DOUTPUT=FILE -P join.cmake
# The scripts become one, in this order; nothing else is done to them. Before them stand the window's shaders, as the table SHADERS.
include("${SHADER_FILES}/join.cmake")
read_shaders("${SHADER_FILES}")
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
file(STRINGS "${PAGE}/scripts.txt" scripts)
foreach(name ${scripts})
  file(READ "${PAGE}/${name}" text)
  string(APPEND script "\n" "${text}")
endforeach()
file(WRITE "${OUTPUT}.js" "${script}")

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
add_file(page.css "text/css; charset=utf-8" "${PAGE}/page.css")
add_file(page.js "text/javascript; charset=utf-8" "${OUTPUT}.js")
add_file(icon.svg "image/svg+xml" "${PAGE}/icon.svg")
file(WRITE "${OUTPUT}" "// Made by monitor-lite/web/page/join.cmake.
#include \"monitor-lite/web/page_files.h\"

namespace monitor {
namespace {

${arrays}
std::string_view text_of(const unsigned char* octets, std::size_t size) {
  return {reinterpret_cast<const char*>(octets), size};
}

}  // namespace

std::span<const PageFile> page_files() {
  static const PageFile files[] = {
${rows}  };
  return files;
}

std::string_view page_file(std::string_view name) {
  for (const PageFile& file : page_files())
    if (file.name == name) return file.text;
  return {};
}

}  // namespace monitor
")
