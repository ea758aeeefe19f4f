// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace commserver {

/// A user of a number that no one else has, for a process that root starts.
///
/// The process gets a view of all files in which those of root are that user's (idmapped mounts, read-only). So it can
/// read what root could read in a sandbox, programs in root's own folders included, but shares no limit of the kernel
/// with anyone, and no signal. File systems that cannot be shown so (of networks and FUSE, layers of containers) appear
/// as they are.
struct OwnUser {
  uid_t number = 0;
  std::vector<const char*> programs;  ///< which it has to execute, and whose folders it has to read
  const char* folder = nullptr;       ///< which it has to read
  std::vector<int> descriptors;       ///< pipes among them become the user's, who can then open them by their names

  /// Makes this process, which is root's and has one thread, one of this user, for good. If that is not possible, or
  /// something would be out of reach, it stays what it is, and `why` says the reason; otherwise `why` is empty. The
  /// working folder is another one in any case. False, with errno, if the process is neither and has to end.
  bool become(std::string& why) const;

 private:
  std::string problem_of_becoming() const;
  std::string out_of_reach() const;
};

}  // namespace commserver
