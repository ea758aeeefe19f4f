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

/// What a server has sent. All texts and packets are views that hold during the call. None of the functions may close
/// or destroy the `SimServer` that calls it; they may send requests.
class SimServerListener {
 public:
  virtual ~SimServerListener() = default;

  /// The reply to `attachView`; the message says why not. Its shapes come by `shapes` before it.
  virtual void attached(bool accepted, std::string_view message) = 0;
  /// `SimServer::shapes` has changed: the reply to `attachView` or `sendX3DDBRequest`.
  virtual void shapes(const ShapeBase& shapes) = 0;
  /// The reply to `sendGetAllEntitiesRequest`, complete. It may be moved from.
  virtual void world(World& world) = 0;
  /// The reply to `sendGetEntityRequest`; null if there is no such object. The record is what has come, with all that
  /// `object_of` leaves out; empty without an object.
  virtual void entity(double time, const Object* object, const wire::ObjectRecord& record) = 0;
  virtual void log_line(wire::LogLevel level, std::string_view text) = 0;
  virtual void display_text(const wire::DisplayText& text) = 0;
  /// Anything else.
  virtual void packet(const wire::Packet& packet) = 0;
  virtual void raw(const wire::Raw& raw) = 0;
  /// A line for people: something of what the server has sent makes no sense and is left out. Each line comes once in a
  /// connection, and at most `SimServer::kMaxProblems` of them. With `is_unreadable` it was a packet, perhaps a reply.
  virtual void problem(std::string_view line, bool is_unreadable) = 0;
};

/// The link of a client to a server: requests out, one packet in at a time. It begins as a tool, which may ask; after
/// `attachView` it may change the world, too. Lost connections are not made anew: `connect` again.
///
/// No function waits but `connect` and `processOnePacket`, both as long as they are allowed to: requests are queued,
/// and leave while packets are processed. For a window: call `processOnePacket(listener, 0 ms)` in each frame until
/// nothing more is there (a few times at most), and `connect` on a thread of its own, from which a `SimServer` may be
/// moved. Used by one thread at a time.
///
/// Nothing that a server sends makes it throw (what its listener throws passes through), or take more than
/// `kMaxWorldOctets` of a world. A packet whose data cannot be read is left out with a line
/// (`SimServerListener::problem`); what is no packet at all ends the connection.
class SimServer {
 public:
  using Timeout = wire::Stream::Timeout;
  /// Octets of the records of one world. The largest world that the project's server loads, 10,000 objects, has less.
  static constexpr std::size_t kMaxWorldOctets = 64 << 20;
  static constexpr std::size_t kMaxProblems = 100;

  enum class Received {
    unit,     ///< a packet or raw request; the listener has been called, unless it was part of something larger
    nothing,  ///< silence as long as the timeout; ask again
    ended     ///< the connection is over, and closed; `problem` says why
  };

  SimServer() = default;
  /// Takes a connection that is there.
  explicit SimServer(wire::Stream stream);

  /// Connects anew. Each of the host's addresses is tried for `timeout`. The greeting is what such a connection begins
  /// with ("SIGViewer,NAME," for messages under that name); none for packets. False: `problem` is the line.
  bool connect(const wire::Address& server, Timeout timeout, std::string_view greeting = {});
  /// What the server has not yet taken is lost.
  void close();
  bool is_connected() const { return stream_.has_value(); }
  /// Why it is not connected, as a line for people; empty after `close`.
  const std::string& problem() const { return problem_; }
  /// To be polled for input, and for output while `has_unsent`; -1 when closed.
  int descriptor() const { return stream_ ? stream_->in() : -1; }
  bool has_unsent() const { return stream_ && stream_->unsent() > 0; }

