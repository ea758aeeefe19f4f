// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/client/snapshot.h"
#include "spark/sexp/reader.h"

namespace monitor {

/// Items of the Info lines of a world without a game (docs/protocol.md, section 7.4). Both say false of an item that
/// makes no sense: without a name, numbers that are not finite or too large, a rotation that is none.

/// `(body name x y z qw qx qy qz)`
bool read_body(const spark::sexp::Expression& item, Body& body);
/// `(shape name (kind …) …)`; shapes of unknown kinds are left out.
bool read_shapes(const spark::sexp::Expression& item, std::string& name, std::vector<BodyShape>& shapes);

}  // namespace monitor
