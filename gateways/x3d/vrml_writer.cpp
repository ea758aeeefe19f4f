// SPDX-License-Identifier: Apache-2.0
#include "gateways/x3d/vrml_writer.h"

#include "gateways/x3d/def_names.h"
#include "gateways/x3d/vrml_value.h"

namespace x3d {
namespace {

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

  /// Whether a statement in the body of a node stands before its field `field`.
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
      append_vrml(out_, value, 2 * depth_);
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
    append_vrml(out_, {FieldType::MFString, proto.urls}, 2 * depth_);
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
