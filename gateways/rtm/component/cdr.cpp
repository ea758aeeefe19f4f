// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/cdr.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <type_traits>

#include "gateways/rtm/component/value_kinds.h"
#include "spark/core/utf8.h"

namespace rtm {
namespace {

constexpr std::array<std::string_view, kValueTypes> kIds{"IDL:RTC/TimedFloat:1.0",
                                                         "IDL:RTC/TimedDouble:1.0",
                                                         "IDL:RTC/TimedLong:1.0",
                                                         "IDL:RTC/TimedBoolean:1.0",
                                                         "IDL:RTC/TimedString:1.0",
                                                         "IDL:RTC/TimedFloatSeq:1.0",
                                                         "IDL:RTC/TimedDoubleSeq:1.0",
                                                         "IDL:RTC/TimedShort:1.0",
                                                         "IDL:RTC/TimedUShort:1.0",
                                                         "IDL:RTC/TimedULong:1.0",
                                                         "IDL:RTC/TimedOctet:1.0",
                                                         "IDL:RTC/TimedChar:1.0",
                                                         "IDL:RTC/TimedState:1.0",
                                                         "IDL:RTC/TimedShortSeq:1.0",
                                                         "IDL:RTC/TimedLongSeq:1.0",
                                                         "IDL:RTC/TimedUShortSeq:1.0",
                                                         "IDL:RTC/TimedULongSeq:1.0",
                                                         "IDL:RTC/TimedOctetSeq:1.0",
                                                         "IDL:RTC/TimedCharSeq:1.0",
                                                         "IDL:RTC/TimedBooleanSeq:1.0",
                                                         "IDL:RTC/TimedStringSeq:1.0",
                                                         "IDL:RTC/TimedPose3D:1.0",
                                                         "IDL:RTC/TimedAngularVelocity3D:1.0",
                                                         "IDL:RTC/TimedAcceleration3D:1.0"};

/// "TimedFloat" from "IDL:RTC/TimedFloat:1.0", "RTC::TimedFloat" and "TimedFloat".
std::string_view last_name(std::string_view id) {
  constexpr std::string_view kIdl = "IDL:";
  if (id.starts_with(kIdl)) {
    id.remove_prefix(kIdl.size());
    id = id.substr(0, id.find(':'));
  }
  const auto before = id.find_last_of("/:");
  return before == id.npos ? id : id.substr(before + 1);
}

constexpr std::uint64_t kNanoseconds = 1'000'000'000;
constexpr std::size_t kShortestString = 5;  ///< octets: a length and the closing 0

class CdrWriter {
 public:
  CdrWriter(std::vector<std::uint8_t>& into, std::endian order)
      : into_(into), is_foreign_(order != std::endian::native) {
    into_.clear();
  }

  template <typename Number>
  void number(Number number) {
    constexpr std::size_t kSize = sizeof(Number);
    auto octets = std::bit_cast<std::array<std::uint8_t, kSize>>(number);
    if (is_foreign_) std::reverse(octets.begin(), octets.end());
    align(kSize);
    into_.insert(into_.end(), octets.begin(), octets.end());
  }

  void length(std::size_t length) { number(static_cast<std::uint32_t>(length)); }

  void value(bool value) { number(static_cast<std::uint8_t>(value)); }
  void value(const std::string& text) {
    length(text.size() + 1);
    into_.insert(into_.end(), text.begin(), text.end());
    into_.push_back(0);
  }

  template <typename T>
  void value(const T& content) {
    if constexpr (is_number<T> || std::is_same_v<T, char>) {
      number(content);
    } else {
      if constexpr (is_sequence<T>) length(content.size());
      // Sequences of numbers in the machine's byte order are copied as octets.
      if constexpr (std::is_arithmetic_v<typename T::value_type> && !std::is_same_v<T, Value::Booleans>) {
        if (!is_foreign_ && content.size() > 0) {
          align(sizeof(typename T::value_type));
          const auto* const octets = reinterpret_cast<const std::uint8_t*>(content.data());
          into_.insert(into_.end(), octets, octets + content.size() * sizeof(typename T::value_type));
          return;
        }
      }
      for (const auto& element : content) value(static_cast<const typename T::value_type&>(element));
    }
  }

 private:
  void align(std::size_t size) { into_.resize((into_.size() + size - 1) / size * size); }

  std::vector<std::uint8_t>& into_;
  const bool is_foreign_;
};

/// Reads from the front. The first error is stored, and everything that is read after it is 0 or empty.
class CdrReader {
 public:
  CdrReader(std::span<const std::uint8_t> octets, std::endian order)
      : octets_(octets), is_foreign_(order != std::endian::native) {}

  Refusal refusal() const { return refusal_; }
  bool is_at_end() const { return at_ == octets_.size(); }

