// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ctime>
#include <string>
#include <vector>

#include "commserver/guardian/inside_order.h"
#include "spark/core/descriptor.h"

namespace commserver {

/// The agent's private files, after `make_files_private`.
struct PrivateFiles {
  /// The folder that contains the files which the agent writes into its working folder; empty if it cannot write there.
  spark::Descriptor written;
  /// Files there that are not newer than this were not written by the agent.
  timespec made{};
  /// Folders in which files may be opened for writing: they contain no named pipes that others share.
  std::vector<std::string> writable;
  /// Why the agent cannot write into its working folder although it should. Empty if it can.
  std::string read_only_because;
  int mount_error = 0;  ///< errno if nothing at all could be mounted
};

/// Gives this process and its children a view of the files in which the working folder is writable and private, and the
/// folders `shown` have no named pipes that others see. If the order requires it, /proc and /sys do not show the rest
/// of the machine (`cover_kernel_files`). Requires CAP_SYS_ADMIN and CAP_DAC_OVERRIDE in its user namespace.
///
/// The agent's files are written to memory, in a file system of `limits.files` bytes (`WorkingFolder`).
///
/// Returns false, with errno, if something that must be hidden cannot be hidden.
bool make_files_private(const InsideOrder& order, PrivateFiles& result);

}  // namespace commserver
