// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace commserver {

/// From now on this process and its children can open for writing only files in `folders`, which are private to a
/// sandbox (Landlock). A read-only file system does not prevent writing into a named pipe, through which agents could
/// talk. Does nothing where the kernel has no Landlock.
void forbid_writing_outside(const std::vector<std::string>& folders);

}  // namespace commserver
