// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rctp/codec/assigned_objects.h"
#include "gateways/rctp/negotiation/reply.h"

namespace rctp {

/// Who may do what with one robot: it is free, or one client has claimed objects of it, or drives it.
///
///     absent ──present──▶ idle ──ASSIGN──▶ negotiation ──GO──▶ live ◀──stop, release──▶ stopped
///
/// From everywhere it is idle again when its client leaves, and absent when the robot leaves the world; a robot that
/// obeys the log of an earlier match is claimed by nobody. A refusal changes nothing. Pure logic, without time, on the
/// network thread.
class RobotClaim {
 public:
  enum class State { absent, idle, negotiation, live, stopped, replayed };
  /// A connection, by its address: it is compared, never followed.
  using Client = const void*;
  /// What an ASSIGN needs besides.
  struct Details {
    std::string_view peer;           ///< "127.0.0.1:40312", for the sentences of those who come too late
    std::string_view authority;      ///< "127.0.0.1:3300": where this server is, as the client calls it
    std::span<const double> values;  ///< present ones of the object; if there are none, its neutral ones
  };

  explicit RobotClaim(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  State state() const;
  /// The peer of whoever has claimed it; empty if nobody has.
  const std::string& operator_peer() const { return peer_; }
  bool is_claimed_by(Client client) const { return client_ && client_ == client; }

  // What becomes of the robot.

  /// Whether it is in the world, and has done what it was born for. Whoever operates it has lost it when it leaves.
  void set_present(bool present);
  void set_replayed();
  /// A place in them never gets another object; the name of one that the robot has lost is empty.
  void set_objects(SharedObjects objects) { objects_ = std::move(objects); }
  const SharedObjects& objects() const { return objects_; }
  /// Its place among the objects, if it has one of that name.
  std::optional<std::size_t> find(std::string_view object) const;

  // What clients do.

  /// 201 with ID (the next one from 1 on, or the one that the object has already) and present values, or address of
  /// what has no records; 404, 409 after GO, 503.
  Reply assign(Client client, std::string_view object, const Details& details);
  /// 201 if the client has been assigned an object, else 409.
  Reply go(Client client);
  /// Emergency stop of whoever drives it; true if it was not stopped.
  bool stop(Client client);
  /// True if it was stopped.
  bool release(Client client);
  /// The client has said goodbye, is gone or has to go. True if the robot has to be brought to rest. Of others it means
  /// nothing.
  bool leave(Client client);

  /// What has been assigned, by IDs; the objects are those of `objects()`.
  AssignedObjects assigned() const;

 private:
  std::optional<Reply> objection(Client client) const;
  std::string names() const;

  std::string name_;
  bool is_present_ = false;
  bool is_replayed_ = false;
  SharedObjects objects_;
  Client client_ = nullptr;
  std::string peer_;
  State claim_ = State::idle;        ///< of `client_`
  std::vector<std::size_t> places_;  ///< of the objects with the IDs 1, 2, 3 …
};

/// As a list of robots shows it: "negotiation".
std::string_view to_string(RobotClaim::State state);

}  // namespace rctp