  // Requests. Without a connection they do nothing.
  void sendSimCtrlCommand(wire::SimCommand command);
  /// Asks to be a viewer of that name, who may change objects.
  void attachView(std::string_view name);
  void sendGetAllEntitiesRequest();
  void sendGetEntityRequest(std::string_view name);
  void sendX3DDBRequest();
  /// Changes these attributes of an object and no others (UPDATE_ENTITIES); there is no reply. The server takes pose,
  /// force, acceleration, torque and velocities as a whole, so the numbers beside a changed one (`y` and `z` with `x`)
  /// are those of `object`. False, and nothing sent, if a text is too long for a packet.
  bool sendAttributes(const Object& object, const std::vector<Attribute>& changed);
  /// A sound to the controller of an agent, which hears it in onRecvSound from `SIGViewer`. `time` is the SIG time.
  /// False if there are more than `wire::kMaxSoundOctets`.
  bool sendRawSound(std::string_view agent, double time, const wire::Wave& sound);
  /// Ends the server.
  void sendEndRequest();
  /// Any other packets and raw requests, as octets.
  void send(std::string_view octets);

  /// Takes exactly one packet or raw request, and not one octet behind it; calls `listener` for what it says. The
  /// timeout is for silence: it begins anew with each octet that comes or goes.
  Received processOnePacket(SimServerListener& listener, Timeout timeout);
  /// From now on there is so much real time for all that comes and goes, until this is called again.
  void limit(Timeout total);

  /// The data base in the last reply that had one.
  const ShapeBase& shapes() const { return shapes_; }
  /// Octets that have come since `connect`.
  std::uint64_t octets() const { return octets_; }

 private:
  /// Where the shapes of one object's parts are, by the ids of these.
  using PartShapes = std::map<std::uint32_t, wire::ShapePlace>;
  /// Replies to GET_ENTITY come in the order of the requests.
  enum class EntityAsked { by_user, after_shapes };

  void reset();
  Received end(std::string problem);
  void complain(SimServerListener& listener, const std::string& line, bool is_unreadable = false);
  template <typename Message>
  bool read(const wire::Packet& packet, Message& message, SimServerListener& listener);
  Object read_object(const wire::ObjectRecord& record, SimServerListener& listener);
  /// The last one that was finite, if this one is not.
  double finite_time(double time, SimServerListener& listener);
  void take(const wire::Packet& packet, SimServerListener& listener);
  void take_shapes(const std::vector<wire::ShapeEntry>& entries, SimServerListener& listener);
  void take_of_world(const wire::Packet& packet, SimServerListener& listener);
  void take_entity(const wire::Packet& packet, SimServerListener& listener);

  // Where shapes are in their parts stays as it is, and is asked when an object is met for the first time. The world
  // waits for the replies meanwhile.
  void complete_world(World world, SimServerListener& listener);
  void ask_part_shapes(const std::vector<std::string>& names);
  void take_part_shapes(const wire::Packet& packet, SimServerListener& listener);
  void complete_shapes(SimServerListener& listener);
  void hand_over(SimServerListener& listener);
  void place_shapes(Object& object) const;
  void forget_part_shapes(const World& world);

  std::optional<wire::Stream> stream_;
  std::string problem_;
  std::string fatal_;  ///< why the packet that is being taken is the last one; empty if it is not
  std::set<std::string> problems_;
  std::uint64_t octets_ = 0;
  wire::ObjectRecord record_;
  double time_ = 0.0;  ///< of the last reply that had it
  ShapeBase shapes_;

  std::size_t worlds_asked_ = 0;
  World coming_;  ///< of whose packets so many have come
  std::uint16_t coming_number_ = 0;
  std::size_t coming_octets_ = 0;
  std::optional<World> held_;  ///< complete, while it waits for the places of its shapes

  std::deque<EntityAsked> entities_asked_;
  std::map<std::string, PartShapes, std::less<>> part_shapes_;  ///< of the objects that have been asked for
  std::vector<std::string> names_to_ask_;                       ///< next
  std::size_t replies_missing_ = 0;                             ///< to GET_PART_SHAPES
  bool knows_part_shapes_ = true, is_sure_of_part_shapes_ = false;
};

}  // namespace sigverse::client
