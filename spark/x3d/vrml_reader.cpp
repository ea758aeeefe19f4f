// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/vrml_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "spark/x3d/attribute_value.h"
#include "spark/x3d/node_type.h"
#include "spark/x3d/rcml_nodes.h"
#include "spark/x3d/read_error.h"
#include "spark/x3d/reading_scopes.h"
#include "spark/x3d/vrml_number.h"
#include "spark/x3d/vrml_scanner.h"
#include "spark/x3d/vrml_writer.h"
#include "spark/x3d/words.h"
#include "spark/x3d/xml_characters.h"

namespace x3d {
namespace {

/// Builds nodes from tokens by recursive descent: one level of C++ calls per level of nodes in nodes, which
/// `Limits::depth` bounds. Throws `ReadError`. A parser reads one text; it borrows text, file name and warnings.
class VrmlParser {
 public:
  VrmlParser(std::string_view text, std::string_view file, const Limits& limits, Warnings& warnings, Unknown unknown)
      : scanner_(text, file,
                 unknown == Unknown::skipped ? VrmlScanner::BadOctets::replaced : VrmlScanner::BadOctets::refused),
        text_(text),
        file_(file),
        limits_(limits),
        warnings_(warnings),
        skips_(unknown == Unknown::skipped) {}

  Document document();
  Value value(FieldType type);

 private:
  /// What has been read between the braces of a node so far.
  struct Body {
    bool takes_bare = false;    ///< nodes may occur without the name of a field
    bool has_bare = false;      ///< some did
    bool has_children = false;  ///< the field `children` has been given
  };

  /// One more level of nesting during the lifetime of the object.
  class Level {
   public:
    Level(VrmlParser& parser, const Token& token) : parser_(parser) {
      if (parser.depth_ >= parser.limits_.depth)
        parser.scanner_.fail(token.offset, fmt::format("nodes are nested more than {} deep", parser.limits_.depth));
      ++parser.depth_;
    }
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    VrmlParser& parser_;
  };

  void check_header();
  void skip_statements_of_x3d();
  void count(std::size_t offset);         ///< one more value, which begins there
  void count_object(std::size_t offset);  ///< one that is no number
  [[noreturn]] void fail_at(const Token& token, std::string_view expected);
  Token expect_name(std::string_view what);
  void expect(char mark);

  bool is_statement();
  std::optional<Statement> statement();
  Proto prototype();
  ExternProto external_prototype();
  Route route();
  std::vector<Field> interface(bool has_values);
  Field declaration(Access access, bool has_value);
  std::shared_ptr<const NodeType> declare(const std::string& name, std::vector<Field>& interface);
  void check_twice(const std::vector<Field>& fields, std::string_view where);

  // Return `nullopt` for a node that is skipped.
  std::optional<Node> use();
  std::optional<Node> node();
  std::optional<Node> node(const Token& type, std::string name);
  std::optional<NodeKind> kind_of(const Token& type);
  void skip_field(const Token& name, const NodeKind& kind);
  void skip_brackets();
  void body_part(Node& node, const NodeKind& kind, Body& body);
  void add_bare(Node& node, Body& body, std::optional<Node> child);
  void add_field(Node& node, Body& body, Field field);
  Nodes& children_of(Node& node, Place place);
  std::optional<Field> field(Node& node, const Token& name, const NodeKind& kind, const Body& body);
  void drop_earlier(Node& node, const Field& field, const Body& body);
  std::string bound_to(FieldType type);  ///< empty, with a warning, if the prototype has no such field

  Value list(FieldType type);
  void one_value(FieldType type, Value& into);
  bool boolean();
  std::string string();
  Integers image();
  std::int32_t integer();
  template <typename Real>
  Real real();

  bool is_number_ahead();

