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
/// Parses a unit that `first_unit` has found to be raw.
Raw read_raw(std::string_view octets);

/// Appends a raw request: write the body, then `finish`.
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
  /// A field of a text body and the comma after it. A value with a comma cannot be written: `finish` fails.
  void field(std::string_view value);
  /// Returns false, with all of it removed, if it is too long for its size field.
  bool finish();

 private:
  std::string& out_;
  std::size_t begin_;
  bool good_ = true;
};

/// Reads bodies: numbers as everywhere, and fields that end with a comma.
class RawReader : public OctetReader {
 public:
  explicit RawReader(std::string_view body) : OctetReader(body) {}
  bool boolean() { return u8() != 0; }
  Triple triple();
  Quad quad();
  /// The text up to the next comma, which is consumed; fails if there is none.
  std::string_view field();
  /// A field that is a decimal number; fails otherwise.
  std::optional<double> number_field();
};

/// The decoded contents of a request. The code determines which fields are used; 2, 3, 6, 7 and 38 use none.
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
/// Decodes any request but a message (8). Returns false if the code is unknown or a part is missing; surplus data after
/// the last field is ignored.
bool read_raw_request(const Raw& raw, RawRequest& request);
/// Encodes a request. Returns false, with nothing appended, for a message, an unknown code, or a name with a comma.
bool append_raw_request(std::string& out, const RawRequest& request);

/// A message (request 8, and its form from the server to controllers and services).
struct RawMessage {
  std::string_view from{};  ///< only in messages of the server
  std::string_view text{};
  double distance = -1.0;  ///< cm; -1: none
  /// The receivers when `to` is empty.
  enum class All : int { none = 0, everybody = -1, services = -2, controllers = -3 };
  All all = All::none;
  Texts to{};
};
bool read_raw_message(std::string_view body, bool with_sender, RawMessage& message);
/// As a request, or with its sender as from the server.
bool append_raw_message(std::string& out, const RawMessage& message);
/// Appends the server's form of a message received as `body`: the sender's name and the body unchanged.
bool append_forwarded_message(std::string& out, std::string_view from, std::string_view body);

/// The first element of a service's output in text form: "TTTTT" and the body of a message as in request 8, where TTTTT
/// are five digits, the octets of the whole including themselves; or "00004", which ends the connection.
struct TextUnit {
  enum class Kind { incomplete, message, leave, broken };
  Kind kind = Kind::incomplete;
  std::size_t size = 0;  ///< octets of it; 0 unless it is a message or the end
  std::string_view body{};
  const char* problem = "";  ///< what is wrong, for people; empty unless broken
};
/// Broken as soon as an octet of the length is not a digit, or if the length is less than its own digits. The body is
/// not checked: `read_raw_message` does that.
TextUnit first_text_unit(std::string_view input);

/// A message on the connection of a controller and a service: "sender,length,text". Surplus data is ignored.
struct DirectMessage {
  std::string_view from{}, text{};
};
bool read_direct_message(std::string_view body, DirectMessage& message);
/// Returns false, with nothing appended, if it is too long or the sender's name contains a comma.
bool append_direct_message(std::string& out, DirectCode code, const DirectMessage& message);

/// The beginning of a connection.
struct Opening {
  enum class Kind { undecided, packets, viewer, service, unknown };
  Kind kind = Kind::undecided;
  /// While the kind is undecided: the kind if nothing follows for a while; undecided unless a name has begun.
  Kind presumed = Kind::undecided;
  std::string_view name{};  ///< of a viewer or a service, certain or presumed
  std::size_t size = 0;     ///< octets to consume before anything else is read; 0 for packets
};
/// "SIGViewer,NAME," and "SIGMESSAGE,NAME,"; names of at most `kLongestName` octets. The last comma may be missing:
/// then a zero octet ends the name, and is part of a viewer's first request, or of a service's greeting.
inline constexpr std::size_t kLongestName = 255;
Opening read_opening(std::string_view input);

}  // namespace sigverse::wire
