// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace commserver {

/// From now on this process and its children open for writing only what lies in `folders`, which are their own in a
/// sandbox (Landlock). A file system that is mounted read-only does not keep anybody from writing into a named pipe,
/// through which agents could talk. Does nothing where the kernel has no Landlock.
void forbid_writing_outside(const std::vector<std::string>& folders);

}  // namespace commserver
