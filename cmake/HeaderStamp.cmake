# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT, a source that defines NAME as the version and a hash of the files named in LIST.
file(STRINGS ${LIST} headers)
set(all ${VERSION})
foreach(header IN LISTS headers)
  file(SHA256 ${header} sum)
  string(APPEND all ${sum})
endforeach()
string(SHA256 all "${all}")
string(SUBSTRING ${all} 0 16 all)
file(WRITE ${OUTPUT} "// Version and hash of these sources. A module built against other headers is refused (spark/script/bundles.cpp).
extern \"C\" {
__attribute__((visibility(\"default\"))) extern const char ${NAME}[] = \"${VERSION} ${all}\";
}
")
