// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/vrml_writer.h"

#include "spark/x3d/def_names.h"
#include "spark/x3d/text_output.h"

namespace x3d {
namespace {

/// Longer lines of numbers would be hard to read in an editor.
constexpr std::size_t kNumbersPerLine = 24;

class VrmlWriter {
 public:
  explicit VrmlWriter(std::string& out) : out_(out) {}

  void write(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) write(statement);
  }

 private:
  void new_line() {
    out_ += '\n';
    out_.append(2 * depth_, ' ');
  }
  void open(char bracket) {
    out_ += bracket;
    ++depth_;
  }
  void close(char bracket) {
    --depth_;
    new_line();
    out_ += bracket;
  }
  void words(std::string_view first, std::string_view second) {
    out_ += first;
    out_ += ' ';
    out_ += second;
  }

  void write(const Statement& statement) {
    std::visit([&](const auto& what) { write(what); }, statement.what);
    if (depth_ == 0) out_ += '\n';
  }

  void write(const Node& node) {
    if (node.is_use()) {
      names_.used_by(node);
      return words("USE", node.name);
    }
    names_.add(node);
    if (!node.name.empty()) {
      words("DEF", node.name);
      out_ += ' ';
    }
    words(node.type, "");
    open('{');
    std::size_t statement = 0;
    for (std::size_t i = 0; i <= node.fields.size(); ++i) {
      for (; statement < node.statements.size() && is_due(node, statement, i); ++statement) {
        new_line();
        write(node.statements[statement]);
      }
      if (i == node.fields.size()) break;
      new_line();
      write(node.fields[i]);
    }
    const bool is_empty = node.fields.empty() && node.statements.empty();
    if (!is_empty) return close('}');
    --depth_;
    out_ += " }";
  }

  /// Whether a statement in the body of a node comes before its field `field`.
  static bool is_due(const Node& node, std::size_t statement, std::size_t field) {
    return field == node.fields.size() || node.statements[statement].before <= field;
  }

  void write(const Field& field) {
    if (field.access) {
      words(to_string(*field.access), to_string(field.value.type));
      out_ += ' ';
    }
    out_ += field.name;
    if (!field.is.empty()) {
      out_ += " IS ";
      out_ += field.is;
    } else if (field.value.has_value()) {
      out_ += ' ';
      write(field.value);
    }
  }

  void write(const Value& value) {
    if (const auto* nodes = std::get_if<Nodes>(&value.data))
      write(value.type, *nodes);
    else
      write_plain(value);
  }

  void write(FieldType type, const Nodes& nodes) {
    if (!is_multiple(type)) {
      if (nodes.empty())
        out_ += "NULL";
      else
        write(nodes.front());
      return;
    }
    if (nodes.empty()) {
      out_ += "[ ]";
      return;
    }
    open('[');
    for (const Node& node : nodes) {
      new_line();
      write(node);
    }
    close(']');
  }

  /// Writes a value that is not a node.
  void write_plain(const Value& value) {
    if (value.type == FieldType::SFImage) return write_image(value.integers());
    switch (element_of(value.type)) {
      case Element::boolean:
        out_ += value.boolean() ? "TRUE" : "FALSE";
        break;
      case Element::real:
        write_numbers(value.type, value.floats());
        break;
      case Element::integer:
        write_numbers(value.type, value.integers());
        break;
      case Element::time:
        write_numbers(value.type, value.times());
        break;
      case Element::string:
        write_strings(value.type, value.strings());
        break;
      case Element::node:
        break;
    }
  }

  /// Writes the separator before number `index`: a comma before each further vector, and a line break at regular
  /// intervals.
  void separate(std::size_t index, std::size_t components) {
    if (index == 0) return;
    if (components > 1 && index % components == 0) out_ += ',';
    if (index % kNumbersPerLine != 0) {
      out_ += ' ';
      return;
    }
    new_line();
    out_ += "  ";
  }

  template <typename Numbers>
  void write_numbers(FieldType type, const Numbers& numbers) {
    const bool in_brackets = is_multiple(type);
    if (in_brackets) out_ += "[ ";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      separate(i, components_of(type));
      append_number(out_, numbers[i]);
    }
    if (in_brackets) out_ += numbers.empty() ? "]" : " ]";
  }

  void write_image(const Integers& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      separate(i, 1);
      if (i < 3)
        append_number(out_, numbers[i]);
      else
        append_pixel(out_, numbers[i]);
    }
  }

  void write_strings(FieldType type, const Strings& strings) {
    if (!is_multiple(type) || strings.size() == 1) return append_quoted(out_, strings.front());
    out_ += "[ ";
    for (const std::string& one : strings) {
      append_quoted(out_, one);
      out_ += ' ';
    }
    out_ += ']';
  }

  void write_interface(const std::vector<Field>& interface) {
    open('[');
    for (const Field& field : interface) {
      new_line();
      write(field);
    }
    close(']');
  }

  void write(const Proto& proto) {
    words("PROTO", proto.name);
    out_ += ' ';
    write_interface(proto.interface);
    out_ += ' ';
    open('{');
    names_.begin_scope();
    for (const Statement& statement : proto.body) {
      new_line();
      write(statement);
    }
    names_.end_scope();
    close('}');
  }

  void write(const ExternProto& proto) {
    words("EXTERNPROTO", proto.name);
    out_ += ' ';
    write_interface(proto.interface);
    out_ += ' ';
    write_strings(FieldType::MFString, proto.urls);
  }

  void write(const Route& route) {
    words("ROUTE", route.from_node);
    out_ += '.';
    words(route.from_field, "TO ");
    out_ += route.to_node;
    out_ += '.';
    out_ += route.to_field;
  }

  std::string& out_;
  std::size_t depth_ = 0;
  DefNames names_;
};

}  // namespace

std::string to_vrml(const Document& document) {
  std::string out(kVrmlHeader);
  out += "\n\n";
  VrmlWriter(out).write(document.statements);
  return out;
}

}  // namespace x3d
