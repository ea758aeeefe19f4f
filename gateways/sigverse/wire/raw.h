// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/wire/messages.h"

namespace sigverse::wire {

/// A raw request: `u16 code | u16 size, these four octets included | body`. Its body is a view.
struct Raw {
  std::uint16_t code = 0;
  std::string_view body;
};
/// Splits octets that `first_unit` calls raw.
Raw read_raw(std::string_view octets);

/// Appends one: write the body, then `finish`.
class RawWriter : public OctetWriter {
 public:
  RawWriter(std::string& out, std::uint16_t code);
  RawWriter(std::string& out, RawCode code) : RawWriter(out, static_cast<std::uint16_t>(code)) {}
  RawWriter(std::string& out, RawToController code) : RawWriter(out, static_cast<std::uint16_t>(code)) {}
  RawWriter(std::string& out, RawToService code) : RawWriter(out, static_cast<std::uint16_t>(code)) {}
  RawWriter(std::string& out, DirectCode code) : RawWriter(out, static_cast<std::uint16_t>(code)) {}
  void boolean(bool value) { u8(value ? 1 : 0); }
  void triple(const Triple& value);
  void quad(const Quad& value);
  /// A field of a text body and the comma behind it. One that contains a comma cannot be written: `finish` fails.
  void field(std::string_view value);
  /// False, and all of it taken back, if it is too long for its size.
  bool finish();

 private:
  std::string& out_;
  std::size_t begin_;
  bool good_ = true;
};

/// A reader of bodies: numbers as everywhere, and fields that end with a comma.
class RawReader : public OctetReader {
 public:
  explicit RawReader(std::string_view body) : OctetReader(body) {}
  bool boolean() { return u8() != 0; }
  Triple triple();
  Quad quad();
  /// Up to the next comma, which is taken, too; fails if there is none.
  std::string_view field();
  /// A field that is a decimal number of this type; fails otherwise.
  std::optional<double> number_field();
};

/// The contents of a request, decoded. Which fields are used depends on the code; 2, 3, 6, 7 and 38 use none.
struct RawRequest {
  RawCode code{};
  std::string_view object{}, part{}, other{};  ///< `part`: or joint; `other`: a second joint, the target of a grasp
  std::uint16_t camera = 0;
  bool flag = false;                 ///< absolute (18), relative (12), on (37)
  Triple triple{};                   ///< place or direction (15, 21, 23)
  Quad quad{1.0, 0.0, 0.0, 0.0};     ///< 12, 18
  double first = 0.0, second = 0.0;  ///< 25, 26: first; 27, 28, 30: both; 34, 35: first
  std::uint16_t port = 0;            ///< 9, with `object` the service and `part` the agent
};
/// Decodes any request but a message (8). False if the code is unknown or something is missing; what stands behind the
/// last field is ignored.
bool read_raw_request(const Raw& raw, RawRequest& request);
/// The other way. False, and nothing appended, for a message, an unknown code, or a name with a comma.
bool append_raw_request(std::string& out, const RawRequest& request);

/// A message (request 8, and what the server sends of it to controllers and services).
struct RawMessage {
  std::string_view from{};  ///< only in what the server sends
  std::string_view text{};
  double distance = -1.0;  ///< cm; -1: none
  /// The receivers when `to` is empty.
  enum class All : int { none = 0, everybody = -1, services = -2, controllers = -3 };
  All all = All::none;
  Texts to{};
};
bool read_raw_message(std::string_view body, bool with_sender, RawMessage& message);
/// As a request, or with its sender as the server sends it.
bool append_raw_message(std::string& out, const RawMessage& message);
/// Appends what the server sends for a message that has come as `body`: the sender's name and the body as it came.
bool append_forwarded_message(std::string& out, std::string_view from, std::string_view body);

/// The front of what a service sends in text form: "TTTTT" and the body of a message as in request 8, where TTTTT are
/// five digits, the octets of all of it with themselves; or "00004", with which it leaves.
struct TextUnit {
  enum class Kind { incomplete, message, leave, broken };
  Kind kind = Kind::incomplete;
  std::size_t size = 0;  ///< octets of it; 0 unless it is a message or the end
  std::string_view body{};
  const char* problem = "";  ///< what is wrong, for people; empty unless broken
};
/// Broken as soon as an octet of the length is no digit, or the length less than its own digits. The body has not been
/// looked at: `read_raw_message` does.
TextUnit first_text_unit(std::string_view input);

/// A message on the connection of a controller and a service: "sender,length,text". What stands behind the text is
/// ignored.
struct DirectMessage {
  std::string_view from{}, text{};
};
bool read_direct_message(std::string_view body, DirectMessage& message);
/// False, and nothing appended, if it is too long or the sender's name contains a comma.
bool append_direct_message(std::string& out, DirectCode code, const DirectMessage& message);

/// How a connection begins.
struct Opening {
  enum class Kind { undecided, packets, viewer, service, unknown };
  Kind kind = Kind::undecided;
  /// While the kind is undecided: what it is if nothing follows for a while; undecided unless a name has begun.
  Kind presumed = Kind::undecided;
  std::string_view name{};  ///< of a viewer or a service, certain or presumed
  std::size_t size = 0;     ///< octets to take before anything else is read; 0 for packets
};
/// "SIGViewer,NAME," and "SIGMESSAGE,NAME,"; names of at most `kLongestName` octets. The last comma may be missing:
/// then a zero octet ends the name, which belongs to a viewer's first request, and to a service's greeting.
inline constexpr std::size_t kLongestName = 255;
Opening read_opening(std::string_view input);

}  // namespace sigverse::wire
