// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <vector>

#include "commserver/guardian/tree_copy.h"
#include "spark/core/descriptor.h"

namespace commserver {

/// The working folder as an agent sees it: covered by a file system in memory that takes the agent's files.
///
/// The real folder is the lower layer of an overlay. An overlay can neither rename folders of the lower layer nor
/// change files of other users there, so both are copied into the upper layer if they are few. Where the kernel cannot
/// make an overlay (or only an incomplete one, before Linux 6.6), the whole folder is copied, if that takes no more
/// than half of the space.
class WorkingFolder {
 public:
  /// `bytes` limits the written data.
  WorkingFolder(std::string path, std::uint64_t bytes) : path_(std::move(path)), bytes_(bytes) {}

  /// Covers the real folder with the memory for its layers. The files and folders `hidden` will not be copied. False,
  /// with errno, on failure.
  bool cover(std::vector<struct stat> hidden);
  /// Covers that, or an overlay without a writable layer, with a layer for the agent. Returns the folder with the
  /// agent's files; empty if no layer could be made, with the reasons in `why`.
  spark::Descriptor make_writable(std::string& why);
  /// The covered folder, and an empty folder in the memory.
  const spark::Descriptor& real() const { return real_; }
  spark::Descriptor nothing() const;

 private:
  spark::Descriptor overlay();
  spark::Descriptor copy();
  void fill_upper(const spark::Descriptor& upper) const;
  TreeCopy copier(std::uint64_t bytes) const;

  std::string path_;
  std::uint64_t bytes_;
  std::vector<struct stat> hidden_;
  spark::Descriptor real_;
  spark::Descriptor memory_;  ///< holds the layers
  bool has_attributes_ = false;
};

}  // namespace commserver
