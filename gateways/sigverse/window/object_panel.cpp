// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/window/object_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gateways/sigverse/window/values.h"
#include "gateways/sigverse/wire/object_text.h"

namespace sigverse::window {
namespace {

using monitor::Area;
using monitor::Input;
using monitor::Screen;

constexpr float kLine = 20.0F, kHeader = 84.0F, kEdge = 12.0F;  // units
constexpr float kLetters = 13.0F;
constexpr float kNames = 0.42F;  // where values begin, as a share of the panel's width
constexpr int kRowsPerNotch = 3;

std::string numbers(const char* format, const double* first, int count) {
  std::string out;
  for (int i = 0; i < count; ++i)
    out += (i == 0 ? "" : "  ") + fmt::format(fmt::runtime(format), first[i] == 0.0 ? 0.0 : first[i]);
  return out;
}

std::string shape_words(const client::Part& part) {
  switch (part.kind) {
    case wire::PartShape::box:
      return fmt::format("box {:.6g} x {:.6g} x {:.6g}", part.size[0], part.size[1], part.size[2]);
    case wire::PartShape::cylinder:
      return fmt::format("cylinder, radius {:.6g}, length {:.6g}", part.size[0], part.size[1]);
    case wire::PartShape::sphere:
      break;
  }
  return fmt::format("sphere, radius {:.6g}", part.size[0]);
}

}  // namespace

std::vector<ObjectPanel::Row> ObjectPanel::rows_of(const client::Object& object) {
  std::map<std::string, std::vector<const client::Attribute*>> groups;
  for (const client::Attribute& attribute : object.attributes)
    groups[attribute.group.empty() ? "other" : wire::without_controls(attribute.group)].push_back(&attribute);
  std::vector<Row> rows;
  for (const auto& [group, attributes] : groups) {
    rows.push_back({Row::Kind::heading, group, {}, nullptr});
    for (const client::Attribute* attribute : attributes)
      rows.push_back(
          {Row::Kind::attribute, wire::without_controls(attribute->name), shown(attribute->value), attribute});
  }
  rows.push_back({Row::Kind::heading,
                  object.parts.size() == 1 ? "1 part" : fmt::format("{} parts", object.parts.size()),
                  {},
                  nullptr});
  for (const client::Part& part : object.parts) {
    rows.push_back({Row::Kind::line, wire::without_controls(part.name), shape_words(part), nullptr});
    rows.push_back({Row::Kind::line, "    at, cm", numbers("{:.6g}", part.place.data(), 3), nullptr});
    rows.push_back({Row::Kind::line, "    turned, w x y z", numbers("{:.4g}", part.turn.data(), 4), nullptr});
  }
  return rows;
}

float ObjectPanel::width(const Screen& screen) {
  return std::clamp(400 * screen.unit(), 0.0F, 0.45F * screen.width);
}

Area ObjectPanel::whole(const Screen& screen, float bottom) {
  return {screen.width - width(screen), 0, width(screen), bottom};
}

Area ObjectPanel::list(const Screen& screen, float bottom) {
  const float top = kHeader * screen.unit();
  return {screen.width - width(screen), top, width(screen), std::max(0.0F, bottom - top - 6 * screen.unit())};
}

Area ObjectPanel::row_area(const Screen& screen, const Area& list, std::size_t index) {
  const float line = kLine * screen.unit();
  return {list.x, list.y + line * static_cast<float>(index), list.width, line};
}

std::size_t ObjectPanel::rows_shown(const Screen& screen, const Area& list) {
  return static_cast<std::size_t>(list.height / (kLine * screen.unit()));
}

void ObjectPanel::reset() {
  edited_.reset();
  first_ = 0;
}

bool ObjectPanel::handle(const Input& input, const Screen& screen, float bottom, const client::Object& object) {
  const bool inside = whole(screen, bottom).contains(input.x, input.y);
  switch (input.kind) {
    case Input::Kind::button_down:
      if (input.button != 1) return inside;
      return press(input.x, input.y, screen, bottom, object);
    case Input::Kind::wheel:
      if (inside) scroll(static_cast<int>(-input.wheel * kRowsPerNotch));
      return inside;
    case Input::Kind::motion:
    case Input::Kind::button_up:
      return inside;
    case Input::Kind::letter:
    case Input::Kind::key_down:
      return press_key(input, object);
    default:
      return false;
  }
}

bool ObjectPanel::press(float x, float y, const Screen& screen, float bottom, const client::Object& object) {
  edited_.reset();
  if (!whole(screen, bottom).contains(x, y)) return false;
  if (talk_button(screen, object).contains(x, y)) return control_->begin_talking(object, words_), true;
  const Area area = list(screen, bottom);
  const std::vector<Row> rows = rows_of(object);
  for (std::size_t i = 0; i < rows_shown(screen, area) && first_ + i < rows.size(); ++i) {
    const Row& row = rows[first_ + i];
    if (row.attribute && row_area(screen, area, i).contains(x, y)) begin_edit(*row.attribute);
  }
  return true;
}

Area ObjectPanel::talk_button(const Screen& screen, const client::Object& object) const {
  if (!control_ || !object.attached) return {};
  const float unit = screen.unit();
  return {screen.width - 112 * unit, 40 * unit, 100 * unit, 30 * unit};
}

void ObjectPanel::end_talking(bool send) {
  if (!control_ || !control_->is_talking()) return;
  if (control_->end_talking(send, words_)) words_ = send ? "sent to the controller" : "not sent";
}

void ObjectPanel::draw_talk_button(const Screen& screen, const client::Object& object) const {
  const Area area = talk_button(screen, object);
  if (area.width <= 0) return;
  const bool talking = control_->is_talking(), pointed = screen.is_pointed_at(area) && !talking;
  screen.panel(area, talking   ? monitor::colours::kRed
                     : pointed ? monitor::colours::kPaper
                               : glm::vec4(0.20F, 0.24F, 0.29F, 1));
  screen.text(talking ? "release" : "Talk", area.x + area.width / 2, area.middle(), kLetters,
              pointed ? monitor::colours::kInk : monitor::colours::kBright, 0.5F);
  if (!talking) return;
  const float level = static_cast<float>(std::clamp(control_->voice(), 0.0, 1.0)), rim = 4 * screen.unit();
  screen.panel({area.x, area.y + area.height - rim, area.width * level, rim}, monitor::colours::kAmber);
}

void ObjectPanel::begin_edit(const client::Attribute& attribute) {
  if (!control_)
    words_ = "a recording cannot be changed";
  else if (is_read_only(attribute.name))
    words_ = fmt::format("'{}' cannot be changed", attribute.name);
  else
    edited_ = {attribute.name, TextField(editable(attribute.value))};
}

bool ObjectPanel::press_key(const Input& input, const client::Object& object) {
  if (edited_) {
    const TextField::Result result = edited_->field.handle(input);
    if (result == TextField::Result::entered) send(object);
    if (result == TextField::Result::cancelled) edited_.reset();
    return true;
  }
  if (input.kind != Input::Kind::key_down) return false;
  if (input.key == monitor::Key::page_up) return scroll(-10), true;
  if (input.key == monitor::Key::page_down) return scroll(10), true;
  return false;
}

void ObjectPanel::scroll(int rows) {
  const auto wanted = static_cast<std::ptrdiff_t>(first_) + rows;
  first_ = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, wanted));
}

