// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gateways/sigverse/window/text_field.h"
#include "gateways/sigverse/window/watched_world.h"
#include "monitor-lite/view/screen.h"
#include "monitor-lite/window/input.h"

namespace sigverse::window {

/// The panel beside the picture, which shows the present state of the selected object. Clicking a value edits it; Enter
/// sends only that attribute, Escape cancels.
class ObjectPanel {
 public:
  /// `control` is null if nothing can be changed.
  explicit ObjectPanel(WorldControl* control) : control_(control) {}

  /// Returns true if the input was for the panel. While a value is being edited, all keys are for the panel. `bottom`:
  /// the bottom of the panel, pixels from the top.
  bool handle(const monitor::Input& input, const monitor::Screen& screen, float bottom, const client::Object& object);
  bool is_editing() const { return edited_.has_value(); }
  void stop_editing() { edited_.reset(); }
  /// Cancels editing and scrolls to the beginning; called when another object or none is selected.
  void reset();
  void draw(const monitor::Screen& screen, float bottom, const client::Object& object);
  static float width(const monitor::Screen& screen);
  /// Ends talking to the agent: because the button was released or, if `send` is false, because the user has cancelled.
  void end_talking(bool send);
  /// The message about what was sent, or why nothing was, for the user. Empty if it was returned before.
  std::string take_words() { return std::exchange(words_, {}); }

 private:
  struct Row {
    enum class Kind { heading, attribute, line };
    Kind kind = Kind::line;
    std::string name, value;
    const client::Attribute* attribute = nullptr;
  };
  struct Edit {
    std::string attribute;
    TextField field;
  };
  static std::vector<Row> rows_of(const client::Object& object);
  static monitor::Area whole(const monitor::Screen& screen, float bottom);
  /// The button to hold while talking; empty for an object without a controller.
  monitor::Area talk_button(const monitor::Screen& screen, const client::Object& object) const;
  void draw_talk_button(const monitor::Screen& screen, const client::Object& object) const;
  /// The area of the rows.
  static monitor::Area list(const monitor::Screen& screen, float bottom);
  static monitor::Area row_area(const monitor::Screen& screen, const monitor::Area& list, std::size_t index);
  /// The number of rows that fit.
  static std::size_t rows_shown(const monitor::Screen& screen, const monitor::Area& list);
  bool press(float x, float y, const monitor::Screen& screen, float bottom, const client::Object& object);
  bool press_key(const monitor::Input& input, const client::Object& object);
  void scroll(int rows);
  void begin_edit(const client::Attribute& attribute);
  void send(const client::Object& object);
  void draw_row(const monitor::Screen& screen, const monitor::Area& area, const Row& row) const;

  WorldControl* control_;
  std::size_t first_ = 0;  ///< the first visible row
  std::optional<Edit> edited_;
  std::string words_;
};

}  // namespace sigverse::window
