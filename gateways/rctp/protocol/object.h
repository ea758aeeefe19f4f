// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rctp {

/// A part of a robot that an operator can claim, as plain data: RCML describes it, negotiation assigns it, records
/// carry its values. Outputs go to the robot and inputs come from it, as seen from the operator's computer.
struct Object {
  enum class Kind {
    control_output,
    text_output,
    binary_output,
    control_input,
    text_input,
    binary_input,
    video_input,
    audio_input,
    video_output,
    audio_output
  };
  enum class DataType { float32, float64, int32, uint8 };

  struct Parameter {
    std::string name{};
    std::string unit{};  ///< "degrees", "m/s"; empty if it has none
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
    double neutral = 0.0;
    DataType type = DataType::float32;

    bool operator==(const Parameter&) const = default;
  };
  static constexpr std::size_t kMaxOutputs = 8;  ///< parameters of a control output: `spark::Arguments` holds no more
  static constexpr std::size_t kMaxInputs = 64;  ///< parameters of a control input

  std::string name{};
  Kind kind = Kind::control_output;
  std::vector<Parameter> parameters{};  ///< only of control objects
  bool trigger = false;            ///< of outputs: each record acts once; false: its values hold until the next record
  bool time_stamp = true;          ///< records have one
  bool data_mask = true;           ///< records of control objects have one
  std::size_t bits = 1;            ///< of binary objects; 0: contents of variable length
  std::size_t max_length = 65535;  ///< octets of a text, or of binary contents
  /// Records per second: for outputs the maximum that takes effect, for inputs the maximum that is sent.
  double rate = 100.0;
  std::string standard{};                  ///< the standard form of the values, "pan-tilt"; empty if they have none
  std::vector<std::string> translators{};  ///< addresses of modules for clients
  // Video and audio have no records but an address below the robot's, "camera.mjpg".
  std::string address{};
  std::string encoding{};
  int width = 320, height = 240;    ///< pixels
  double frame_rate = 15.0;         ///< pictures per second
  double field_of_view = 0.785398;  ///< the smaller angle, radians
  int sample_rate = 16000;
  int channels = 1;

  bool is_output() const {
    return kind == Kind::control_output || kind == Kind::text_output || kind == Kind::binary_output ||
           kind == Kind::video_output || kind == Kind::audio_output;
  }
  bool is_control() const { return kind == Kind::control_output || kind == Kind::control_input; }
  bool is_text() const { return kind == Kind::text_output || kind == Kind::text_input; }
  bool is_binary() const { return kind == Kind::binary_output || kind == Kind::binary_input; }
  bool is_video() const { return kind == Kind::video_output || kind == Kind::video_input; }
  bool is_audio() const { return kind == Kind::audio_output || kind == Kind::audio_input; }
  bool has_records() const { return !is_video() && !is_audio(); }

  bool operator==(const Object&) const = default;
};

/// The name of the type in RCML: "float32".
std::string_view to_string(Object::DataType type);
/// Returns nothing if no type has that name.
std::optional<Object::DataType> data_type_of(std::string_view name);
/// The size of a value of that type in a record.
std::size_t octets_of(Object::DataType type);

/// A snapshot of the objects of one robot, which never changes, so that threads can share it.
using Objects = std::vector<Object>;
using SharedObjects = std::shared_ptr<const Objects>;
static constexpr std::size_t kMaxObjects = 255;

}  // namespace rctp
