// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace x3d {

/// Appends nested XML elements to a string of the caller, each on a separate line. Names are not checked.
class XmlOutput {
 public:
  explicit XmlOutput(std::string& out) : out_(out) {}

  /// Begins an element in the current one.
  void open(std::string_view name);
  void close();

  /// Adds an attribute to the element that was opened last. Characters that XML does not allow become U+FFFD.
  void attribute(std::string_view name, std::string_view value);

 private:
  void end_tag();

  std::string& out_;
  std::vector<std::string> open_;
  bool in_tag_ = false;  ///< attributes may follow
};

}  // namespace x3d
