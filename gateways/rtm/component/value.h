// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rtm {

/// The types that a port can carry. `to_string` gives the names that scenes, scripts, Python and tables use: float,
/// double, long, boolean, string, floats, doubles, short, ushort, ulong, octet, char, state, shorts, longs, ushorts,
/// ulongs, octets, chars, booleans, strings, pose3d, angular_velocity3d, acceleration3d. Each has a corresponding timed
/// type of the OMG (cdr.h). The order is that of `Value::Content`.
enum class ValueType : std::uint8_t {
  float32,
  float64,
  int32,
  boolean,
  string,
  floats,
  doubles,
  int16,
  uint16,
  uint32,
  octet,
  character,
  state,
  shorts,
  longs,
  ushorts,
  ulongs,
  octets,
  chars,
  booleans,
  strings,
  pose3d,
  angular_velocity3d,
  acceleration3d,
};
inline constexpr std::size_t kValueTypes = static_cast<std::size_t>(ValueType::acceleration3d) + 1;

std::string_view to_string(ValueType type);
std::optional<ValueType> value_type(std::string_view name);
/// The names of all types, in the order of ValueType, separated by ", ": for error texts.
std::string value_type_names();

/// The number of a state machine's state (TimedState): a short with a type of its own.
enum class StateCode : std::int16_t {};

/// x, y, z in m; roll, pitch, yaw in rad.
struct Pose3D : std::array<double, 6> {};
/// About x, y, z in rad/s.
struct AngularVelocity3D : std::array<double, 3> {};
/// Along x, y, z in m/s2.
struct Acceleration3D : std::array<double, 3> {};

/// A value on its way between two ports, with the time at which it was made. Once it has passed a port, its numbers are
/// finite.
class Value {
 public:
  using Floats = std::vector<float>;
  using Doubles = std::vector<double>;
  using Shorts = std::vector<std::int16_t>;
  using Longs = std::vector<std::int32_t>;
  using UShorts = std::vector<std::uint16_t>;
  using ULongs = std::vector<std::uint32_t>;
  using Octets = std::vector<std::uint8_t>;
  using Chars = std::vector<char>;  ///< ISO 8859-1, as CORBA's char
  using Booleans = std::vector<bool>;
  using Strings = std::vector<std::string>;
  using Content = std::variant<float, double, std::int32_t, bool, std::string, Floats, Doubles, std::int16_t,
                               std::uint16_t, std::uint32_t, std::uint8_t, char, StateCode, Shorts, Longs, UShorts,
                               ULongs, Octets, Chars, Booleans, Strings, Pose3D, AngularVelocity3D, Acceleration3D>;
  using Time = std::chrono::nanoseconds;

  static constexpr std::size_t kMaxElements = 640 * 480;  ///< of a sequence; pictures have one per pixel
  static constexpr std::size_t kMaxBytes = 65'536;        ///< of a string
  static constexpr std::size_t kMaxTotalBytes = 1 << 20;  ///< of all strings of a sequence together

  /// The neutral value of a type: 0, false, empty.
  explicit Value(ValueType type = ValueType::float32);
  explicit Value(Content content, Time time = Time::zero()) : content_(std::move(content)), time_(time) {}

  ValueType type() const { return static_cast<ValueType>(content_.index()); }
  const Content& content() const { return content_; }
  Content& content() { return content_; }

  /// When it was made, on the clock of the component that made it: simulated time in the server. 0: unknown, as for
  /// values that arrive through the interfaces of 2003; `OutPort::put` then sets the component's present time.
  Time time() const { return time_; }
  void set_time(Time time) { time_ = time; }

  /// The number of a numeric or boolean value (0, 1); 0 for all others.
  double number() const;
  /// The count of its numbers: one for a scalar, all of a sequence or vector; none for texts (string, char and their
  /// sequences).
  std::size_t size() const;
  double number(std::size_t index) const;  ///< index < size()

  /// Compares contents, not times.
  bool operator==(const Value& other) const { return content_ == other.content_; }

 private:
  Content content_;
  Time time_{0};
};

/// Why a value is refused; the words are for log lines and error texts.
enum class Refusal : std::uint8_t { none, type, not_finite, range, size, malformed };
std::string_view to_string(Refusal refusal);

/// Assigns `given`, including its time, to `into`, whose type is that of a port. Numeric scalars (float, double, the
/// longs and shorts, octet, state) are converted into each other if they fit (integers: to the nearest number, halves
/// away from zero); pose3d, angular_velocity3d and acceleration3d from and to doubles with 6, 3 and 3 elements; all
/// other types have to be equal. Refused values leave `into` unchanged. Allocates only if the capacity of `into` does
/// not suffice.
Refusal assign(const Value& given, Value& into);
/// Whether a port of type `from` may be connected to a port of type `into`, that is, whether `assign` may succeed.
bool fits(ValueType from, ValueType into);

/// Text for users: numbers with the fewest digits that preserve them, those of a sequence separated by blanks.
/// Characters are in UTF-8. In a sequence, strings that are empty or contain blanks or `"` are quoted with `"`, with
/// `\` before `"` and `\`.
std::string to_text(const Value& value);
/// Parses a text of to_text; `words` are the words of a command line. Nothing if they are not a value of that type.
std::optional<Value> from_text(ValueType type, std::span<const std::string> words);

}  // namespace rtm
