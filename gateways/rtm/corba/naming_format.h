// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateways/rtm/corba/name_path.h"

namespace rtm {

/// Under which names components of the OMG's form are bound: `naming.formats` of OpenRTM-aist. "%n.rtc" puts them into
/// the root, "%h.host_cxt/%n.rtc" into a context of this host. `%n` becomes the instance's name, `%t` its type, `%h`
/// the name of the host, `%p` the process, `%%` a %; `/` divides contexts, the last `.` of a step id and kind. Several
/// formats, with commas between, give each component several names.
class NamingFormat {
 public:
  static constexpr std::size_t kMaxFormats = 4;
  static constexpr std::size_t kMaxBytes = 256;

  /// Throws std::runtime_error with one line: too long, too deep, an unknown letter behind a %, an empty step, a name
  /// that does not end in ".rtc", by which tools know such objects.
  explicit NamingFormat(std::string_view text);

  /// The paths of an instance (`Names::bind`).
  std::vector<std::string> paths(const std::string& instance, const std::string& type) const;
  /// Whether every instance has names of its own, because `%n` is a part of each.
  bool is_distinct() const;

 private:
  std::vector<NamePath> formats_;  ///< with their %
};

}  // namespace rtm
