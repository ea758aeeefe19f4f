// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "spark/x3d/node.h"

namespace rcml {

/// Reads the fields of one RCML node, or their defaults. Throws `x3d::ReadError` with the place of the error. Borrows
/// node and file name.
class NodeReader {
 public:
  NodeReader(const x3d::Node& node, std::string_view file) : node_(node), file_(file) {}

  const x3d::Node& node() const { return node_; }
  bool boolean(std::string_view field) const;
  std::string string(std::string_view field) const;
  x3d::Strings strings(std::string_view field) const;
  /// Throws if the number is not from `min` to `max`.
  std::int32_t integer(std::string_view field, std::int32_t min, std::int32_t max) const;
  /// Throws if the number is not above 0.
  double positive(std::string_view field) const;
  /// The floats as the doubles that have their shortest decimals: 0.1, not 0.100000001.
  x3d::Times reals(std::string_view field) const;

  /// Throws `x3d::ReadError` with the place of the field if it is given, else with that of the node.
  [[noreturn]] void fail(std::string_view field, std::string_view what) const;

 private:
  const x3d::Node& node_;
  std::string_view file_;
};

}  // namespace rcml
