// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace commserver {

/// Explains to users why the kernel has refused to execute a file with `error` (ENOEXEC, ENOENT): "it is a 32-bit
/// program (x86), which this kernel does not run". Empty if the file shows no reason. Bytes of the file are quoted
/// unchanged.
std::string why_not_executable(const char* file, int error);

}  // namespace commserver
