// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/xml_file.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "spark/core/log.h"
#include "spark/core/near_name.h"
#include "spark/core/split.h"

namespace sigverse {
namespace {

constexpr double kMaxNumber = 1e6;

/// The hint "; did you mean gravity?", or an empty text.
std::string guess(std::string_view name, std::initializer_list<const char*> known) {
  constexpr std::size_t kMaxLetters = 60;
  const std::string near = spark::near_name(name.substr(0, kMaxLetters), {known.begin(), known.end()});
  return near.empty() ? near : fmt::format("; did you mean {}?", near);
}

bool is_among(std::string_view name, std::initializer_list<const char*> known) {
  return std::ranges::any_of(known, [name](const char* one) { return name == one; });
}

}  // namespace

XmlFile::XmlFile(std::string path, std::string folder, const std::string& text, std::vector<std::string>& warnings)
    : path_(std::move(path)), folder_(std::move(folder)), warnings_(warnings) {
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) line_ends_.push_back(at);
  parse(text);
}

void XmlFile::parse(const std::string& text) {
  // This also refuses UTF-16, which contains them.
  if (const auto at = text.find('\0'); at != text.npos)
    throw WorldFileError(fmt::format("{}:{}: not a text in UTF-8, Shift_JIS or EUC-JP: it holds a zero octet", path_,
                                     line_at(static_cast<std::ptrdiff_t>(at))));
  // Parsed as UTF-8, which pugixml passes through unchecked.
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
  return fmt::format("{}:{}", path_, line_of(node));
}

void XmlFile::warn(const pugi::xml_node& node, std::string_view text) const {
  warnings_.push_back(fmt::format("{}: {}", place(node), text));
}

std::vector<pugi::xml_node> XmlFile::elements(const pugi::xml_node& node) const {
  std::vector<pugi::xml_node> found;
  for (const pugi::xml_node& child : node) {
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      fail(child, "text is not allowed here: '{}'", spark::printable(spark::trimmed(child.value())));
    if (child.type() == pugi::node_element) found.push_back(child);
  }
  return found;
}

std::vector<pugi::xml_node> XmlFile::elements(const pugi::xml_node& node,
                                              std::initializer_list<const char*> known) const {
  std::vector<pugi::xml_node> found = elements(node);
  for (const pugi::xml_node& child : found)
    if (!is_among(child.name(), known))
      fail(child, "<{}> cannot be in <{}>{}", spark::printable(child.name()), spark::printable(node.name()),
           guess(child.name(), known));
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

void XmlFile::warn_of_value(const pugi::xml_node& node, std::string_view name, std::string_view written,
                            std::string_view read) const {
  constexpr std::size_t kMaxListed = 10;
  const std::string value = fmt::format("{}=\"{}\"", spark::printable(name), spark::printable(written));
  if (listed_.values++ == 0) {
    listed_.place = warnings_.size();
    warnings_.push_back(fmt::format("{}: {} is read as {}", place(node), value, read));
  } else if (listed_.values <= kMaxListed) {
    warnings_[listed_.place] += fmt::format(", {} in line {} as {}", value, line_of(node), read);
  } else if (listed_.values == kMaxListed + 1) {
    warnings_[listed_.place] += ", and others like them";
  }
}

double XmlFile::number(const pugi::xml_node& node, const char* name, double fallback, double min, double max) const {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) return fallback;
  double number = 0.0;
  const Reading reading = read_number(attribute.value(), number);
  if (reading == Reading::nothing || !(number >= min && number <= max))
    fail(node, "{}=\"{}\" of <{}> has to be a number from {} to {}", name, spark::printable(attribute.value()),
         node.name(), min, max);
  if (reading == Reading::partly) warn_of_value(node, name, attribute.value(), fmt::format("{}", number));
  return number;
}

bool XmlFile::boolean(const pugi::xml_node& node, const char* name, bool fallback) const {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) return fallback;
  AttributeValue value;
  if (read_value(attribute.value(), false, value) == Reading::partly)
    warn_of_value(node, name, attribute.value(), "true");
  return std::get<bool>(value);
}

std::vector<double> XmlFile::numbers(const pugi::xml_node& node, const char* name, std::size_t count) const {
  const std::string_view text = node.attribute(name).value();
  std::vector<double> found;
  bool is_good = text.size() <= 1000, is_whole = true;
  if (is_good) {
    for (const std::string& word : spark::split_at_blanks(text)) {
      if (found.size() == count) {
        is_whole = false;
        break;
      }
      double number = 0.0;
      const Reading reading = read_number(word, number);
      is_good = is_good && reading != Reading::nothing && std::abs(number) <= kMaxNumber;
      is_whole = is_whole && reading == Reading::wholly;
      found.push_back(number);
    }
  }
  if (!is_good || found.size() != count)
    fail(node, "{}=\"{}\" of <{}> has to be {} numbers up to {} with blanks between", name, spark::printable(text),
         node.name(), count, kMaxNumber);
  if (!is_whole) warn_of_value(node, name, text, fmt::format("{}", fmt::join(found, " ")));
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
