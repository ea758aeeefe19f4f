// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/client/shape_base.h"
#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/wire/connect.h"
#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/raw.h"
#include "gateways/sigverse/wire/wave.h"

namespace sigverse::client {

/// Receives what a server has sent. Texts and packets are views that are valid during the call. None of the functions
/// may close or destroy the `SimServer` that calls it; they may send requests.
class SimServerListener {
 public:
  virtual ~SimServerListener() = default;

  /// The reply to `attachView`; if it was refused, the message has the reason. The shapes in the reply are passed to
  /// `shapes` first.
  virtual void attached(bool accepted, std::string_view message) = 0;
  /// `SimServer::shapes` has changed because of the reply to `attachView` or `sendX3DDBRequest`.
  virtual void shapes(const ShapeBase& shapes) = 0;
  /// The complete reply to `sendGetAllEntitiesRequest`. It may be moved from.
  virtual void world(World& world) = 0;
  /// The reply to `sendGetEntityRequest`; null if there is no such object. The record is as received, including
  /// everything that `object_of` omits; it is empty if there is no object.
  virtual void entity(double time, const Object* object, const wire::ObjectRecord& record) = 0;
  virtual void log_line(wire::LogLevel level, std::string_view text) = 0;
  virtual void display_text(const wire::DisplayText& text) = 0;
  /// Any other packet.
  virtual void packet(const wire::Packet& packet) = 0;
  virtual void raw(const wire::Raw& raw) = 0;
  /// A line for users: a part of the server's data is invalid and has been omitted. Each line is reported once per
  /// connection, and at most `SimServer::kMaxProblems` lines. `is_unreadable`: it was a whole packet, possibly a reply.
  virtual void problem(std::string_view line, bool is_unreadable) = 0;
};

/// A client's link to a server: requests out, one packet in at a time. At first the client is a tool, which may query;
/// after `attachView` it may also change the world. Lost connections are not restored: call `connect` again.
///
/// Only `connect` and `processOnePacket` wait, and at most for their timeouts: requests are queued, and sent while
/// packets are processed. A program with a window calls `processOnePacket(listener, 0 ms)` in each frame until there is
/// nothing more (a few times at most), and `connect` on a separate thread, from which a `SimServer` may be moved. Used
/// by one thread at a time.
///
/// Nothing that a server sends makes it throw (exceptions of the listener pass through) or use more than
/// `kMaxWorldOctets` for a world. A packet whose data cannot be read is omitted, with a line
/// (`SimServerListener::problem`); data that are not a packet at all end the connection.
class SimServer {
 public:
  using Timeout = wire::Stream::Timeout;
  /// The maximum size of the records of one world. The largest world that this project's server loads, 10,000 objects,
  /// needs less.
  static constexpr std::size_t kMaxWorldOctets = 64 << 20;
  static constexpr std::size_t kMaxProblems = 100;

  enum class Received {
    unit,     ///< a packet or raw request; the listener has been called, unless it was part of a larger reply
    nothing,  ///< silence for the whole timeout; call again
    ended     ///< the connection has ended and is closed; `problem` has the reason
  };

  SimServer() = default;
  /// Takes ownership of an existing connection.
  explicit SimServer(wire::Stream stream);

  /// Connects anew. Each of the host's addresses is tried for `timeout`. The greeting is sent first ("SIGViewer,NAME,"
  /// to receive messages under that name); it is empty for connections with packets only. On failure returns false,
  /// with a line in `problem`.
  bool connect(const wire::Address& server, Timeout timeout, std::string_view greeting = {});
  /// Octets that the server has not yet accepted are lost.
  void close();
  bool is_connected() const { return stream_.has_value(); }
  /// Why there is no connection, as a line for users; empty after `close`.
  const std::string& problem() const { return problem_; }
  /// To be polled for input, and for output while `has_unsent`; -1 if closed.
  int descriptor() const { return stream_ ? stream_->in() : -1; }
  bool has_unsent() const { return stream_ && stream_->unsent() > 0; }

