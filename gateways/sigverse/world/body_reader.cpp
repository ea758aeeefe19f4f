// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/body_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "gateways/sigverse/world/body_file.h"
#include "gateways/sigverse/world/xml_file.h"
#include "spark/core/log.h"

namespace sigverse {
namespace {

/// The attribute with that name; 1 if there is none.
double scale_of(const Attributes& attributes, const char* name) {
  const Attribute* attribute = attributes.find(name);
  const double* scale = attribute ? std::get_if<double>(&attribute->value) : nullptr;
  return scale ? *scale : 1.0;
}

bool is_value(const Attribute* attribute, const std::string& text) {
  AttributeValue value;
  return attribute && read_value(text, attribute->value, value) == Reading::wholly && value == attribute->value;
}

bool is_of_body(const ClassShape& shape) {
  return shape.parts.empty() || shape.parts == "body";
}

}  // namespace

const ClassShape* shape_in_state(const ClassPlan& plan, const Attributes& attributes) {
  const bool any_of_body = std::ranges::any_of(plan.x3d, is_of_body);
  const std::string_view state = attributes.text("visStateAttrName");
  const ClassShape* first = nullptr;
  const ClassShape* stateless = nullptr;
  for (const ClassShape& shape : plan.x3d) {
    if (any_of_body && !is_of_body(shape)) continue;
    if (!first) first = &shape;
    if (shape.state.empty()) {
      if (!stateless) stateless = &shape;
    } else if (shape.state == state && is_value(attributes.find(state), shape.value)) {
      return &shape;
    }
  }
  return stateless ? stateless : first;
}

const BodyPlan& BodyReader::read(const ClassPlan& plan, const Attributes& attributes, const std::string& where) {
  const ClassShape* shape = shape_in_state(plan, attributes);
  const SigVector scale{scale_of(attributes, "scalex"), scale_of(attributes, "scaley"), scale_of(attributes, "scalez")};
  const Key key{&plan, shape, scale};
  const auto known = made_.find(key);
  if (known != made_.end()) return known->second;
  return made_.emplace(key, make(plan, shape, scale, where)).first->second;
}

BodyPlan BodyReader::make(const ClassPlan& plan, const ClassShape* shape, const SigVector& scale,
                          const std::string& where) {
  std::vector<std::string> lines, complaints;
  std::optional<WorldFileError> refusal;
  BodyAssembly assembly(plan.shapes, scale, where, lines);
  // Adds the contents of a file; if the file is missing or refused, adds nothing.
  const auto try_to_add = [&](const auto& add) {
    BodyAssembly with_it = assembly;
    try {
      add(with_it);
      assembly = std::move(with_it);
    } catch (const MissingFile& error) {
      complaints.push_back(error.what());
    } catch (const WorldFileError& error) {
      complaints.push_back(error.what());
      if (!refusal) refusal = error;
    }
  };
  if (plan.body) try_to_add([&](BodyAssembly& to) { to.add(read_body(*plan.body)); });
  if (shape)
    try_to_add([&](BodyAssembly& to) {
      const FittedFile& file = shapes_.read(*shape);
      to.add(file.tree);
      if (!to.has_shapes()) to.add_shapes(file.shapes, file.path);
    });
  if (refusal && missing_ == MissingClass::error && !assembly.has_shapes()) throw WorldFileError(*refusal);
  for (const std::string& line : lines) warn(line);
  const char* result = assembly.has_shapes() ? "the class has another shape, which counts" : "the object is a grey box";
  for (const std::string& complaint : complaints) warn(fmt::format("{}; {}", complaint, result));
  BodyPlan body = assembly.plan();
  if (assembly.has_shapes()) return body;
  if (complaints.empty() && (plan.body || shape)) warn_of_nothing(shape ? shape->file : *plan.body);
  body.parts.front().shape = SimpleShape{};
  return body;
}

const BodyTree& BodyReader::read_body(const NamedFile& file) {
  return trees_.get(files_.path_of(file), [&] {
    const SourceFile source = files_.read(file);
    return read_body_file(XmlFile(source.path, source.folder, source.text, warnings_));
  });
}

void BodyReader::warn_of_nothing(const NamedFile& file) {
  warn(fmt::format("{}: there is no shape in '{}'; the object is a grey box", file.where,
                   spark::printable(file.name, 200)));
}

void BodyReader::warn(const std::string& line) {
  if (said_.insert(line).second) warnings_.push_back(line);
}

}  // namespace sigverse
