// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/x3d_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "spark/core/utf8.h"
#include "spark/x3d/attribute_value.h"
#include "spark/x3d/humanoid_nodes.h"
#include "spark/x3d/node_type.h"
#include "spark/x3d/rcml_nodes.h"
#include "spark/x3d/reading_scopes.h"
#include "spark/x3d/text_places.h"
#include "spark/x3d/vrml_reader.h"
#include "spark/x3d/words.h"
#include "spark/x3d/xml_characters.h"

namespace x3d {
namespace {

using pugi::xml_node;

/// A piece of the parsed text: the value of an attribute, or the text between tags.
struct XmlText {
  std::string_view text;
  const xml_node* element = nullptr;  ///< the element that contains it
};

/// Whether a node or anything in it has a name or uses one.
bool has_names(const Node& node) {
  if (!node.name.empty() || !node.statements.empty()) return true;
  return std::ranges::any_of(node.fields, [](const Field& field) {
    const auto* nodes = std::get_if<Nodes>(&field.value.data);
    return nodes && std::ranges::any_of(*nodes, has_names);
  });
}

bool holds_nodes(const Field& field) {
  return element_of(field.value.type) == Element::node;
}

bool has_node_values(const Proto& proto) {
  return std::ranges::any_of(proto.interface, [](const Field& field) {
    const auto* nodes = std::get_if<Nodes>(&field.value.data);
    return nodes && !nodes->empty();
  });
}

/// Builds nodes from elements by recursive descent: one level of C++ calls per level of nodes in nodes, which
/// `Limits::depth` bounds. Throws `ReadError`. A parser reads one text; it borrows text, file name and warnings.
class X3dParser {
 public:
  X3dParser(std::string_view text, std::string_view file, const Limits& limits, Warnings& warnings)
      : text_(text), file_(file), limits_(limits), warnings_(warnings), places_(text) {}

  Document document();

 private:
  class Level {
   public:
    Level(X3dParser& parser, const xml_node& element) : parser_(parser) {
      if (parser.depth_ >= parser.limits_.depth)
        parser.fail(element, fmt::format("nodes are nested more than {} deep", parser.limits_.depth));
      ++parser.depth_;
    }
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    X3dParser& parser_;
  };

  /// The parts of a node while its element is read. Statements between children are moved to where they have the same
  /// meaning and do not divide a field: prototypes before all nodes, routes after them.
  struct Body {
    Node node;
    NodeKind kind;
    std::vector<Statement> prototypes, routes;
  };

  void check_text();
  void parse();
  std::size_t offset_of(const char* parsed) const;
  Place place_of(const xml_node& element) { return places_.at(offset_of(element.name())); }
  Place place_in(const XmlText& text, const char* at);
  [[noreturn]] void fail(const xml_node& element, std::string_view what);
  void warn(const xml_node& element, std::string_view what);
  void count_values(const xml_node& element, std::size_t values);
  void count_object(const xml_node& element);

  std::string attribute(const xml_node& element, const char* name) const;
  std::string required(const xml_node& element, const char* name);
  std::optional<XmlText> content(const xml_node& element);

  void statements(const xml_node& parent, std::vector<Statement>& into);
  bool declaration(const xml_node& element, std::vector<Statement>& prototypes, std::vector<Statement>& routes);
  Proto prototype(const xml_node& element);
  ExternProto external_prototype(const xml_node& element);
  Route route(const xml_node& element);
  std::vector<Field> interface(const xml_node& parent, bool has_values);
  std::optional<Field> declared_field(const xml_node& element, bool has_values);
  void check_twice(const std::vector<Field>& fields, std::string_view where);

  // Return `nullopt` for a node that is skipped.
  std::optional<Node> node(const xml_node& element);
  std::optional<Node> use(const xml_node& element, const std::string& name);
  std::optional<NodeKind> kind_of(const xml_node& element);
  void skip(const xml_node& element);