  template <typename Number>
  Number number() {
    constexpr std::size_t kSize = sizeof(Number);
    const auto from = next(kSize, kSize);
    std::array<std::uint8_t, kSize> octets{};
    std::copy(from.begin(), from.end(), octets.begin());
    if (is_foreign_) std::reverse(octets.begin(), octets.end());
    return std::bit_cast<Number>(octets);
  }

  template <typename T>
  void value(T& content) {
    if constexpr (std::is_same_v<T, bool>) {
      const auto octet = number<std::uint8_t>();
      if (octet > 1) refuse(Refusal::malformed);
      content = octet == 1;
    } else if constexpr (std::is_same_v<T, std::string>) {
      text(content);
    } else if constexpr (is_number<T> || std::is_same_v<T, char>) {
      content = number<T>();
      if constexpr (std::is_floating_point_v<T>)
        if (!std::isfinite(content)) refuse(Refusal::not_finite);
    } else if constexpr (is_vector3d<T>) {
      for (double& element : content) value(element);
    } else {
      elements(content);
    }
  }

 private:
  void refuse(Refusal why) {
    if (refusal_ == Refusal::none) refusal_ = why;
  }

  /// The next `size` octets from a multiple of `alignment` on; none if there are fewer.
  std::span<const std::uint8_t> next(std::size_t size, std::size_t alignment) {
    const std::size_t begin = (at_ + alignment - 1) / alignment * alignment;
    if (refusal_ == Refusal::none && begin <= octets_.size() && size <= octets_.size() - begin) {
      at_ = begin + size;
      return octets_.subspan(begin, size);
    }
    refuse(Refusal::malformed);
    return {};
  }

  void text(std::string& into) {
    const auto length = number<std::uint32_t>();
    const auto octets = next(length, 1);
    if (octets.empty() || octets.back() != 0) return refuse(Refusal::malformed);
    const std::string_view characters(reinterpret_cast<const char*>(octets.data()), octets.size() - 1);
    total_ += characters.size();
    if (characters.size() > Value::kMaxBytes || total_ > Value::kMaxTotalBytes) return refuse(Refusal::size);
    if (characters.find('\0') != characters.npos || !spark::is_utf8(characters)) return refuse(Refusal::malformed);
    into = characters;
  }

  template <typename Sequence>
  void elements(Sequence& into) {
    using Element = typename Sequence::value_type;
    constexpr std::size_t kMin = std::is_same_v<Element, std::string> ? kShortestString
                                 : std::is_same_v<Element, bool>      ? 1
                                                                      : sizeof(Element);
    const auto length = number<std::uint32_t>();
    if (refusal_ != Refusal::none) return;
    if (length > (octets_.size() - at_) / kMin) return refuse(Refusal::malformed);
    if (length > Value::kMaxElements) return refuse(Refusal::size);
    into.resize(length);
    for (std::size_t i = 0; i < length && refusal_ == Refusal::none; ++i) {
      if constexpr (std::is_same_v<Element, bool>) {
        bool element = false;
        value(element);
        into[i] = element;
      } else {
        value(into[i]);
      }
    }
  }

  const std::span<const std::uint8_t> octets_;
  const bool is_foreign_;
  std::size_t at_ = 0;
  std::size_t total_ = 0;  ///< characters of all strings
  Refusal refusal_ = Refusal::none;
};

}  // namespace

void write_cdr(const Value& value, std::endian order, std::vector<std::uint8_t>& into) {
  constexpr std::uint64_t kLatest = std::numeric_limits<std::uint32_t>::max() * kNanoseconds + kNanoseconds - 1;
  const std::int64_t count = std::max<std::int64_t>(value.time().count(), 0);
  const std::uint64_t time = std::min<std::uint64_t>(static_cast<std::uint64_t>(count), kLatest);
  CdrWriter writer(into, order);
  writer.number(static_cast<std::uint32_t>(time / kNanoseconds));
  writer.number(static_cast<std::uint32_t>(time % kNanoseconds));
  std::visit([&writer](const auto& content) { writer.value(content); }, value.content());
}

Refusal read_cdr(std::span<const std::uint8_t> octets, std::endian order, Value& into) {
  CdrReader reader(octets, order);
  const std::chrono::seconds seconds(reader.number<std::uint32_t>());
  const std::chrono::nanoseconds nanoseconds(reader.number<std::uint32_t>());
  std::visit([&reader](auto& content) { reader.value(content); }, into.content());
  into.set_time(seconds + nanoseconds);
  if (reader.refusal() != Refusal::none) return reader.refusal();
  return reader.is_at_end() ? Refusal::none : Refusal::malformed;
}

std::string_view repository_id(ValueType type) {
  return kIds.at(static_cast<std::size_t>(type));
}

std::optional<ValueType> value_type_of(std::string_view id) {
  const std::string_view name = last_name(id);
  const auto found =
      std::find_if(kIds.begin(), kIds.end(), [name](std::string_view one) { return last_name(one) == name; });
  if (found == kIds.end()) return std::nullopt;
  return static_cast<ValueType>(found - kIds.begin());
}

}  // namespace rtm