void ObjectPanel::send(const client::Object& object) {
  const client::Attribute* const attribute = object.find(edited_->attribute);
  if (!attribute) {
    words_ = fmt::format("{} no longer has an attribute '{}'", shown_name(object.name), edited_->attribute);
    return edited_.reset();
  }
  // Invalid text stays in its field, so that the user can correct it.
  const auto value = read_value(edited_->field.text(), attribute->value, words_);
  if (!value) return;
  const bool sent = control_->change(object, {{attribute->name, attribute->group, *value}});
  words_ = sent ? fmt::format("{}: {} = {}", shown_name(object.name), attribute->name, shown(*value))
                : "this could not be sent";
  edited_.reset();
}

void ObjectPanel::draw_row(const Screen& screen, const Area& area, const Row& row) const {
  const float unit = screen.unit(), x = area.x + kEdge * unit, room = area.width - 2 * kEdge * unit;
  const float names = area.width * kNames, y = area.middle();
  if (row.kind == Row::Kind::heading) {
    screen.text(screen.fitted(row.name, kLetters, room), x, y, kLetters, monitor::colours::kAmber);
    return;
  }
  const bool pointed = row.attribute && control_ && screen.is_pointed_at(area);
  if (pointed) screen.panel(area, {1, 1, 1, 0.10F});
  const Area value{area.x + names, area.y, area.width - names - 6 * unit, area.height};
  screen.text(screen.fitted(row.name, kLetters, names - (kEdge + 6) * unit), x, y, kLetters, monitor::colours::kDim);
  if (edited_ && row.attribute && row.attribute->name == edited_->attribute)
    return edited_->field.draw(screen, value, kLetters, true);
  screen.text(screen.fitted(row.value, kLetters, value.width - 6 * unit), value.x + 6 * unit, y, kLetters,
              monitor::colours::kBright);
}

void ObjectPanel::draw(const Screen& screen, float bottom, const client::Object& object) {
  const float unit = screen.unit(), edge = kEdge * unit, room = width(screen) - 2 * edge;
  const Area panel = whole(screen, bottom), area = list(screen, bottom);
  screen.panel(panel, {0.03F, 0.05F, 0.07F, 0.90F});
  const float x = panel.x + edge;
  const Area talk = talk_button(screen, object);
  const auto head = [&](const std::string& words, float y, float size, const glm::vec4& colour) {
    const bool is_beside_talk = talk.contains(talk.x, y * unit);
    screen.text(screen.fitted(words, size, is_beside_talk ? talk.x - 6 * unit - x : room), x, y * unit, size, colour);
  };
  head(shown_name(object.name), 20, 18, monitor::colours::kBright);
  head(fmt::format("class {}, id {}", shown_name(object.class_name), object.id), 44, kLetters, monitor::colours::kDim);
  head(object.attached ? "a controller is attached" : "no controller", 64, kLetters,
       object.attached ? glm::vec4(0.45F, 0.85F, 0.52F, 1) : monitor::colours::kDim);
  draw_talk_button(screen, object);
  const std::vector<Row> rows = rows_of(object);
  const std::size_t count = rows_shown(screen, area);
  first_ = std::min(first_, rows.size() > count ? rows.size() - count : 0);
  for (std::size_t i = 0; i < count && first_ + i < rows.size(); ++i)
    draw_row(screen, row_area(screen, area, i), rows[first_ + i]);
  if (rows.size() <= count) return;
  const auto all = static_cast<float>(rows.size());
  const float from = static_cast<float>(first_) / all, share = static_cast<float>(count) / all;
  screen.panel({panel.x + panel.width - 4 * unit, area.y + from * area.height, 3 * unit, share * area.height},
               monitor::colours::kDim);
}

}  // namespace sigverse::window
