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

/// The result of passing a value through a buffer. The numbers are those of OpenRTM::PortStatus.
enum class PortStatus : std::uint8_t { ok, error, buffer_full, buffer_empty, buffer_timeout, unknown_error };
std::string_view to_string(PortStatus status);

/// The policy for a value that does not fit into a full buffer: it overwrites the oldest, or it is refused.
enum class Full : std::uint8_t { overwrite, do_nothing };
/// The policy for a reader that has read everything: it gets the last value once more, or nothing.
enum class Empty : std::uint8_t { readback, do_nothing };

/// The buffer of one connector.
struct BufferSettings {
  static constexpr std::size_t kMaxLength = 1024;

  std::size_t length = 8;  ///< values; clamped to 1 … kMaxLength
  Full full = Full::overwrite;
  Empty empty = Empty::readback;

  bool operator==(const BufferSettings&) const = default;
};

/// Parse the words of connector profiles, ignoring case; nothing for all other words. That includes "block", because no
/// thread waits here.
std::optional<Full> full_policy(std::string_view word);
std::optional<Empty> empty_policy(std::string_view word);

/// Values in the order of their arrival, at most as many as the settings allow. If they need more than kMaxBytes
/// together, the oldest are removed as well, so that a peer cannot fill the memory with long ones; one always fits. All
/// slots are allocated at first; a later value allocates only if it is longer than earlier ones. Not locked.
class ValueRing {
 public:
  static constexpr std::size_t kMaxBytes = 8 << 20;

  ValueRing(ValueType type, const BufferSettings& settings);

  /// Copies the value, which must be of this ring's type, to the end. `number` is returned with it. Returns false, with
  /// nothing changed, if the ring is full and does not overwrite.
  bool push(const Value& value, std::uint64_t number = 0);
  bool is_empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }
  /// The numbers of the oldest and of the newest value; the ring must not be empty.
  std::uint64_t oldest_number() const { return places_[first_].number; }
  std::uint64_t newest_number() const { return places_[last()].number; }
  const Value& newest() const { return places_[last()].value; }
  /// Moves the oldest value out by swapping its storage with that of `into`.
  void pop(Value& into);
  void drop_oldest();
  void clear() { count_ = 0; }
  /// The number of values that were overwritten.
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
  std::size_t bytes_ = 0;  ///< the storage of all slots beside their own size
  std::uint64_t overwritten_ = 0;
};

/// One connector's input into an InPort (`InPort::add_inlet`): a ring of its own, which the port's component reads
/// together with all others. Shared by the port and the connector. Any thread; the caller holds the port's component,
/// as with every use of a port from outside.
class Inlet {
 public:
  Inlet(InPort& port, const BufferSettings& settings);

  /// Accepts a value of the port's type, or one that can be converted to it (`assign`). Returns buffer_full if it is
  /// full and does not overwrite; error if the value does not fit, which is counted and reported as a complaint, or if
  /// the inlet has been removed. Wakes the component as `InPort::put` does.
  PortStatus put(const Value& value);
  /// The number of values that were overwritten before they were read.
  std::uint64_t overwritten() const;

 private:
  friend class InPort;
  InPort& port_;
  ValueRing ring_;           ///< guarded by the port's mutex, like is_removed_
  bool is_removed_ = false;  ///< the connector is gone
};

/// A connector that an InPort pulls for values.
class ValueSource {
 public:
  virtual ~ValueSource() = default;
  /// Pulls the next value into `into`, which has the port's type. Called on the component's thread when it reads, by
  /// one thread at a time, with no lock held; may take as long as a call. For any result but ok there is no value, and
  /// `into` may hold any value of its type.
  virtual PortStatus pull(Value& into) = 0;
};

/// One connector's output of an OutPort for readers that pull (`OutPort::add_outlet`): a ring to which every put is
/// added. Shared by the port and the connector; its values can still be read when the port has been destroyed. Any
/// thread.
class Outlet {
 public:
  Outlet(ValueType type, const BufferSettings& settings);

  /// The oldest unread value; if there is none, the last one once more if the settings say so, else buffer_empty.
  /// `into` is of the port's type.
  PortStatus get(Value& into);
  std::uint64_t overwritten() const;
  /// The number of values that were refused because it was full and does not overwrite.
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
