// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/xml_file.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "spark/core/log.h"
#include "spark/core/near_name.h"
#include "spark/core/number_text.h"
#include "spark/core/split.h"

namespace sigverse {
namespace {

constexpr double kMaxNumber = 1e6;

/// "; did you mean gravity?", or nothing.
std::string guess(std::string_view name, std::initializer_list<const char*> known) {
  constexpr std::size_t kMaxLetters = 60;
  const std::string near = spark::near_name(name.substr(0, kMaxLetters), {known.begin(), known.end()});
  return near.empty() ? near : fmt::format("; did you mean {}?", near);
}

bool is_among(std::string_view name, std::initializer_list<const char*> known) {
  return std::ranges::any_of(known, [name](const char* one) { return name == one; });
}

}  // namespace

XmlFile::XmlFile(std::string path, std::string folder, const std::string& text)
    : path_(std::move(path)), folder_(std::move(folder)) {
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) line_ends_.push_back(at);
  parse(text);
}

void XmlFile::parse(const std::string& text) {
  // UTF-16, too, has these.
  if (const auto at = text.find('\0'); at != text.npos)
    throw WorldFileError(fmt::format("{}:{}: no text in UTF-8, Shift_JIS or EUC-JP: it holds a zero octet", path_,
                                     line_at(static_cast<std::ptrdiff_t>(at))));
  // As UTF-8, which pugixml passes through without looking at it.
  const pugi::xml_parse_result result =
      document_.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
  if (!result) throw WorldFileError(fmt::format("{}:{}: {}", path_, line_at(result.offset), result.description()));
  for (const pugi::xml_node& node : document_)
    if (node.type() == pugi::node_doctype && std::string_view(node.value()).find("<!ENTITY") != std::string_view::npos)
      throw WorldFileError(fmt::format("{}:1: it defines entities, which are not expanded here", path_));
}

std::size_t XmlFile::line_at(std::ptrdiff_t offset) const {
  const auto at = std::ranges::lower_bound(line_ends_, static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)));
  return static_cast<std::size_t>(at - line_ends_.begin()) + 1;
}

std::string XmlFile::place(const pugi::xml_node& node) const {
  return fmt::format("{}:{}", path_, line_at(node.offset_debug()));
}

std::vector<pugi::xml_node> XmlFile::elements(const pugi::xml_node& node,
                                              std::initializer_list<const char*> known) const {
  std::vector<pugi::xml_node> found;
  for (const pugi::xml_node& child : node) {
    const std::string_view name = child.name();
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      fail(child, "text where there can be none: '{}'", spark::printable(spark::trimmed(child.value())));
    if (child.type() != pugi::node_element) continue;
    if (!is_among(name, known))
      fail(child, "<{}> cannot be in <{}>{}", spark::printable(name), spark::printable(node.name()),
           guess(name, known));
    found.push_back(child);
  }
  return found;
}

void XmlFile::warn_of_others(const pugi::xml_node& node, std::initializer_list<const char*> known,
                             std::vector<std::string>& warnings) const {
  constexpr std::size_t kMaxWarnings = 100;
  for (const pugi::xml_attribute& attribute : node.attributes())
    if (!is_among(attribute.name(), known) && warnings.size() < kMaxWarnings)
      warnings.push_back(fmt::format("{}: {}=\"…\" of <{}> is not known and has no effect{}", place(node),
                                     spark::printable(attribute.name()), node.name(), guess(attribute.name(), known)));
}

std::string XmlFile::required(const pugi::xml_node& node, const char* name) const {
  std::string value = node.attribute(name).value();
  if (value.empty()) fail(node, "<{}> needs {}=\"…\"", node.name(), name);
  return value;
}

double XmlFile::number(const pugi::xml_node& node, const char* name, double usual, double least, double most) const {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) return usual;
  double number = 0.0;
  if (!spark::whole_number(spark::trimmed(attribute.value()), number) || !(number >= least && number <= most))
    fail(node, "{}=\"{}\" of <{}> has to be a number from {} to {}", name, spark::printable(attribute.value()),
         node.name(), least, most);
  return number;
}

bool XmlFile::truth(const pugi::xml_node& node, const char* name, bool usual) const {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) return usual;
  AttributeValue value;
  if (!read_value(attribute.value(), false, value))
    fail(node, "{}=\"{}\" of <{}> has to be true or false", name, spark::printable(attribute.value()), node.name());
  return std::get<bool>(value);
}

std::vector<double> XmlFile::numbers(const pugi::xml_node& node, const char* name, std::size_t count) const {
  const std::string_view text = node.attribute(name).value();
  std::vector<double> found;
  bool is_good = text.size() <= 1000;
  if (is_good)
    for (const std::string& word : spark::split_at_blanks(text)) {
      double number = 0.0;
      is_good = is_good && spark::whole_number(word, number) && std::abs(number) <= kMaxNumber;
      found.push_back(number);
    }
  if (!is_good || found.size() != count)
    fail(node, "{}=\"{}\" of <{}> has to be {} numbers up to {} with blanks between", name, spark::printable(text),
         node.name(), count, kMaxNumber);
  return found;
}

std::string XmlFile::text(const pugi::xml_node& node) const {
  std::string text;
  for (const pugi::xml_node& part : node)
    if (part.type() == pugi::node_pcdata || part.type() == pugi::node_cdata) text += part.value();
  text = spark::trimmed(text);
  if (text.empty()) fail(node, "<{}> is empty", node.name());
  return text;
}

}  // namespace sigverse
