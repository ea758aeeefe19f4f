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

/// One world, class or shape file that was read: its elements, and the line of each.
///
/// Octets are passed through as they are, so any encoding will do in which `<`, `>`, `&` and quotes are what they are
/// in ASCII: UTF-8, Shift_JIS and EUC-JP, whatever the declaration says; UTF-16 is refused. Nothing is fetched, and no
/// entity is expanded but the five of XML: a file that defines some is refused.
///
/// Numbers are read up to where they stop being one, and bools are true unless they are 0 or false; published files
/// have such numbers as 52.5.0 and 30cm. The first value of a file that does not say just that makes a warning, and the
/// next ones are added to that line.
///
/// Everything that throws throws `WorldFileError`, "FILE:LINE: …".
class XmlFile {
 public:
  /// `warnings` is where that line goes; it outlives the file.
  XmlFile(std::string path, std::string folder, const std::string& text, std::vector<std::string>& warnings);

  const std::string& path() const { return path_; }
  const std::string& folder() const { return folder_; }  ///< of this file, for names of others in it
  pugi::xml_node root() const { return document_.document_element(); }

  /// "FILE:LINE".
  std::string place(const pugi::xml_node& node) const;
  template <typename... Args>
  [[noreturn]] void fail(const pugi::xml_node& node, fmt::format_string<Args...> format, Args&&... args) const {
    throw WorldFileError(fmt::format("{}: {}", place(node), fmt::format(format, std::forward<Args>(args)...)));
  }

  /// A line about the element.
  void warn(const pugi::xml_node& node, std::string_view text) const;

  /// The elements below `node`. Fails at text between them.
  std::vector<pugi::xml_node> elements(const pugi::xml_node& node) const;
  /// The same; fails at elements that are none of `known`, too.
  std::vector<pugi::xml_node> elements(const pugi::xml_node& node, std::initializer_list<const char*> known) const;
  /// Lines about attributes of the element that are none of `known`.
  void warn_of_others(const pugi::xml_node& node, std::initializer_list<const char*> known,
                      std::vector<std::string>& warnings) const;

  /// An attribute that has to be there, and not empty.
  std::string required(const pugi::xml_node& node, const char* name) const;
  /// Warns that an attribute of the element has been read as something that the file does not say in so many words.
  void warn_of_value(const pugi::xml_node& node, std::string_view name, std::string_view written,
                     std::string_view read) const;
  /// A finite number from `min` to `max`; `fallback` if the attribute is not there.
  double number(const pugi::xml_node& node, const char* name, double fallback, double min, double max) const;
  bool boolean(const pugi::xml_node& node, const char* name, bool fallback) const;
  /// `count` finite numbers up to 1e6, with blanks between; what follows them has no meaning, as above.
  std::vector<double> numbers(const pugi::xml_node& node, const char* name, std::size_t count) const;
  /// The text in an element, without the blanks around it; not empty.
  std::string text(const pugi::xml_node& node) const;

 private:
  void parse(const std::string& text);
  std::size_t line_at(std::ptrdiff_t offset) const;
  std::size_t line_of(const pugi::xml_node& node) const { return line_at(node.offset_debug()); }

  std::string path_, folder_;
  std::vector<std::string>& warnings_;
  /// Notes about the line in `warnings_` that lists values; reading values changes nothing else.
  mutable struct { std::size_t place = 0, values = 0; } listed_;
  std::vector<std::size_t> line_ends_;  ///< offsets, in order
  pugi::xml_document document_;
};

}  // namespace sigverse