  void read_attributes(const xml_node& element, Body& body);
  void read_children(const xml_node& element, Body& body);
  void read_child(const xml_node& element, Body& body);
  void read_field_value(const xml_node& element, Body& body);
  void read_bindings(const xml_node& element, Body& body);
  void read_script_text(const xml_node& element, Body& body);
  void place_statements(Body& body);
  /// The field of a node to which a child element belongs; null, with a warning, if there is none.
  const FieldRow* container(const xml_node& child, const Body& body);
  void add_child(Body& body, const FieldRow& row, Node child);
  static std::string field_name(const NodeKind& kind, std::string_view in_x3d);

  Value value(FieldType type, const XmlText& text);
  Value nodes_in(FieldType type, const xml_node& element);
  Value value_in(FieldType type, const xml_node& element);

  std::string_view text_, file_;
  Limits limits_;
  Warnings& warnings_;
  TextPlaces places_;
  std::string buffer_;  ///< a copy of the text, which the parser changes; values and names point into it
  pugi::xml_document xml_;
  std::size_t values_ = 0, objects_ = 0, depth_ = 0;
  ReadingScopes scopes_;
  std::unordered_map<std::string, std::string> containers_;  ///< of instances, by the name of the prototype
};

void X3dParser::check_text() {
  if (text_.size() > limits_.bytes)
    refuse(file_, {1, 1}, fmt::format("the text is longer than {} octets", limits_.bytes));
  if (const auto zero = text_.find('\0'); zero != std::string_view::npos)
    refuse(file_, places_.at(zero), "a zero octet: this is not text, or is text in UTF-16, which is not read");
  std::size_t parts = 0;
  for (std::size_t at = 0; (at = text_.find_first_of("<=", at)) != std::string_view::npos; ++at)
    if (++parts / 2 > limits_.objects)
      refuse(file_, places_.at(at), fmt::format("there are more than {} elements and attributes", limits_.objects));
}

void X3dParser::parse() {
  buffer_ = text_;
  // As UTF-8, which pugixml passes through unchecked.
  const pugi::xml_parse_result result = xml_.load_buffer_inplace(
      buffer_.data(), buffer_.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
  if (!result) {
    const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0));
    std::string what = result.description();
    if (!what.empty() && what[0] >= 'A' && what[0] <= 'Z') what[0] += 'a' - 'A';
    refuse(file_, places_.at(std::min(offset, text_.size())), "this is not XML: " + what);
  }
  for (const xml_node& node : xml_)
    if (node.type() == pugi::node_doctype && std::string_view(node.value()).find("<!ENTITY") != std::string_view::npos)
      refuse(file_, places_.at(offset_of(node.value())), "this defines entities, which are not expanded");
}

std::size_t X3dParser::offset_of(const char* parsed) const {
  const auto offset = static_cast<std::size_t>(parsed - buffer_.data());
  return std::min(offset, text_.size());
}

/// The place of a character of a value. The parser replaces `&lt;` and two-character line ends by single characters, so
/// characters after them are further on in the text.
Place X3dParser::place_in(const XmlText& value, const char* at) {
  std::size_t original = offset_of(value.text.data());
  for (const char* parsed = value.text.data(); parsed < at && original < text_.size();) {
    const std::string_view rest = text_.substr(original);
    if (rest[0] == '&' && *parsed != '&') {
      original += std::min(rest.find(';'), rest.size() - 1) + 1;
      parsed += std::max<std::size_t>(1, spark::utf8_length({parsed, static_cast<std::size_t>(at - parsed)}));
      continue;
    }
    original += rest.starts_with("&amp;") ? 5 : rest.starts_with("\r\n") ? 2 : 1;
    ++parsed;
  }
  return places_.at(std::min(original, text_.size()));
}

void X3dParser::fail(const xml_node& element, std::string_view what) {
  refuse(file_, place_of(element), what);
}

void X3dParser::warn(const xml_node& element, std::string_view what) {
  warnings_.add(file_, place_of(element), what);
}

void X3dParser::count_values(const xml_node& element, std::size_t values) {
  values_ += values;
  if (values_ > limits_.values) fail(element, fmt::format("there are more than {} values", limits_.values));
}

void X3dParser::count_object(const xml_node& element) {
  count_values(element, 1);
  if (++objects_ > limits_.objects)
    fail(element, fmt::format("there are more than {} nodes, fields and strings", limits_.objects));
}

std::string X3dParser::attribute(const xml_node& element, const char* name) const {
  return without_foreign_characters(element.attribute(name).value());
}

std::string X3dParser::required(const xml_node& element, const char* name) {
  std::string value = attribute(element, name);
  if (value.empty()) fail(element, fmt::format("<{}> needs {}='…'", element.name(), name));
  return value;
}

/// The text in an element, in which programs write long values; `nullopt` if it is blank.
std::optional<XmlText> X3dParser::content(const xml_node& element) {
  for (const xml_node& part : element)
    if (part.type() == pugi::node_pcdata || part.type() == pugi::node_cdata)
      if (std::string_view(part.value()).find_first_not_of(" \t\r\n") != std::string_view::npos)
        return XmlText{part.value(), &element};
  return std::nullopt;
}

Document X3dParser::document() {
  check_text();
  parse();
  const xml_node root = xml_.document_element();
  if (std::string_view(root.name()) != "X3D")
    fail(root, fmt::format("expected <X3D>, not <{}>", shortened(root.name())));
  const xml_node scene = root.child("Scene");
  if (!scene) fail(root, "<X3D> has no <Scene>");
  Document document;
  statements(scene, document.statements);
  return document;
}

void X3dParser::statements(const xml_node& parent, std::vector<Statement>& into) {
  for (const xml_node& element : parent) {
    if (element.type() != pugi::node_element) continue;
    count_object(element);
    if (declaration(element, into, into)) continue;
    if (auto read = node(element)) into.push_back({std::move(*read), 0});
  }
}

/// Whether the element is a statement instead of a node.
bool X3dParser::declaration(const xml_node& element, std::vector<Statement>& prototypes,
                            std::vector<Statement>& routes) {
  const std::string_view tag = element.name();
  if (tag == "ProtoDeclare")
    prototypes.push_back({prototype(element), 0});
  else if (tag == "ExternProtoDeclare")
    prototypes.push_back({external_prototype(element), 0});
  else if (tag == "ROUTE")
    routes.push_back({route(element), 0});
  else if (tag == "IMPORT" || tag == "EXPORT")
    warn(element, fmt::format("{} is skipped", tag));
  else
    return false;
  return true;
}

Route X3dParser::route(const xml_node& element) {
  Route route;
  route.place = place_of(element);
  route.from_node = required(element, "fromNode");
  route.from_field = name_in_vrml(scopes_.standard_type_of(route.from_node), required(element, "fromField"));
  route.to_node = required(element, "toNode");
  route.to_field = name_in_vrml(scopes_.standard_type_of(route.to_node), required(element, "toField"));
  return route;
}

std::optional<Field> X3dParser::declared_field(const xml_node& element, bool has_values) {
  Field field;
  field.place = place_of(element);
  count_object(element);
  const std::string access = required(element, "accessType");
  field.access = access_of(access);
  if (!field.access)
    fail(element,
         fmt::format("expected initializeOnly, inputOnly, outputOnly or inputOutput, not '{}'", shortened(access)));
  field.name = required(element, "name");
  const std::string type = required(element, "type");
  const auto known = field_type_of(type);
  if (!known) {
    warn(element, fmt::format("fields of type '{}' are skipped", shortened(type)));
    return std::nullopt;
  }
  field.value.type = *known;
  if (has_values && can_have_value(*field.access)) field.value = value_in(*known, element);
  return field;
}

std::vector<Field> X3dParser::interface(const xml_node& parent, bool has_values) {
  std::vector<Field> fields;
  for (const xml_node& element : parent.children("field"))
    if (auto field = declared_field(element, has_values)) fields.push_back(std::move(*field));
  return fields;
}

void X3dParser::check_twice(const std::vector<Field>& fields, std::string_view where) {
  if (const Field* twice = find_twice(fields))
    refuse(file_, twice->place, fmt::format("{} has '{}' twice", where, twice->name));
}

Proto X3dParser::prototype(const xml_node& element) {
  const Level level(*this, element);
  Proto proto;
  proto.place = place_of(element);
  proto.name = rcml_spelling(required(element, "name"));
  proto.interface = interface(element.child("ProtoInterface"), true);
  check_twice(proto.interface, proto.name);
  const auto type = prototype_type(proto.name, proto.interface);
  scopes_.begin(type);
  statements(element.child("ProtoBody"), proto.body);
  scopes_.end();
  scopes_.declare(type);
  for (const Statement& statement : proto.body) {
    const auto* first = std::get_if<Node>(&statement.what);
    if (!first) continue;
    const NodeType* standard = find_standard_type(first->type);
    containers_.insert_or_assign(proto.name, standard ? standard->container() : containers_[first->type]);
    break;
  }
  return proto;
}

ExternProto X3dParser::external_prototype(const xml_node& element) {
  ExternProto proto;
  proto.place = place_of(element);
  proto.name = rcml_spelling(required(element, "name"));
  proto.interface = interface(element, false);
  check_twice(proto.interface, proto.name);
  proto.urls = value(FieldType::MFString, {element.attribute("url").value(), &element}).strings();
  scopes_.declare(prototype_type(proto.name, proto.interface));
  return proto;
}

std::optional<NodeKind> X3dParser::kind_of(const xml_node& element) {
  const bool is_instance = std::string_view(element.name()) == "ProtoInstance";
  const std::string name = is_instance ? required(element, "name") : without_foreign_characters(element.name());
  auto kind = scopes_.kind_of(name);
  if (is_instance ? kind && (kind->owner || kind->known) : kind && (!kind->owner || kind->known)) return kind;
  if (!is_instance && kind && find_standard_type(name))
    fail(element, fmt::format("{} is the name of a prototype, from which this node cannot be distinguished", name));
  if (is_instance && scopes_.is_within(name)) fail(element, fmt::format("PROTO {} contains itself", name));
  warn(element, fmt::format("there is no {} '{}': skipped", is_instance ? "prototype" : "node type", shortened(name)));
  return std::nullopt;
}

/// Skips an element. All names of nodes in it count as names of skipped nodes.
void X3dParser::skip(const xml_node& element) {
  for (xml_node at = element; at;) {
    if (const auto name = attribute(at, "DEF"); !name.empty()) scopes_.add_skipped_name(name);
    if (at.first_child()) {
      at = at.first_child();
      continue;
    }
    while (at != element && !at.next_sibling()) at = at.parent();
    at = at == element ? xml_node() : at.next_sibling();
  }
}

std::optional<Node> X3dParser::use(const xml_node& element, const std::string& name) {
  Node node = Node::use(name);
  node.place = place_of(element);
  count_object(element);
  if (scopes_.has_name(name)) return node;
  if (!scopes_.is_skipped_name(name))
    fail(element, fmt::format("USE of '{}': no earlier node in its scope has this name", shortened(name)));
  return std::nullopt;
}

std::optional<Node> X3dParser::node(const xml_node& element) {
  if (const auto name = attribute(element, "USE"); !name.empty()) return use(element, name);
  const Level level(*this, element);
  auto kind = kind_of(element);
  if (!kind) return skip(element), std::nullopt;
  Body body{Node(kind->type->name()), std::move(*kind), {}, {}};
  body.node.name = attribute(element, "DEF");
  body.node.place = place_of(element);
  count_object(element);
  // The name is known before the body is read, because a Script may contain a USE of itself.
  if (!body.node.name.empty()) scopes_.add_name(body.node.name, body.kind);
  read_attributes(element, body);
  read_children(element, body);
  place_statements(body);
  check_twice(body.node.fields, body.node.type);
  return std::move(body.node);
}

/// The name of a node's field in VRML97.
std::string X3dParser::field_name(const NodeKind& kind, std::string_view in_x3d) {
  return kind.owner ? std::string(in_x3d) : name_in_vrml(kind.type->name(), in_x3d);
}

void X3dParser::read_attributes(const xml_node& element, Body& body) {
  if (std::string_view(element.name()) == "ProtoInstance") return;
  for (const pugi::xml_attribute& attribute : element.attributes()) {
    const std::string_view name = attribute.name();
    if (name == "DEF" || name == "USE" || name == "containerField" || name.find(':') != std::string_view::npos)
      continue;
    const std::string in_vrml = field_name(body.kind, name);
    const FieldRow* row = body.kind.find(in_vrml);
    if (!row || !can_have_value(row->access) || element_of(row->type) == Element::node) {
      // These attributes are for web pages.
      if (name != "class" && name != "id" && name != "style" && !is_ignorable_field(name))
        warn(element, fmt::format("{} has no field '{}': skipped", body.node.type, shortened(name)));
      continue;
    }
    const XmlText text{attribute.value(), &element};
    // An empty attribute means the default.
    if (text.text.empty() && !is_multiple(row->type) && element_of(row->type) != Element::string) continue;
    count_object(element);
    const bool is_vector = row->name == "jointAxis" && !body.kind.owner && is_list_of_numbers(text.text, 3);
    body.node.fields.push_back({in_vrml,
                                value(is_vector ? FieldType::SFVec3f : row->type, text),
                                {},
                                {},
                                places_.at(offset_of(attribute.name()))});
  }
}

void X3dParser::read_children(const xml_node& element, Body& body) {
  for (const xml_node& child : element) {
    if (child.type() != pugi::node_element) continue;
    const std::string_view tag = child.name();
    if (tag == "IS")
      read_bindings(child, body);
    else if (tag == "fieldValue")
      read_field_value(child, body);
    else if (tag == "field" && body.kind.is_script) {
      if (auto field = declared_field(child, true)) {
        if (body.kind.type->find(field->name)) fail(child, fmt::format("every Script has '{}'", field->name));
        body.node.fields.push_back(std::move(*field));
      }
    } else {
      const std::size_t known = body.prototypes.size();
      const bool is_known = (tag == "ProtoDeclare" || tag == "ExternProtoDeclare") &&
                            scopes_.kind_of(attribute(child, "name")).has_value();
      if (!declaration(child, body.prototypes, body.routes)) {
        read_child(child, body);
        continue;
      }
      // The prototype is moved before the nodes that have already been read.
      if (body.prototypes.size() == known || std::ranges::none_of(body.node.fields, holds_nodes)) continue;
      const auto* proto = std::get_if<Proto>(&body.prototypes.back().what);
      if (is_known || (proto && has_node_values(*proto))) fail(child, "this prototype must precede the nodes");
    }
  }
  if (body.kind.is_script && !body.node.find("url")) read_script_text(element, body);
}

/// A Script may have its program as text in its element.
void X3dParser::read_script_text(const xml_node& element, Body& body) {
  const auto text = content(element);
  if (!text) return;
  count_object(element);
  body.node.fields.push_back({"url",
                              {FieldType::MFString, Strings{without_foreign_characters(text->text)}},
                              {},
                              {},
                              places_.at(offset_of(text->text.data()))});
}

void X3dParser::place_statements(Body& body) {
  Node& node = body.node;
  const auto first = std::ranges::find_if(node.fields, holds_nodes);
  for (Statement& one : body.prototypes) {
    one.before = static_cast<std::size_t>(first - node.fields.begin());
    node.statements.push_back(std::move(one));
  }
  for (Statement& one : body.routes) {
    one.before = node.fields.size();
    node.statements.push_back(std::move(one));
  }
}

const FieldRow* X3dParser::container(const xml_node& child, const Body& body) {
  const bool is_instance = std::string_view(child.name()) == "ProtoInstance";
  const std::string type = is_instance ? attribute(child, "name") : child.name();
  const auto find = [&](const std::string& name) -> const FieldRow* {
    const FieldRow* row = body.kind.find(field_name(body.kind, name));
    return row && can_have_value(row->access) && element_of(row->type) == Element::node ? row : nullptr;
  };
  std::string name = attribute(child, "containerField");
  const bool is_usual = name.empty();
  if (is_usual) {
    const NodeType* known = is_instance ? nullptr : find_node_type(type);
    name = known ? known->container() : "children";
  }
  if (const FieldRow* row = find(name)) return row;
  if (is_usual && is_instance) {
    const auto of_instance = containers_.find(type);
    if (of_instance != containers_.end())
      if (const FieldRow* row = find(of_instance->second)) return row;
  }
  // Files often omit the field that contains joints and segments of a humanoid, although it has another name than
  // `children`.
  if (name == "children" && humanoid_kind(body.node.type) == HumanoidKind::humanoid)
    return find(body.node.type == "Humanoid" ? "humanoidBody" : "skeleton");
  return nullptr;
}

void X3dParser::read_child(const xml_node& element, Body& body) {
  const FieldRow* row = container(element, body);
  if (!row) {
    if (element.attribute("USE") || kind_of(element))
      warn(element, fmt::format("{} is not allowed in {}: skipped", shortened(element.name()), body.node.type));
    skip(element);
    return;
  }
  if (auto child = node(element)) add_child(body, *row, std::move(*child));
}

void X3dParser::add_child(Body& body, const FieldRow& row, Node child) {
  std::vector<Field>& fields = body.node.fields;
  // The number of fields that are searched at once. An instance may have any number of fields; a duplicate that is
  // further back is found at the end.
  constexpr std::ptrdiff_t kMaxLookedAt = 64;
  const auto end = fields.rbegin() + std::min<std::ptrdiff_t>(std::ssize(fields), kMaxLookedAt);
  const auto found = std::find_if(fields.rbegin(), end, [&](const Field& field) { return field.name == row.name; });
  if (found == end) {
    const Place place = child.place;
    Nodes nodes;
    nodes.push_back(std::move(child));
    fields.push_back({row.name, {row.type, std::move(nodes)}, {}, {}, place});
    return;
  }
  if (!found->value.has_value()) refuse(file_, child.place, "these children are bound by IS");
  if (!is_multiple(row.type)) refuse(file_, child.place, fmt::format("{} has '{}' twice", body.node.type, row.name));
  // The child is moved before everything that was read since.
  if (std::any_of(fields.rbegin(), found, holds_nodes) && has_names(child))
    refuse(file_, child.place, "children in two places with other nodes between them");
  std::get<Nodes>(found->value.data).push_back(std::move(child));
}

void X3dParser::read_field_value(const xml_node& element, Body& body) {
  const std::string name = required(element, "name");
  const FieldRow* row = body.kind.find(name);
  if (!row || !can_have_value(row->access)) {
    if (!is_ignorable_field(name))
      warn(element, fmt::format("{} has no field '{}': skipped", body.node.type, shortened(name)));
    skip(element);
    return;
  }
  count_object(element);
  const bool is_vector =
      row->name == "jointAxis" && !body.kind.owner && is_list_of_numbers(element.attribute("value").value(), 3);
  body.node.fields.push_back(
      {row->name, value_in(is_vector ? FieldType::SFVec3f : row->type, element), {}, {}, place_of(element)});
}

void X3dParser::read_bindings(const xml_node& element, Body& body) {
  const NodeType* interface = scopes_.interface();
  if (!interface) fail(element, "IS is only for nodes in the body of a PROTO");
  for (const xml_node& connect : element.children("connect")) {
    count_object(connect);
    const std::string to = required(connect, "protoField"), in_x3d = required(connect, "nodeField");
    const std::string name = field_name(body.kind, in_x3d);
    const FieldRow* target = interface->find_event(to);
    const auto declared =
        std::ranges::find_if(body.node.fields, [&](const Field& field) { return field.access && field.name == name; });
    const bool is_declared = declared != body.node.fields.end();
    const FieldRow* row = is_declared ? nullptr : body.kind.find_event(name);
    if (!target || (!row && !is_declared)) {
      const std::string where = target ? body.node.type : "PROTO " + interface->name();
      warn(connect, fmt::format("{} has no field '{}': not connected", where, shortened(target ? name : to)));
      continue;
    }
    const FieldType type = is_declared ? declared->value.type : row->type;
    if (target->type != type)
      fail(connect, fmt::format("'{}' of PROTO {} is {}, not {}", to, interface->name(), to_string(target->type),
                                to_string(type)));
    if (is_declared) {
      declared->value.data = std::monostate();
      declared->is = to;
    } else {
      body.node.fields.push_back({name, {type, {}}, to, {}, place_of(connect)});
    }
  }
}

Value X3dParser::nodes_in(FieldType type, const xml_node& element) {
  Nodes nodes;
  for (const xml_node& child : element) {
    if (child.type() != pugi::node_element) continue;
    auto read = node(child);
    if (!read) continue;
    if (!is_multiple(type) && !nodes.empty()) fail(child, "expected one node, not several");
    nodes.push_back(std::move(*read));
  }
  return {type, std::move(nodes)};
}

/// The value of an element <field> or <fieldValue>; the default of the type if it has none.
Value X3dParser::value_in(FieldType type, const xml_node& element) {
  if (element_of(type) == Element::node) return nodes_in(type, element);
  if (const pugi::xml_attribute given = element.attribute("value"))
    if (is_multiple(type) || element_of(type) == Element::string || *given.value())
      return value(type, {given.value(), &element});
  if (const auto text = content(element)) return value(type, *text);
  return usual_value(type);
}

Value X3dParser::value(FieldType type, const XmlText& text) {
  AttributeValue read = read_attribute(type, text.text, limits_.values - values_);
  if (!read.fault.empty()) refuse(file_, place_in(text, read.at), read.fault);
  if (read.nonfinite) warnings_.add(file_, place_in(text, read.nonfinite), "a number that is NaN or infinite");
  count_values(*text.element, read.count);
  if (element_of(type) == Element::string) {
    objects_ += read.count;
    if (objects_ > limits_.objects)
      fail(*text.element, fmt::format("there are more than {} nodes, fields and strings", limits_.objects));
  }
  return std::move(read.value);
}

bool begins_with_gzip(std::string_view text) {
  return text.starts_with("\x1f\x8b");
}

}  // namespace

Document read_x3d(std::string_view text, std::string_view file, const Limits& limits, Warnings& warnings) {
  return X3dParser(text, file, limits, warnings).document();
}

Document read_document(std::string_view text, std::string_view file, const Limits& limits, Warnings& warnings) {
  std::string_view beginning = text;
  if (beginning.starts_with("\xEF\xBB\xBF")) beginning.remove_prefix(3);
  beginning.remove_prefix(std::min(beginning.find_first_not_of(" \t\r\n"), beginning.size()));
  if (beginning.starts_with('<')) return read_x3d(text, file, limits, warnings);
  if (beginning.starts_with('#') || begins_with_gzip(text)) return read_vrml(text, file, limits, warnings);
  refuse(file, {1, 1}, "expected '<X3D>', '#VRML V2.0 utf8' or '#X3D V3.0 utf8' as the beginning");
}

}  // namespace x3d
