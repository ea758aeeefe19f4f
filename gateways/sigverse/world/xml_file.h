// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <initializer_list>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/world/world_plan.h"

namespace sigverse {

/// One world, class or shape file: its elements, with their line numbers.
///
/// Octets are passed through unchanged, so any encoding is accepted in which `<`, `>`, `&` and quotes are as in ASCII:
/// UTF-8, Shift_JIS and EUC-JP, whatever the declaration says. UTF-16 is refused. No external files are fetched, and
/// only the five entities of XML are expanded: a file that defines others is refused.
///
/// A number ends where it is no longer valid, and a bool is true unless it is 0 or false: published files contain such
/// numbers as 52.5.0 and 30cm. The first value of a file that is read like this causes a warning, and further ones are
/// added to that line.
///
/// All exceptions are `WorldFileError`: "FILE:LINE: …".
class XmlFile {
 public:
  /// That line is added to `warnings`, which outlives the file.
  XmlFile(std::string path, std::string folder, const std::string& text, std::vector<std::string>& warnings);

  const std::string& path() const { return path_; }
  const std::string& folder() const { return folder_; }  ///< for relative names in it
  pugi::xml_node root() const { return document_.document_element(); }

  /// "FILE:LINE".
  std::string place(const pugi::xml_node& node) const;
  template <typename... Args>
  [[noreturn]] void fail(const pugi::xml_node& node, fmt::format_string<Args...> format, Args&&... args) const {
    throw WorldFileError(fmt::format("{}: {}", place(node), fmt::format(format, std::forward<Args>(args)...)));
  }

  /// Adds a warning about the element.
  void warn(const pugi::xml_node& node, std::string_view text) const;

  /// The child elements of `node`. Fails if there is text between them.
  std::vector<pugi::xml_node> elements(const pugi::xml_node& node) const;
  /// The same; also fails if there are elements that are not in `known`.
  std::vector<pugi::xml_node> elements(const pugi::xml_node& node, std::initializer_list<const char*> known) const;
  /// Adds warnings about attributes of the element that are not in `known`.
  void warn_of_others(const pugi::xml_node& node, std::initializer_list<const char*> known,
                      std::vector<std::string>& warnings) const;

  /// An attribute that must exist and not be empty.
  std::string required(const pugi::xml_node& node, const char* name) const;
  /// Warns that the value of an attribute differs from its text.
  void warn_of_value(const pugi::xml_node& node, std::string_view name, std::string_view written,
                     std::string_view read) const;
  /// A finite number from `min` to `max`; `fallback` if the attribute is missing.
  double number(const pugi::xml_node& node, const char* name, double fallback, double min, double max) const;
  bool boolean(const pugi::xml_node& node, const char* name, bool fallback) const;
  /// `count` finite numbers up to 1e6, separated by blanks; the rest is ignored, as described above.
  std::vector<double> numbers(const pugi::xml_node& node, const char* name, std::size_t count) const;
  /// The text of an element, trimmed; not empty.
  std::string text(const pugi::xml_node& node) const;

 private:
  void parse(const std::string& text);
  std::size_t line_at(std::ptrdiff_t offset) const;
  std::size_t line_of(const pugi::xml_node& node) const { return line_at(node.offset_debug()); }

  std::string path_, folder_;
  std::vector<std::string>& warnings_;
  /// The state of the warning that lists values; mutable because reading values changes nothing else.
  mutable struct { std::size_t place = 0, values = 0; } listed_;
  std::vector<std::size_t> line_ends_;  ///< offsets, in order
  pugi::xml_document document_;
};

}  // namespace sigverse