  VrmlScanner scanner_;
  std::string_view text_, file_;
  Limits limits_;
  Warnings& warnings_;
  bool skips_ = false;   ///< unknown types are skipped instead of refused
  bool is_x3d_ = false;  ///< X3D in the classic notation
  std::size_t values_ = 0, objects_ = 0;
  std::size_t depth_ = 0;
  ReadingScopes scopes_;
};

constexpr std::string_view kChildrenField = "children";

/// The list in a value of an MF… type, which is created if there is none yet.
template <typename List>
List& list_in(Value& value) {
  if (!value.has_value()) value.data.emplace<List>();
  return std::get<List>(value.data);
}

std::string without_escapes(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) ++i;
    out += text[i];
  }
  return out;
}

void VrmlParser::count(std::size_t offset) {
  if (++values_ > limits_.values) scanner_.fail(offset, fmt::format("there are more than {} values", limits_.values));
}

void VrmlParser::count_object(std::size_t offset) {
  count(offset);
  if (++objects_ > limits_.objects)
    scanner_.fail(offset, fmt::format("there are more than {} nodes, fields and strings", limits_.objects));
}

void VrmlParser::fail_at(const Token& token, std::string_view expected) {
  scanner_.fail(token.offset, fmt::format("expected {}, not {}", expected, to_string(token)));
}

Token VrmlParser::expect_name(std::string_view what) {
  const Token token = scanner_.take();
  if (token.kind != Token::Kind::name) fail_at(token, what);
  return token;
}

void VrmlParser::expect(char mark) {
  const Token token = scanner_.take();
  if (!token.is(mark)) fail_at(token, fmt::format("'{}'", mark));
}

void VrmlParser::check_header() {
  const auto begins = [&](std::string_view with) { return text_.starts_with(with); };
  if (text_.size() > limits_.bytes)
    scanner_.fail(Place{1, 1}, fmt::format("the text is longer than {} octets", limits_.bytes));
  if (begins("\x1f\x8b")) scanner_.fail(Place{1, 1}, "this is compressed with gzip; unpack it with gunzip first");
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string_view first_line = text_.substr(0, text_.find_first_of("\r\n"));
  if (begins(kByteOrderMark)) first_line.remove_prefix(kByteOrderMark.size());
  is_x3d_ = first_line.starts_with("#X3D V") && first_line.find("utf8") != std::string_view::npos;
  const std::string_view behind = first_line.substr(std::min(kVrmlHeader.size(), first_line.size()));
  const bool is_vrml = first_line.starts_with(kVrmlHeader) && (behind.empty() || behind[0] == ' ' || behind[0] == '\t');
  if (!is_vrml && !is_x3d_) {
    const bool is_old = first_line.starts_with("#VRML V1");
    scanner_.fail(Place{1, 1}, is_old ? std::string("this is VRML 1.0, which is another language")
                                      : fmt::format("expected '{}' as the first line", kVrmlHeader));
  }
  scanner_.skip_line();
}

/// VRML97 files may contain these X3D statements, too, if they were written by a program that supports both.
void VrmlParser::skip_statements_of_x3d() {
  const auto is_such = [this] {
    const Token& token = scanner_.peek();
    return token.is_name("PROFILE") || token.is_name("COMPONENT") || token.is_name("META") || token.is_name("UNIT");
  };
  while (is_such()) {
    scanner_.take();
    scanner_.skip_line();
  }
}

Document VrmlParser::document() {
  check_header();
  skip_statements_of_x3d();
  Document document;
  while (scanner_.peek().kind != Token::Kind::end)
    if (auto read = statement()) document.statements.push_back(std::move(*read));
  return document;
}

bool VrmlParser::is_statement() {
  const Token& token = scanner_.peek();
  return token.is_name("PROTO") || token.is_name("EXTERNPROTO") || token.is_name("ROUTE");
}

std::optional<Statement> VrmlParser::statement() {
  const Token token = scanner_.peek();
  count_object(token.offset);
  if (token.is_name("PROTO")) return Statement{prototype(), 0};
  if (token.is_name("EXTERNPROTO")) return Statement{external_prototype(), 0};
  if (token.is_name("ROUTE")) return Statement{route(), 0};
  auto read = node();
  if (!read) return std::nullopt;
  return Statement{std::move(*read), 0};
}

