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
/// Of octets that `first_unit` calls raw.
Raw read_raw(std::string_view octets);

/// Appends one: write the body, then `finish`.
class RawWriter : public OctetWriter {
 public:
  RawWriter(std::string& out, std::uint16_t code);
  RawWriter(std::string& out, RawCode code) : RawWriter(out, static_cast<std::uint16_t>(code)) {}
  RawWriter(std::string& out, RawToController code) : RawWriter(out, static_cast<std::uint16_t>(code)) {}
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

/// What a request is about, decoded. Which fields are used depends on the code; 2, 3, 6, 7 and 38 use none.
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
  /// To whom, when `to` is empty.
  enum class All : int { none = 0, everybody = -1, services = -2, controllers = -3 };
  All all = All::none;
  Texts to{};
};
bool read_raw_message(std::string_view body, bool with_sender, RawMessage& message);
/// As a request, or with its sender as the server sends it.
bool append_raw_message(std::string& out, const RawMessage& message);
/// What the server sends for a message that has come as `body`: the sender's name and the body as it came.
bool append_forwarded_message(std::string& out, std::string_view from, std::string_view body);

/// How a connection begins.
struct Opening {
  enum class Kind { undecided, packets, viewer, service, stranger };
  Kind kind = Kind::undecided;
  std::string_view name{};  ///< of a viewer or a service
  std::size_t size = 0;     ///< octets to take before anything else is read; 0 for packets
};
/// "SIGViewer,NAME," and "SIGMESSAGE,NAME,"; names of at most `kLongestName` octets.
inline constexpr std::size_t kLongestName = 255;
Opening read_opening(std::string_view input);

}  // namespace sigverse::wire
