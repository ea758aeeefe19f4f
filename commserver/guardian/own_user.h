// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace commserver {

/// Gives a process that root has started a user with a number that no one else has.
///
/// The process sees all files in a view in which root's files belong to that user (idmapped mounts, read-only). So it
/// can read everything that root could read in a sandbox, including programs in root's own folders, but shares no
/// limits of the kernel with others, and cannot exchange signals with them. File systems that do not support such a
/// view (network, FUSE, layers of containers) appear unchanged.
struct OwnUser {
  uid_t number = 0;
  std::vector<const char*> programs;  ///< programs that it must execute, and whose folders it must read
  const char* folder = nullptr;       ///< a folder that it must read
  std::vector<int> descriptors;       ///< pipes among these become the user's, so that it can open them by name

  /// Gives this process, which is root's and has one thread, the new user, irrevocably. If that is not possible, or
  /// something would become inaccessible, the user stays the same and `why` has the reason; otherwise `why` is empty.
  /// In any case the working folder changes. False, with errno, if the process is in neither state and has to exit.
  bool become(std::string& why) const;

 private:
  std::string problem_of_becoming() const;
  std::string out_of_reach() const;
};

}  // namespace commserver