Route VrmlParser::route() {
  Route route;
  route.place = scanner_.place(scanner_.take().offset);
  route.from_node = expect_name("the name of a node").text;
  expect('.');
  route.from_field = expect_name("the name of an event").text;
  const Token to = scanner_.take();
  if (!to.is_name("TO")) fail_at(to, "TO");
  route.to_node = expect_name("the name of a node").text;
  expect('.');
  route.to_field = expect_name("the name of an event").text;
  return route;
}

Field VrmlParser::declaration(Access access, bool has_value) {
  Field field;
  field.access = access;
  const Token word = scanner_.take();
  field.place = scanner_.place(word.offset);
  count_object(word.offset);
  const Token type = expect_name("a field type");
  const auto known = field_type_of(type.text);
  if (!known) fail_at(type, "a field type");
  field.value.type = *known;
  field.name = expect_name("the name of a field").text;
  if (scanner_.peek().is_name("IS")) {
    field.is = bound_to(*known);
    if (field.is.empty() && can_have_value(access)) field.value = usual_value(*known);
  } else if (has_value && can_have_value(access)) {
    field.value = value(*known);
  }
  return field;
}

std::vector<Field> VrmlParser::interface(bool has_values) {
  std::vector<Field> fields;
  expect('[');
  while (!scanner_.peek().is(']')) {
    const Token token = scanner_.peek();
    const auto access = token.kind == Token::Kind::name ? access_of(token.text) : std::nullopt;
    if (!access) fail_at(token, "eventIn, eventOut, field, exposedField or ']'");
    fields.push_back(declaration(*access, has_values));
  }
  scanner_.take();
  return fields;
}

void VrmlParser::check_twice(const std::vector<Field>& fields, std::string_view where) {
  if (const Field* twice = find_twice(fields))
    scanner_.fail(twice->place, fmt::format("{} has '{}' twice", where, twice->name));
}

std::shared_ptr<const NodeType> VrmlParser::declare(const std::string& name, std::vector<Field>& interface) {
  if (!skips_) {
    check_twice(interface, name);
  } else if (find_twice(interface)) {
    std::unordered_set<std::string> names;
    std::erase_if(interface, [&](const Field& field) {
      if (names.insert(field.name).second) return false;
      warnings_.add(file_, field.place,
                    fmt::format("{} has '{}' twice: the first one counts", name, shortened(field.name)));
      return true;
    });
  }
  return prototype_type(name, interface);
}

Proto VrmlParser::prototype() {
  const Token word = scanner_.take();
  const Level level(*this, word);
  Proto proto;
  proto.place = scanner_.place(word.offset);
  proto.name = rcml_spelling(expect_name("the name of a prototype").text);
  proto.interface = interface(true);
  const auto type = declare(proto.name, proto.interface);
  expect('{');
  scopes_.begin(type);
  while (!scanner_.peek().is('}'))
    if (auto read = statement()) proto.body.push_back(std::move(*read));
  scopes_.end();
  scanner_.take();
  scopes_.declare(type);
  return proto;
}

ExternProto VrmlParser::external_prototype() {
  ExternProto proto;
  proto.place = scanner_.place(scanner_.take().offset);
  proto.name = rcml_spelling(expect_name("the name of a prototype").text);
  proto.interface = interface(false);
  proto.urls = value(FieldType::MFString).strings();
  scopes_.declare(declare(proto.name, proto.interface));
  return proto;
}

/// Returns `nullopt` for an unknown type, whose nodes are skipped.
std::optional<NodeKind> VrmlParser::kind_of(const Token& token) {
  if (auto kind = scopes_.kind_of(token.text)) return kind;
  if (scopes_.is_within(token.text)) scanner_.fail(token.offset, fmt::format("PROTO {} contains itself", token.text));
  const std::string what = fmt::format("there is no node type {}, and no PROTO declares it", to_string(token));
  if (!skips_) scanner_.fail(token.offset, what);
  warnings_.add(file_, scanner_.place(token.offset), what + ": skipped");
  return std::nullopt;
}

