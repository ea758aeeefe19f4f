// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rctp/protocol/assigned_objects.h"
#include "gateways/rctp/protocol/reply.h"

namespace rctp {

/// The state of one robot towards its clients: it is free, or one client has claimed objects of it, or one drives it.
///
///     absent ──present──▶ idle ──ASSIGN──▶ negotiation ──GO──▶ live ◀──stop, release──▶ stopped
///
/// From every state it becomes idle when its client leaves, and absent when the robot leaves the world. A robot that
/// obeys the log of an earlier match cannot be claimed. A refusal changes nothing. This is pure logic without time,
/// used on the network thread.
class RobotClaim {
 public:
  enum class State { absent, idle, negotiation, live, stopped, replayed };
  /// A connection, identified by its address, which is compared and never dereferenced.
  using Client = const void*;
  /// The details of an ASSIGN besides client and object.
  struct Details {
    std::string_view peer;           ///< "127.0.0.1:40312", for the refusals of other clients
    std::string_view authority;      ///< "127.0.0.1:3300": this server, as the client calls it
    std::span<const double> values;  ///< the object's present values; if empty, its neutral ones are reported
  };

  explicit RobotClaim(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  State state() const;
  /// The peer that has claimed it; empty if none has.
  const std::string& operator_peer() const { return peer_; }
  bool is_claimed_by(Client client) const { return client_ && client_ == client; }

  // Called by the robot's side.

  /// Whether it is in the world and has carried out its acts of birth. When the robot leaves, its client loses it.
  void set_present(bool present);
  void set_replayed();
  /// An index is never reused for another object; the name of an object that the robot has lost is empty.
  void set_objects(SharedObjects objects) { objects_ = std::move(objects); }
  const SharedObjects& objects() const { return objects_; }
  /// The index of the object of that name, if there is one.
  std::optional<std::size_t> find(std::string_view object) const;

  // Called for clients.

  /// The refusal of any request that needs the robot to be in the world; nothing while it is in the world.
  std::optional<Reply> absence() const;
  /// Grants an object with 201, its ID (the next one from 1 on, or the one that it already has) and its present values,
  /// or its address if it has no records. Refuses with 404, 409 after GO, or 503.
  Reply assign(Client client, std::string_view object, const Details& details);
  /// Grants with 201 if the client has been assigned an object, else refuses with 409.
  Reply go(Client client);
  /// Emergency stop by the client that drives it; returns true if it was not already stopped.
  bool stop(Client client);
  /// Returns true if it was stopped.
  bool release(Client client);
  /// The client has said goodbye, has disconnected or has been dropped. Returns true if the robot has to be brought to
  /// rest. Ignores clients that have not claimed the robot.
  bool leave(Client client);

  /// The assigned objects by their IDs; they belong to `objects()`.
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
  State claim_ = State::idle;        ///< the state towards `client_`
  std::vector<std::size_t> places_;  ///< indices of the objects with the IDs 1, 2, 3 …
};

/// The word for a list of robots: "negotiation".
std::string_view to_string(RobotClaim::State state);

}  // namespace rctp
