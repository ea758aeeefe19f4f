// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "gateways/sigverse/server/object_records.h"
#include "gateways/sigverse/wire/packet.h"
#include "gateways/sigverse/wire/raw.h"
#include "gateways/sigverse/world/sim_world.h"

namespace sigverse {

/// Who asks.
struct Asker {
  const SimObj* self = nullptr;  ///< the object that it controls; null of viewers and tools
  bool may_change = false;       ///< attached
};

/// What clients ask about objects, and have done with them: every packet and raw request that needs the world and
/// nothing else. No sockets, turns or sessions are in it. Each request is done at once, and its reply, if its kind has
/// one, is appended to what goes back to who has asked.
///
/// Bodies with joints, grasping, wheels and pointing are answered with what says no.
class ObjectRequests {
 public:
  /// With `own_objects_only` a controller changes its own object and no other. The world must outlive this.
  ObjectRequests(SimWorld& world, bool own_objects_only) : world_(world), own_objects_only_(own_objects_only) {}

  /// False if this kind of packet is not about objects. `problem` is a line for the log, without the asker's name, or
  /// empty; a packet whose data are cut, too, is a problem (`is_malformed`) and has no reply.
  bool take(const wire::Packet& packet, const Asker& asker, std::string& out, std::string& problem);
  /// The same for raw requests.
  bool take(const wire::Raw& raw, const Asker& asker, std::string& out, std::string& problem);
  /// Whether the last one that was taken could not be read.
  bool is_malformed() const { return malformed_; }

 private:
  template <typename Message>
  bool read(const wire::Packet& packet, Message& message);
  SimObj* to_change(std::string_view name, std::string_view what);
  void done(bool accepted, std::string_view name, std::string_view what, const SimObj& object);
  /// For requests that change one object by one call of it.
  template <typename Message, typename Call>
  void change(const wire::Packet& packet, Call call);
  template <typename Message, typename Reply>
  void answer(const wire::Packet& packet, Reply reply);
  template <typename Message>
  void refuse_joint(const wire::Packet& packet);

  bool take_question(const wire::Packet& packet);
  bool take_change(const wire::Packet& packet);
  bool take_joint(const wire::Packet& packet);
  void entity(const wire::Packet& packet);
  void all_entities();
  void update(const wire::Packet& packet);
  void names(const wire::Packet& packet);
  void shapes();

  bool take_raw_question(const wire::RawRequest& request);
  bool take_raw_joint(const wire::RawRequest& request);
  bool take_raw_change(const wire::RawRequest& request);
  void change(const wire::RawRequest& request, bool (*call)(SimObj& object, const wire::RawRequest& request));
  void pair(bool found, const SigVector& value, bool flag_first);

  SimWorld& world_;
  bool own_objects_only_;
  ObjectRecords records_;
  wire::ObjectRecord record_;  ///< that is being read
  bool malformed_ = false;

  // Of the request that is being done.
  Asker asker_;
  std::string* out_ = nullptr;
  std::string* problem_ = nullptr;
};

}  // namespace sigverse