std::optional<Node> VrmlParser::use() {
  const Token word = scanner_.take();
  Node node = Node::use(expect_name("the name of a node").text);
  node.place = scanner_.place(word.offset);
  count_object(word.offset);
  if (scopes_.has_name(node.name)) return node;
  if (!scopes_.is_skipped_name(node.name))
    scanner_.fail(node.place, fmt::format("USE of '{}': no earlier node in its scope has this name", node.name));
  return std::nullopt;
}

std::optional<Node> VrmlParser::node() {
  if (scanner_.peek().is_name("USE")) return use();
  std::string name;
  if (scanner_.peek().is_name("DEF")) {
    scanner_.take();
    const Token token = expect_name("a name");
    if (is_reserved(token.text)) fail_at(token, "a name");
    name = token.text;
  }
  return node(expect_name("a node"), std::move(name));
}

std::optional<Node> VrmlParser::node(const Token& type, std::string name) {
  if (is_reserved(type.text)) fail_at(type, "a node");
  const Level level(*this, type);
  const auto kind = kind_of(type);
  if (!kind) {
    if (!name.empty()) scopes_.add_skipped_name(name);
    if (!scanner_.peek().is('{')) fail_at(scanner_.peek(), "'{'");
    skip_brackets();
    return std::nullopt;
  }
  Node node(kind->type->name());
  node.name = std::move(name);
  node.place = scanner_.place(type.offset);
  count_object(type.offset);
  // The name is known before the body is read, because a Script may contain a USE of itself.
  if (!node.name.empty()) scopes_.add_name(node.name, *kind);
  expect('{');
  Body so_far{kind->is_rcml && kind->find(kChildrenField)};
  while (!scanner_.peek().is('}')) body_part(node, *kind, so_far);
  scanner_.take();
  check_twice(node.fields, node.type);
  return node;
}

/// Skips a bracket and everything up to the matching one.
void VrmlParser::skip_brackets() {
  std::string open;
  do {
    const Token token = scanner_.take();
    if (token.is('{') || token.is('[')) {
      open += token.text[0] == '{' ? '}' : ']';
    } else if (token.kind == Token::Kind::end || ((token.is('}') || token.is(']')) && token.text[0] != open.back())) {
      fail_at(token, fmt::format("'{}'", open.back()));
    } else if (token.is('}') || token.is(']')) {
      open.pop_back();
    } else if (token.is_name("DEF")) {
      scopes_.add_skipped_name(expect_name("a name").text);
    }
  } while (!open.empty());
}

/// Skips the value of a field of unknown type: the beginning of a value shows how far it extends.
void VrmlParser::skip_field(const Token& name, const NodeKind& kind) {
  if (!is_ignorable_field(name.text))
    warnings_.add(file_, scanner_.place(name.offset),
                  fmt::format("{} has no field {}: skipped", kind.type->name(), to_string(name)));
  const Token& ahead = scanner_.peek();
  if (ahead.is('[')) return skip_brackets();
  if (ahead.kind == Token::Kind::number) {
    while (scanner_.peek().kind == Token::Kind::number) scanner_.take();
    return;
  }
  if (ahead.kind != Token::Kind::string && ahead.kind != Token::Kind::name) fail_at(ahead, "a value");
  const Token first = scanner_.take();
  if (first.is_name("USE") || first.is_name("IS")) {
    expect_name("a name");
  } else if (first.is_name("DEF")) {
    scopes_.add_skipped_name(expect_name("a name").text);
    expect_name("a node");
  }
  if (scanner_.peek().is('{')) skip_brackets();
}

