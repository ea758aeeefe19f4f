// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/xml_output.h"

#include "spark/x3d/xml_characters.h"

namespace x3d {

void XmlOutput::end_tag() {
  if (in_tag_) out_ += ">\n";
  in_tag_ = false;
}

void XmlOutput::open(std::string_view name) {
  end_tag();
  out_.append(2 * open_.size(), ' ');
  out_ += '<';
  out_ += name;
  open_.emplace_back(name);
  in_tag_ = true;
}

void XmlOutput::close() {
  const std::string name = std::move(open_.back());
  open_.pop_back();
  if (in_tag_) {
    out_ += "/>\n";
    in_tag_ = false;
    return;
  }
  out_.append(2 * open_.size(), ' ');
  out_ += "</";
  out_ += name;
  out_ += ">\n";
}

void XmlOutput::attribute(std::string_view name, std::string_view value) {
  std::string cleaned;
  if (find_bad_character(value) != std::string_view::npos) value = cleaned = without_bad_characters(value);
  out_ += ' ';
  out_ += name;
  // Attributes are in single quotes, because values contain many double quotes around the strings of an MFString.
  out_ += "='";
  for (const char c : value) {
    switch (c) {
      case '&':
        out_ += "&amp;";
        break;
      case '<':
        out_ += "&lt;";
        break;
      case '>':
        out_ += "&gt;";
        break;
      case '\'':
        out_ += "&apos;";
        break;
      // If these were unescaped, a reader would turn them into blanks.
      case '\t':
        out_ += "&#9;";
        break;
      case '\n':
        out_ += "&#10;";
        break;
      case '\r':
        out_ += "&#13;";
        break;
      default:
        out_ += c;
    }
  }
  out_ += '\'';
}

}  // namespace x3d
