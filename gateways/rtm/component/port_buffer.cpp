// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/port_buffer.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "gateways/rtm/component/in_port.h"
#include "gateways/rtm/component/value_kinds.h"

namespace rtm {
namespace {

/// The octets that a value holds in addition to its own size: the capacity of strings and sequences.
std::size_t room_of(const Value& value) {
  return std::visit(
      [](const auto& content) -> std::size_t {
        using T = std::decay_t<decltype(content)>;
        if constexpr (std::is_same_v<T, std::string>) {
          return content.capacity();
        } else if constexpr (std::is_same_v<T, Value::Strings>) {
          std::size_t room = content.capacity() * sizeof(std::string);
          for (const std::string& text : content) room += text.capacity();
          return room;
        } else if constexpr (is_sequence<T>) {
          return content.capacity() * sizeof(typename T::value_type);
        } else {
          return 0;
        }
      },
      value.content());
}

bool is_word(std::string_view word, std::string_view expected) {
  const auto is_same = [](char given, char lower) {
    return given == lower || (given >= 'A' && given <= 'Z' && given - 'A' + 'a' == lower);
  };
  return std::equal(word.begin(), word.end(), expected.begin(), expected.end(), is_same);
}

BufferSettings within_limits(BufferSettings settings) {
  settings.length = std::clamp<std::size_t>(settings.length, 1, BufferSettings::kMaxLength);
  return settings;
}

}  // namespace

std::string_view to_string(PortStatus status) {
  switch (status) {
    case PortStatus::ok:
      return "ok";
    case PortStatus::error:
      return "error";
    case PortStatus::buffer_full:
      return "buffer full";
    case PortStatus::buffer_empty:
      return "buffer empty";
    case PortStatus::buffer_timeout:
      return "buffer timeout";
    case PortStatus::unknown_error:
      break;
  }
  return "unknown error";
}

std::optional<Full> full_policy(std::string_view word) {
  if (is_word(word, "overwrite")) return Full::overwrite;
  if (is_word(word, "do_nothing")) return Full::do_nothing;
  return std::nullopt;
}

std::optional<Empty> empty_policy(std::string_view word) {
  if (is_word(word, "readback")) return Empty::readback;
  if (is_word(word, "do_nothing")) return Empty::do_nothing;
  return std::nullopt;
}

ValueRing::ValueRing(ValueType type, const BufferSettings& settings) : settings_(within_limits(settings)) {
  places_.resize(settings_.length, Place{Value(type)});
}

bool ValueRing::has_room(std::size_t bytes) {
  if (bytes_ + bytes > kMaxBytes) release_unused();
  return count_ == 0 || (count_ < places_.size() && bytes_ + bytes <= kMaxBytes);
}

void ValueRing::release_unused() {
  for (std::size_t i = count_; i < places_.size(); ++i) {
    Value& value = places_[(first_ + i) % places_.size()].value;
    value = Value(value.type());
  }
  bytes_ = 0;
  for (std::size_t i = 0; i < count_; ++i) bytes_ += room_of(places_[(first_ + i) % places_.size()].value);
}

bool ValueRing::push(const Value& value, std::uint64_t number) {
  while (!has_room(room_of(value))) {
    if (settings_.full == Full::do_nothing) return false;
    drop_oldest();
    ++overwritten_;
  }
  Place& place = places_[(first_ + count_) % places_.size()];
  bytes_ -= room_of(place.value);
  place.value = value;
  place.number = number;
  bytes_ += room_of(place.value);
  ++count_;
  return true;
}

void ValueRing::drop_oldest() {
  first_ = (first_ + 1) % places_.size();
  --count_;
}

void ValueRing::pop(Value& into) {
  Value& oldest = places_[first_].value;
  if (into.type() == oldest.type()) {
    bytes_ -= room_of(oldest);
    std::swap(into, oldest);
    bytes_ += room_of(oldest);
  } else {
    into = oldest;
  }
  drop_oldest();
}

Inlet::Inlet(InPort& port, const BufferSettings& settings) : port_(port), ring_(port.type(), settings) {}

PortStatus Inlet::put(const Value& value) {
  return port_.put_through(*this, value);
}

std::uint64_t Inlet::overwritten() const {
  const std::lock_guard lock(port_.mutex_);
  return ring_.overwritten();
}

Outlet::Outlet(ValueType type, const BufferSettings& settings) : ring_(type, settings), last_(type) {}

PortStatus Outlet::get(Value& into) {
  const std::lock_guard lock(mutex_);
  if (!ring_.is_empty()) {
    ring_.pop(last_);
    has_last_ = true;
  } else if (!has_last_ || ring_.settings().empty == Empty::do_nothing) {
    return PortStatus::buffer_empty;
  }
  into = last_;
  return PortStatus::ok;
}

std::uint64_t Outlet::overwritten() const {
  const std::lock_guard lock(mutex_);
  return ring_.overwritten();
}

std::uint64_t Outlet::refused() const {
  const std::lock_guard lock(mutex_);
  return refused_;
}

void Outlet::put(const Value& value) {
  const std::lock_guard lock(mutex_);
  if (!ring_.push(value)) ++refused_;
}

}  // namespace rtm
