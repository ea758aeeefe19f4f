// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "gateways/rctp/rcml/node_reader.h"
#include "gateways/rctp/rcml/robot_sheet.h"

namespace rcml {

/// The kind of object that an RCML node describes (control objects are described by the `…Data` nodes); nothing for
/// other nodes.
std::optional<Object::Kind> object_kind(std::string_view node_type);

/// Reads the object that such a node describes. Addresses below `files` (see `file_address`) become relative to it.
/// Throws `x3d::ReadError`.
Object read_object(const NodeReader& reader, Object::Kind kind, std::string_view files);

}  // namespace rcml
