// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "gateways/rtm/component/value.h"

namespace rtm {

class InPort;

/// What became of a value that goes through a buffer. The numbers are those of OpenRTM::PortStatus.
enum class PortStatus : std::uint8_t { ok, error, buffer_full, buffer_empty, buffer_timeout, unknown_error };
std::string_view to_string(PortStatus status);

/// What happens to a value for which a buffer has no room: the oldest makes way, or the new one is refused.
enum class Full : std::uint8_t { overwrite, do_nothing };
/// What a reader gets who has read everything: the last value once more, or nothing.
enum class Empty : std::uint8_t { readback, do_nothing };

/// The buffer of one connector.
struct BufferSettings {
  static constexpr std::size_t kMaxLength = 1024;

  std::size_t length = 8;  ///< values; brought into 1 … kMaxLength
  Full full = Full::overwrite;
  Empty empty = Empty::readback;

  bool operator==(const BufferSettings&) const = default;
};

/// The words of connector profiles, in any case; nothing for all others ("block" among them: no thread waits here, so
/// it becomes what the settings are without it).
std::optional<Full> full_policy(std::string_view word);
std::optional<Empty> empty_policy(std::string_view word);

/// Values in the order in which they came, at most as many as the settings say. Those that take more than kMaxBytes
/// together count as too many, too, so that a peer cannot fill the memory with long ones; one always fits. Makes all
/// places at first; values that go in later allocate only where they are longer than those before them. Not locked.
class ValueRing {
 public:
  static constexpr std::size_t kMaxBytes = 8 << 20;

  ValueRing(ValueType type, const BufferSettings& settings);

  /// Copies the value, which is of this ring's type, to the end. `number` comes back with it. False, with nothing
  /// changed, if it is full and does not overwrite.
  bool push(const Value& value, std::uint64_t number = 0);
  bool is_empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }
  /// The numbers of the oldest and of the newest value; the ring is not empty.
  std::uint64_t oldest_number() const { return places_[first_].number; }
  std::uint64_t newest_number() const { return places_[last()].number; }
  const Value& newest() const { return places_[last()].value; }
  /// Moves the oldest value out: its room and that of `into` change places.
  void pop(Value& into);
  void drop_oldest();
  void clear() { count_ = 0; }
  /// How many values have made way for later ones.
  std::uint64_t overwritten() const { return overwritten_; }
  const BufferSettings& settings() const { return settings_; }

 private:
  struct Place {
    Value value;
    std::uint64_t number = 0;
  };
  bool has_room(std::size_t bytes);
  void release_unused();
  std::size_t last() const { return (first_ + count_ - 1) % places_.size(); }

  const BufferSettings settings_;
  std::vector<Place> places_;
  std::size_t first_ = 0, count_ = 0;
  std::size_t bytes_ = 0;  ///< the room of all places beside their own size
  std::uint64_t overwritten_ = 0;
};

/// One connector's way into an InPort (`InPort::add_inlet`): a ring of its own, read by the port's component together
/// with all others. Shared by the port and the connector. Any thread; the caller holds the port's component, as with
/// every use of a port from outside.
class Inlet {
 public:
  Inlet(InPort& port, const BufferSettings& settings);

  /// Takes a value of the port's type, or of one that can be converted into it (`assign`). buffer_full: it is full and
  /// does not overwrite; error: it is no such value, which is counted and written to the log at times, or the inlet has
  /// been removed. Wakes the component as `InPort::put` does.
  PortStatus put(const Value& value);
  /// How many values have made way for later ones before they were read.
  std::uint64_t overwritten() const;

 private:
  friend class InPort;
  InPort& port_;
  ValueRing ring_;           ///< guarded by the port's mutex, as is_removed_
  bool is_removed_ = false;  ///< the connector is gone
};

/// A connector through which an InPort asks for values (pull).
class ValueSource {
 public:
  virtual ~ValueSource() = default;
  /// Asks for the next value and writes it to `into`, which has the port's type. Called on the component's thread when
  /// it reads, by one thread at a time, with no lock held; may last as long as a call. Anything but ok: there is none,
  /// and `into` may hold anything of its type.
  virtual PortStatus pull(Value& into) = 0;
};

/// One connector's way out of an OutPort for those who ask (`OutPort::add_outlet`): a ring that every put goes into.
/// Shared by the port and the connector; what it holds can be read when the port is gone. Any thread.
class Outlet {
 public:
  Outlet(ValueType type, const BufferSettings& settings);

  /// The oldest value that has not been read; the last one once more where there is none and the settings say so;
  /// buffer_empty otherwise. `into` is of the port's type.
  PortStatus get(Value& into);
  std::uint64_t overwritten() const;
  /// How many values were refused because it was full and does not overwrite.
  std::uint64_t refused() const;

  // Called by the OutPort:
  void put(const Value& value);

 private:
  mutable std::mutex mutex_;
  ValueRing ring_;
  Value last_;
  bool has_last_ = false;
  std::uint64_t refused_ = 0;
};

}  // namespace rtm