void VrmlParser::body_part(Node& node, const NodeKind& kind, Body& body) {
  const Token& ahead = scanner_.peek();
  if (is_statement()) {
    node.statements.push_back(*statement());
    node.statements.back().before = node.fields.size();
    return;
  }
  if (ahead.kind != Token::Kind::name) fail_at(ahead, fmt::format("a field of {} or '}}'", node.type));
  if (kind.is_script) {
    if (const auto access = access_of(ahead.text)) {
      node.fields.push_back(declaration(*access, true));
      const Field& declared = node.fields.back();
      if (kind.type->find(declared.name))
        scanner_.fail(declared.place, fmt::format("every Script has '{}'", declared.name));
      return;
    }
  }
  if (body.takes_bare && (ahead.is_name("DEF") || ahead.is_name("USE"))) return add_bare(node, body, this->node());
  const Token name = scanner_.take();
  if (body.takes_bare && scanner_.peek().is('{')) return add_bare(node, body, this->node(name, {}));
  if (auto read = field(node, name, kind, body)) add_field(node, body, std::move(*read));
}

void VrmlParser::add_bare(Node& node, Body& body, std::optional<Node> child) {
  if (!child) return;
  body.has_bare = true;
  children_of(node, child->place).push_back(std::move(*child));
}

/// The `children` of a node, to which the item at `place` is to be added. They keep the place of the first of them, so
/// the new item moves before everything that was read after that. Refuses the text if that includes a node, or a
/// statement that the new item might use.
Nodes& VrmlParser::children_of(Node& node, Place place) {
  const auto is_children = [](const Field& field) { return field.name == kChildrenField; };
  const auto found = std::ranges::find_if(node.fields, is_children);
  if (found == node.fields.end()) {
    node.fields.push_back({std::string(kChildrenField), {FieldType::MFNode, Nodes{}}, {}, {}, place});
    return std::get<Nodes>(node.fields.back().value.data);
  }
  if (!found->value.has_value()) scanner_.fail(place, "these children are bound by IS");
  const auto index = static_cast<std::size_t>(found - node.fields.begin());
  const bool holds_nodes = std::any_of(
      found + 1, node.fields.end(), [](const Field& field) { return element_of(field.value.type) == Element::node; });
  if (holds_nodes || (!node.statements.empty() && node.statements.back().before > index))
    scanner_.fail(place, "children in two places with other nodes or statements between them");
  return std::get<Nodes>(found->value.data);
}

void VrmlParser::add_field(Node& node, Body& body, Field field) {
  const bool joins_bare = body.takes_bare && field.name == kChildrenField && body.has_bare && !body.has_children;
  if (field.name == kChildrenField) body.has_children = true;
  if (!joins_bare) {
    node.fields.push_back(std::move(field));
    return;
  }
  if (!field.value.has_value()) scanner_.fail(field.place, "these children are bound by IS");
  for (Node& child : std::get<Nodes>(field.value.data)) children_of(node, field.place).push_back(std::move(child));
}

/// Some programs write a field of a node twice. The last one counts, as in most programs that read such files. The
/// earlier one is dropped before the other is read, so names of nodes in it are no longer known.
void VrmlParser::drop_earlier(Node& node, const Field& field, const Body& body) {
  if (body.has_bare && field.name == kChildrenField) return;
  // The number of fields that are searched at once. An instance may have any number of fields; a duplicate that is
  // further back is found at the end.
  constexpr std::ptrdiff_t kMaxLookedAt = 64;
  const auto end = node.fields.rbegin() + std::min<std::ptrdiff_t>(std::ssize(node.fields), kMaxLookedAt);
  const auto found =
      std::find_if(node.fields.rbegin(), end, [&](const Field& given) { return given.name == field.name; });
  if (found == end) return;
  warnings_.add(file_, field.place,
                fmt::format("{} has '{}' twice: the last one counts", node.type, shortened(field.name)));
  if (const auto* nodes = std::get_if<Nodes>(&found->value.data))
    for (const Node& dropped : *nodes) scopes_.drop_names(dropped);
  const auto index = static_cast<std::size_t>(node.fields.rend() - found) - 1;
  for (Statement& statement : node.statements) statement.before -= statement.before > index ? 1 : 0;
  node.fields.erase(node.fields.begin() + static_cast<std::ptrdiff_t>(index));
}

