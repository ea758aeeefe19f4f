// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "gateways/rctp/codec/object.h"
#include "gateways/rctp/rcml/node_reader.h"

namespace rctp {

/// What kind of object a node of RCML describes; control objects by their `…Data` nodes. Nothing for others.
std::optional<Object::Kind> object_kind(std::string_view node_type);

/// The object that such a node describes; `files`: in front of addresses that are below it (`file_address`). Throws
/// `x3d::ReadError`.
Object read_object(const NodeReader& reader, Object::Kind kind, std::string_view files);

}  // namespace rctp