  // Requests. They do nothing if there is no connection.
  void sendSimCtrlCommand(wire::SimCommand command);
  /// Asks to become a viewer with that name, which may change objects.
  void attachView(std::string_view name);
  void sendGetAllEntitiesRequest();
  void sendGetEntityRequest(std::string_view name);
  void sendX3DDBRequest();
  /// Changes these attributes of an object and no others (UPDATE_ENTITIES); there is no reply. The server applies pose,
  /// force, acceleration, torque and velocities as a whole, so the components that are not changed (`y` and `z` if `x`
  /// is) are taken from `object`. Returns false, with nothing sent, if a text is too long for a packet.
  bool sendAttributes(const Object& object, const std::vector<Attribute>& changed);
  /// Sends a sound to the controller of an agent, which gets it in onRecvSound from `SIGViewer`. `time` is the SIG
  /// time. Returns false if it has more than `wire::kMaxSoundOctets`.
  bool sendRawSound(std::string_view agent, double time, const wire::Wave& sound);
  /// Ends the server.
  void sendEndRequest();
  /// Sends any other packets and raw requests, as octets.
  void send(std::string_view octets);

  /// Receives exactly one packet or raw request, and no octet after it; calls `listener` with its contents. The timeout
  /// limits silence: it restarts with each octet in either direction.
  Received processOnePacket(SimServerListener& listener, Timeout timeout);
  /// Limits the real time for all receiving and sending, until the next call.
  void limit(Timeout total);

  /// The database in the last reply that contained one.
  const ShapeBase& shapes() const { return shapes_; }
  /// Octets received since `connect`.
  std::uint64_t octets() const { return octets_; }

 private:
  /// The poses of the shapes of one object's parts, by part id.
  using PartShapes = std::map<std::uint32_t, wire::ShapePlace>;
  /// Why an object was requested. Replies to GET_ENTITY arrive in the order of the requests.
  enum class EntityAsked { by_user, after_shapes };

  void reset();
  Received end(std::string problem);
  void complain(SimServerListener& listener, const std::string& line, bool is_unreadable = false);
  template <typename Message>
  bool read(const wire::Packet& packet, Message& message, SimServerListener& listener);
  Object read_object(const wire::ObjectRecord& record, SimServerListener& listener);
  /// Returns the time, or the last finite one if it is not finite.
  double finite_time(double time, SimServerListener& listener);
  void take(const wire::Packet& packet, SimServerListener& listener);
  void take_shapes(const std::vector<wire::ShapeEntry>& entries, SimServerListener& listener);
  void take_of_world(const wire::Packet& packet, SimServerListener& listener);
  void take_entity(const wire::Packet& packet, SimServerListener& listener);

  // The poses of shapes in their parts do not change, so they are requested once, when an object is first seen. The
  // world is held back until the replies have arrived.
  void complete_world(World world, SimServerListener& listener);
  void ask_part_shapes(const std::vector<std::string>& names);
  void take_part_shapes(const wire::Packet& packet, SimServerListener& listener);
  void complete_shapes(SimServerListener& listener);
  void hand_over(SimServerListener& listener);
  void place_shapes(Object& object) const;
  void forget_part_shapes(const World& world);

  std::optional<wire::Stream> stream_;
  std::string problem_;
  std::string fatal_;  ///< why the present packet is the last one; empty if it is not
  std::set<std::string> problems_;
  std::uint64_t octets_ = 0;
  wire::ObjectRecord record_;
  double time_ = 0.0;  ///< from the last reply that had a time
  ShapeBase shapes_;

  std::size_t worlds_asked_ = 0;
  World coming_;  ///< the world that is being received
  std::uint16_t coming_number_ = 0;
  std::size_t coming_octets_ = 0;
  std::optional<World> held_;  ///< complete, but waiting for the poses of its shapes

  std::deque<EntityAsked> entities_asked_;
  std::map<std::string, PartShapes, std::less<>> part_shapes_;  ///< of the objects requested so far
  std::vector<std::string> names_to_ask_;                       ///< still to be requested
  std::size_t replies_missing_ = 0;                             ///< to GET_PART_SHAPES
  bool knows_part_shapes_ = true, is_sure_of_part_shapes_ = false;
};

}  // namespace sigverse::client