std::optional<Field> VrmlParser::field(Node& node, const Token& token, const NodeKind& kind, const Body& body) {
  Field field;
  field.name = token.text;
  // Converted files may have X3D's names of fields even if their first line is that of VRML97.
  if ((is_x3d_ || skips_) && !kind.owner && !kind.find_event(token.text))
    field.name = name_in_vrml(kind.type->name(), token.text);
  field.place = scanner_.place(token.offset);
  count_object(token.offset);
  const bool is_bound = scanner_.peek().is_name("IS");
  const FieldRow* row = is_bound ? kind.find_event(field.name) : kind.find(field.name);
  if (!row && skips_) return skip_field(token, kind), std::nullopt;
  if (!row) scanner_.fail(field.place, fmt::format("{} has no field {}", kind.type->name(), to_string(token)));
  field.value.type = row->type;
  if (is_bound) {
    field.is = bound_to(row->type);
    if (field.is.empty()) return std::nullopt;
    drop_earlier(node, field, body);
  } else if (!can_have_value(row->access)) {
    scanner_.fail(field.place,
                  fmt::format("{} of {} is an event; it has no value", to_string(token), kind.type->name()));
  } else {
    drop_earlier(node, field, body);
    // Programs write the axis of a joint either as a name or as a vector.
    const bool is_vector = !kind.owner && field.name == "jointAxis" && is_number_ahead();
    field.value = value(is_vector ? FieldType::SFVec3f : row->type);
  }
  return field;
}

std::string VrmlParser::bound_to(FieldType type) {
  const Token word = scanner_.take();
  const Token name = expect_name("the name of a field");
  const NodeType* interface = scopes_.interface();
  if (!interface) scanner_.fail(word.offset, "IS is only for nodes in the body of a PROTO");
  const FieldRow* row = interface->find_event(name.text);
  if (!row) {
    const std::string what = fmt::format("PROTO {} has no field {}", interface->name(), to_string(name));
    if (!skips_) scanner_.fail(name.offset, what);
    warnings_.add(file_, scanner_.place(name.offset), what + ": not connected");
    return {};
  }
  if (row->type != type)
    scanner_.fail(name.offset, fmt::format("{} of PROTO {} is {}, not {}", to_string(name), interface->name(),
                                           to_string(row->type), to_string(type)));
  return std::string(name.text);
}

Value VrmlParser::value(FieldType type) {
  if (is_multiple(type)) return list(type);
  Value value{type, {}};
  one_value(type, value);
  return value;
}

Value VrmlParser::list(FieldType type) {
  Value value{type, {}};
  if (!scanner_.peek().is('[')) {
    one_value(type, value);
    return value;
  }
  scanner_.take();
  switch (element_of(type)) {
    case Element::real:
      value.data.emplace<Floats>();
      break;
    case Element::integer:
      value.data.emplace<Integers>();
      break;
    case Element::time:
      value.data.emplace<Times>();
      break;
    case Element::node:
      value.data.emplace<Nodes>();
      break;
    default:
      value.data.emplace<Strings>();
      break;
  }
  while (!scanner_.peek().is(']')) one_value(type, value);
  scanner_.take();
  return value;
}

