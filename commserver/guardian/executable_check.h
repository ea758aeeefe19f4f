// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace commserver {

/// Explains to users a file that the kernel has refused to execute with `error` (ENOEXEC, ENOENT):
/// "it is a 32-bit program (x86), which this kernel does not run". Empty if the file does not show it. Bytes of the
/// file in it are as they stand there.
std::string why_not_executable(const char* file, int error);

}  // namespace commserver
