// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/wire/messages.h"

namespace sigverse::wire {

/// A raw request: `u16 code | u16 size, including these four octets | body`. The body is a view.
struct Raw {
  std::uint16_t code = 0;
  std::string_view body;
};
/// Parses a unit that `first_unit` has found to be raw.
Raw read_raw(std::string_view octets);

/// Appends a raw request: write the body, then call `finish`.
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
  /// Writes a field of a text body and the comma after it. For a value that contains a comma, `finish` will fail.
  void field(std::string_view value);
  /// Returns false, with the whole request removed, if it is too long for its size field.
  bool finish();

 private:
  std::string& out_;
  std::size_t begin_;
  bool good_ = true;
};

/// Reads bodies: binary numbers, and text fields that end with a comma.
class RawReader : public OctetReader {
 public:
  explicit RawReader(std::string_view body) : OctetReader(body) {}
  bool boolean() { return u8() != 0; }
  Triple triple();
  Quad quad();
  /// Reads the text up to the next comma and consumes both; fails if there is no comma.
  std::string_view field();
  /// Reads a field that is a decimal number; fails for anything else.
  std::optional<double> number_field();
};

/// The decoded contents of a request. Which fields are used depends on the code; 2, 3, 6, 7 and 38 use none.
struct RawRequest {
  RawCode code{};
  std::string_view object{}, part{}, other{};  ///< `part`: or joint; `other`: a second joint, or a grasp's target
  std::uint16_t camera = 0;
  bool flag = false;                 ///< absolute (18), relative (12), on (37)
  Triple triple{};                   ///< position or direction (15, 21, 23)
  Quad quad{1.0, 0.0, 0.0, 0.0};     ///< 12, 18
  double first = 0.0, second = 0.0;  ///< 25, 26: first; 27, 28, 30: both; 34, 35: first
  std::uint16_t port = 0;            ///< for 9, where `object` is the service and `part` the agent
};
/// Decodes any request except a message (8). Returns false if the code is unknown or the body is incomplete; surplus
/// data after the last field are ignored.
bool read_raw_request(const Raw& raw, RawRequest& request);
/// Encodes a request. Returns false, with nothing appended, for a message, an unknown code, or a name with a comma.
bool append_raw_request(std::string& out, const RawRequest& request);

/// A message: request 8, or the form in which the server sends it to controllers and services.
struct RawMessage {
  std::string_view from{};  ///< only in messages from the server
  std::string_view text{};
  double distance = -1.0;  ///< cm; -1: none
  /// The receivers if `to` is empty.
  enum class All : int { none = 0, everybody = -1, services = -2, controllers = -3 };
  All all = All::none;
  Texts to{};
};
bool read_raw_message(std::string_view body, bool with_sender, RawMessage& message);
/// Appends the message as a request or, if it has a sender, in the server's form.
bool append_raw_message(std::string& out, const RawMessage& message);
/// Appends the server's form of a message that was received as `body`: the sender's name and the unchanged body.
bool append_forwarded_message(std::string& out, std::string_view from, std::string_view body);

/// What is at the front of a service's text output. Either "TTTTT" followed by the body of a message as in request 8,
/// where TTTTT are five digits: the total number of octets, including these five. Or "00004", which ends the
/// connection.
struct TextUnit {
  enum class Kind { incomplete, message, leave, broken };
  Kind kind = Kind::incomplete;
  std::size_t size = 0;  ///< its number of octets; 0 if incomplete or broken
  std::string_view body{};
  const char* problem = "";  ///< what is wrong, as a text for users; empty unless broken
};
/// `broken` as soon as an octet of the length is not a digit, or if the length is less than that of its own digits. The
/// body is not checked: `read_raw_message` does that.
TextUnit first_text_unit(std::string_view input);

/// A message on the direct connection of a controller and a service: "sender,length,text". Surplus data are ignored.
struct DirectMessage {
  std::string_view from{}, text{};
};
bool read_direct_message(std::string_view body, DirectMessage& message);
/// Returns false, with nothing appended, if the message is too long or the sender's name contains a comma.
bool append_direct_message(std::string& out, DirectCode code, const DirectMessage& message);

/// What the first octets of a connection say about the client.
struct Opening {
  enum class Kind { undecided, packets, viewer, service, unknown };
  Kind kind = Kind::undecided;
  /// If the kind is undecided: the kind to assume if nothing follows for a while; undecided unless a name has begun.
  Kind presumed = Kind::undecided;
  std::string_view name{};  ///< of a viewer or a service, certain or presumed
  std::size_t size = 0;     ///< octets to consume before anything else is read; 0 for packets
};
/// "SIGViewer,NAME," or "SIGMESSAGE,NAME,"; names have at most `kLongestName` octets. The last comma may be missing:
/// then a zero octet ends the name; it belongs to the first request of a viewer, or to the greeting of a service.
inline constexpr std::size_t kLongestName = 255;
Opening read_opening(std::string_view input);

}  // namespace sigverse::wire