void VrmlParser::one_value(FieldType type, Value& into) {
  switch (element_of(type)) {
    case Element::boolean:
      into.data = boolean();
      break;
    case Element::real: {
      for (std::size_t i = 0; i < components_of(type); ++i) {
        if (i > 0 && !is_number_ahead())
          scanner_.fail(scanner_.peek().offset,
                        fmt::format("expected {} numbers for each value of {}, not {}", components_of(type),
                                    to_string(type), to_string(scanner_.peek())));
        list_in<Floats>(into).push_back(real<float>());
      }
      break;
    }
    case Element::integer:
      if (type == FieldType::SFImage)
        into.data = image();
      else
        list_in<Integers>(into).push_back(integer());
      break;
    case Element::time:
      list_in<Times>(into).push_back(real<double>());
      break;
    case Element::string:
      list_in<Strings>(into).push_back(string());
      break;
    case Element::node:
      if (type == FieldType::SFNode && scanner_.peek().is_name("NULL")) {
        count_object(scanner_.take().offset);
        list_in<Nodes>(into);
      } else {
        auto read = node();
        Nodes& nodes = list_in<Nodes>(into);
        if (read) nodes.push_back(std::move(*read));
      }
      break;
  }
}

bool VrmlParser::boolean() {
  const Token token = scanner_.take();
  if (!token.is_name("TRUE") && !token.is_name("FALSE")) fail_at(token, "TRUE or FALSE");
  count(token.offset);
  return token.text == "TRUE";
}

std::string VrmlParser::string() {
  const Token token = scanner_.take();
  if (token.kind != Token::Kind::string) fail_at(token, "a string in quotes");
  count_object(token.offset);
  return without_escapes(token.text);
}

Integers VrmlParser::image() {
  const Token first = scanner_.peek();
  Integers numbers;
  for (int i = 0; i < 3; ++i) numbers.push_back(integer());
  const std::int64_t width = numbers[0], height = numbers[1], components = numbers[2];
  if (width < 0 || height < 0 || components < 0 || components > 4)
    scanner_.fail(first.offset,
                  fmt::format("{} by {} pixels of {} components are not a valid picture", width, height, components));
  for (std::int64_t i = 0; i < width * height; ++i) numbers.push_back(integer());
  return numbers;
}

bool VrmlParser::is_number_ahead() {
  const Token& ahead = scanner_.peek();
  return ahead.kind == Token::Kind::number ||
         (skips_ && ahead.kind == Token::Kind::name && is_printed_nonfinite(ahead.text));
}

template <typename Real>
Real VrmlParser::real() {
  constexpr int kBits = 8 * sizeof(Real);
  const bool is_number = is_number_ahead();
  const Token token = scanner_.take();
  if (!is_number) fail_at(token, "a number");
  count(token.offset);
  Real value = 0;
  const NumberFault fault = read_real(token.text, value);
  if (fault == NumberFault::syntax && skips_ && is_printed_nonfinite(token.text)) {
    warnings_.add(file_, scanner_.place(token.offset), fmt::format("{} is not a number", to_string(token)));
    return std::numeric_limits<Real>::quiet_NaN();
  }
  if (fault == NumberFault::syntax) fail_at(token, "a number");
  if (fault == NumberFault::too_large)
    scanner_.fail(token.offset, fmt::format("{} is too large for a number of {} bits", to_string(token), kBits));
  return value;
}

std::int32_t VrmlParser::integer() {
  const Token token = scanner_.take();
  if (token.kind != Token::Kind::number) fail_at(token, "a whole number");
  count(token.offset);
  std::int32_t value = 0;
  const NumberFault fault = read_integer(token.text, value);
  if (fault == NumberFault::syntax) fail_at(token, "a whole number");
  if (fault == NumberFault::too_large)
    scanner_.fail(token.offset, fmt::format("{} has more than 32 bits", to_string(token)));
  return value;
}

}  // namespace

Document read_vrml(std::string_view text, std::string_view file, const Limits& limits) {
  Warnings warnings;
  return read_vrml(text, file, limits, warnings, Unknown::refused);
}

Document read_vrml(std::string_view text, std::string_view file, const Limits& limits, Warnings& warnings,
                   Unknown unknown) {
  return VrmlParser(text, file, limits, warnings, unknown).document();
}

Value read_value(FieldType type, std::string_view text) {
  Warnings warnings;
  return VrmlParser(text, "value", {}, warnings, Unknown::refused).value(type);
}

}  // namespace x3d
