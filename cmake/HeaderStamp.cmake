# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT, a source with what the files that LIST names come to. Those of headers are for modules and the library that loads them.
file(STRINGS ${LIST} headers)
set(all ${VERSION})
foreach(header IN LISTS headers)
  file(SHA256 ${header} sum)
  string(APPEND all ${sum})
endforeach()
string(SHA256 all "${all}")
string(SUBSTRING ${all} 0 16 all)
file(WRITE ${OUTPUT} "// What these sources come to: modules that were built against other headers are refused (spark/script/bundles.cpp).
extern \"C\" {
__attribute__((visibility(\"default\"))) extern const char ${NAME}[] = \"${VERSION} ${all}\";
}
")
