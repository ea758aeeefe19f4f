# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT, a source with what the headers in the file LIST come to: modules are built with it, and so is the library that loads them.
file(STRINGS ${LIST} headers)
set(all ${VERSION})
foreach(header IN LISTS headers)
  file(SHA256 ${header} sum)
  string(APPEND all ${sum})
endforeach()
string(SHA256 all "${all}")
string(SUBSTRING ${all} 0 16 all)
file(WRITE ${OUTPUT} "// What the headers of the server come to. A module that was built against others is refused (spark/script/bundles.cpp).
extern \"C\" {
__attribute__((visibility(\"default\"))) extern const char ${NAME}[] = \"${VERSION} ${all}\";
}
")
