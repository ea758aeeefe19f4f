// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateways/rtm/corba/name_path.h"

namespace rtm {

/// The names under which OMG components are bound: `naming.formats` of OpenRTM-aist. "%n.rtc" binds them in the root,
/// "%h.host_cxt/%n.rtc" in a context of this host. `%n` becomes the instance's name, `%t` its type, `%h` the name of
/// the host, `%p` the process, `%%` a %; `/` separates contexts, the last `.` of a step id and kind. Several formats,
/// separated by commas, give each component several names.
class NamingFormat {
 public:
  static constexpr std::size_t kMaxFormats = 4;
  static constexpr std::size_t kMaxBytes = 256;

  /// Throws std::runtime_error with one line: too long, too deep, an unknown letter after a %, an empty step, or a name
  /// that does not end in ".rtc", by which tools recognise such objects.
  explicit NamingFormat(std::string_view text);

  /// The paths of an instance (`Names::bind`).
  std::vector<std::string> paths(const std::string& instance, const std::string& type) const;
  /// Whether every instance has names of its own, because each format contains `%n`.
  bool is_distinct() const;

 private:
  std::vector<NamePath> formats_;  ///< with their % placeholders
};

}  // namespace rtm
