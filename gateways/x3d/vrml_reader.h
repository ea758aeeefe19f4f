// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "gateways/x3d/node.h"

namespace x3d {

/// Limits of one text. One that exceeds a limit is refused.
struct Limits {
  std::size_t bytes = 16 * 1024 * 1024;
  std::size_t depth = 64;          ///< nodes in nodes; bodies of prototypes count, too
  std::size_t values = 1'000'000;  ///< numbers, strings, nodes, fields and statements together
};

/// Reads VRML97 text (ISO/IEC 14772-1) of any origin: any bytes may be given, and it takes linear time. Comments are
/// left out, all else is kept as it stands; prototypes are not expanded, files that it names are not loaded.
///
/// Beyond the standard, for RCML: its node types need no PROTO; other nodes may stand bare between the fields of such a
/// node (they are then among its `children`, in the order of the text); `Rcm1_…` is read as `RCML_…`.
///
/// Throws `ReadError` for the first thing that is wrong; `file` is only for that.
Document read_vrml(std::string_view text, std::string_view file, const Limits& limits = {});

}  // namespace x3d
