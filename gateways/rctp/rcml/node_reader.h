// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gateways/x3d/node.h"

namespace rctp {

/// Reads the fields of one RCML node, given or by default, and complains with the place of what is wrong. Borrows all.
class NodeReader {
 public:
  NodeReader(const x3d::Node& node, std::string_view file) : node_(node), file_(file) {}

  const x3d::Node& node() const { return node_; }
  bool boolean(std::string_view field) const;
  std::string string(std::string_view field) const;
  x3d::Strings strings(std::string_view field) const;
  /// From `least` to `most`, else it throws.
  std::int32_t integer(std::string_view field, std::int32_t least, std::int32_t most) const;
  /// Above 0, else it throws.
  double positive(std::string_view field) const;
  /// The doubles that the shortest decimals of the floats say.
  x3d::Times reals(std::string_view field) const;

  /// Throws `x3d::ReadError` at the field if it is given, else at the node.
  [[noreturn]] void fail(std::string_view field, std::string_view what) const;

 private:
  const x3d::Node& node_;
  std::string_view file_;
};

}  // namespace rctp
