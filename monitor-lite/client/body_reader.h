// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/client/snapshot.h"
#include "spark/sexp/reader.h"

namespace monitor {

/// Parse items of the lines of a world without a game (docs/write/protocol.md, section 7.4). All return false for an
/// invalid item: without a name, with numbers that are not finite or too large, or with an invalid rotation.

/// `(body name x y z qw qx qy qz)`
bool read_body(const spark::sexp::Expression& item, Body& body);
/// `(shape name (kind …) …)`; shapes of unknown kinds are omitted.
bool read_shapes(const spark::sexp::Expression& item, std::string& name, std::vector<BodyShape>& shapes);
/// `(scenery (kind …) …)`, likewise. The shapes before an error are added.
bool read_scenery(const spark::sexp::Expression& item, std::vector<BodyShape>& shapes);
/// `(joints (kind first second x y z …) …)`; the joints before an error are added.
bool read_joints(const spark::sexp::Expression& item, std::vector<BodyJoint>& joints);

}  // namespace monitor
