// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/executable_check.h"

#include <elf.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <cstring>
#include <string>

#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using commserver::why_not_executable;

namespace {

std::string program_of_32_bits(const std::string& loader) {
  Elf32_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS32;
  header.e_machine = EM_386;
  header.e_phoff = sizeof header;
  header.e_phnum = 1;
  header.e_phentsize = sizeof(Elf32_Phdr);
  Elf32_Phdr segment{};
  segment.p_type = PT_INTERP;
  segment.p_offset = sizeof header + sizeof segment;
  segment.p_filesz = static_cast<Elf32_Word>(loader.size() + 1);
  return std::string(reinterpret_cast<const char*>(&header), sizeof header) +
         std::string(reinterpret_cast<const char*>(&segment), sizeof segment) + loader + '\0';
}

}  // namespace

TEST_CASE("why_not_executable explains why the kernel refused to execute a file") {
  const TemporaryFolder folder;
  const auto why = [&](const std::string& bytes, int error) {
    write_file(folder / "file", bytes);
    return why_not_executable((folder / "file").c_str(), error);
  };
  CHECK_THAT(
      why(program_of_32_bits("/lib/ld-linux.so.2"), ENOEXEC),
      Catch::StartsWith("it is a 32-bit program (x86), which this kernel (") && Catch::EndsWith(") does not run"));
  CHECK(why(program_of_32_bits("/nowhere/ld.so"), ENOENT) ==
        "it is a 32-bit program (x86) and needs /nowhere/ld.so, which is not installed");
  CHECK(why(program_of_32_bits("/bin/sh"), ENOENT).empty());
  CHECK(why("#!/nowhere/python -u\nprint()\n", ENOENT) == "its first line names /nowhere/python, which does not exist");
  CHECK(why("#! /nowhere/python\r\nprint()\r\n", ENOENT) ==
        "its first line ends as on Windows, with a carriage return");
  CHECK(why("print()\n", ENOEXEC) ==
        "it is neither a program nor a script whose first line names its interpreter, as #!/bin/sh does");
  CHECK(why("", ENOEXEC) == "the file is empty");
  CHECK(why("#!/bin/sh\n", EACCES).empty());
  CHECK(why(std::string("\x7f"
                        "ELF"),
            ENOEXEC) ==
        "it is neither a program nor a script whose first line names its interpreter, as #!/bin/sh does");
  CHECK(why_not_executable((folder / "missing").c_str(), ENOENT).empty());
}
