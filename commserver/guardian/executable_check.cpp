// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/executable_check.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "spark/core/descriptor.h"

namespace commserver {
namespace {

constexpr std::size_t kMaxInterpreter = 200;
constexpr int kMaxHeaders = 64;

std::string read_at(int file, std::uint64_t place, std::size_t count) {
  std::string bytes(count, '\0');
  const ssize_t got = ::pread(file, bytes.data(), count, static_cast<off_t>(place));
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(0, got)));
  return bytes;
}

/// A structure at the front of `bytes`; zeros if there are too few bytes.
template <typename Part>
Part part_of(std::string_view bytes) {
  Part part{};
  if (bytes.size() >= sizeof part) std::memcpy(&part, bytes.data(), sizeof part);
  return part;
}

std::string machine_name(unsigned machine) {
  switch (machine) {
    case EM_386:
      return "x86";
    case EM_X86_64:
      return "x86-64";
    case EM_ARM:
      return "ARM";
    case EM_AARCH64:
      return "ARM64";
    default:
      return fmt::format("machine type {}", machine);
  }
}

std::string kernel_name() {
  utsname system{};
  return ::uname(&system) == 0 ? std::string("this kernel (") + system.machine + ")" : "this kernel";
}

/// The program interpreter, such as /lib/ld-linux.so.2; empty if there is none.
template <typename Header, typename Segment>
std::string loader_of(int file) {
  const auto header = part_of<Header>(read_at(file, 0, sizeof(Header)));
  for (int i = 0; i < std::min<int>(header.e_phnum, kMaxHeaders); ++i) {
    const std::uint64_t place = header.e_phoff + static_cast<std::uint64_t>(i) * header.e_phentsize;
    const auto segment = part_of<Segment>(read_at(file, place, sizeof(Segment)));
    if (segment.p_type != PT_INTERP) continue;
    const std::string name = read_at(file, segment.p_offset, std::min<std::size_t>(segment.p_filesz, kMaxInterpreter));
    return name.substr(0, name.find('\0'));
  }
  return {};
}

std::string of_elf(int file, std::string_view begin, int error) {
  const bool has_32_bits = begin[EI_CLASS] == ELFCLASS32;
  const unsigned machine = part_of<Elf32_Ehdr>(begin).e_machine;  // at the same offset in 32-bit and 64-bit files
  const std::string kind = fmt::format("a {}-bit program ({})", has_32_bits ? 32 : 64, machine_name(machine));
  if (error == ENOEXEC) return fmt::format("it is {}, which {} does not run", kind, kernel_name());
  const std::string loader =
      has_32_bits ? loader_of<Elf32_Ehdr, Elf32_Phdr>(file) : loader_of<Elf64_Ehdr, Elf64_Phdr>(file);
  if (loader.empty() || ::access(loader.c_str(), F_OK) == 0) return {};
  return fmt::format("it is {} and needs {}, which is not installed", kind, loader);
}

std::string of_script(std::string_view begin, int error) {
  std::string_view line = begin.substr(2, begin.find('\n') - 2);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const std::string interpreter(line.substr(0, line.find_first_of(" \t")));
  if (interpreter.ends_with('\r')) return "its first line ends as on Windows, with a carriage return";
  if (error != ENOENT || interpreter.empty() || ::access(interpreter.c_str(), F_OK) == 0) return {};
  return fmt::format("its first line names {}, which does not exist", interpreter);
}

}  // namespace

std::string why_not_executable(const char* name, int error) {
  if (error != ENOEXEC && error != ENOENT) return {};
  const spark::Descriptor file(::open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return {};
  const std::string begin = read_at(file.get(), 0, kMaxInterpreter);
  if (begin.starts_with(ELFMAG) && begin.size() >= sizeof(Elf32_Ehdr)) return of_elf(file.get(), begin, error);
  if (begin.starts_with("#!")) return of_script(begin, error);
  if (error != ENOEXEC) return {};
  return begin.empty()
             ? "the file is empty"
             : "it is neither a program nor a script whose first line names its interpreter, as #!/bin/sh does";
}

}  // namespace commserver
