// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rctp/codec/object.h"
#include "gateways/rctp/negotiation/request.h"

namespace rctp {

/// The answer to one request, in the form that all protocols share.
struct Reply {
  struct Field {
    std::string name;
    std::string value;
    friend bool operator==(const Field&, const Field&) = default;
  };

  int code = 201;
  std::vector<Field> fields;  ///< in their order: "ID", "Current Value", "Location", "Retry-After", "Allow"
  std::string sentence;       ///< of a refusal: for people
  bool closes = false;        ///< the connection ends behind it

  bool is_granted() const { return code == 201; }
};

/// A refusal.
Reply refusal(int code, std::string sentence);

/// What stands behind the code: "OK" for 201, too, as it is printed where this protocol comes from.
std::string_view reason_phrase(int code);

/// Appends the reply as text, in the protocol of its request. RCMP and RCTP: status line, fields, the sentence as
/// `Reason`, a blank line. HTTP: the sentence is the body; see `http_headers`.
void append_reply(std::string& out, Request::Version version, const Reply& reply);

/// For whoever writes HTTP itself: the fields whose names may be there, "Current-Value" with a hyphen.
std::vector<Reply::Field> http_headers(const Reply& reply);
/// The line "Current Value: …", without its end, which is no legal header and comes behind all headers, since some
/// clients stop reading there; empty if the reply has none.
std::string http_last_line(const Reply& reply);
/// The sentence as a line of text; empty if there is none.
std::string http_body(const Reply& reply);

/// Values as they stand in "Current Value": by the parameters, one blank between them, each the shortest decimal that
/// gives the same 32-bit float (64-bit for a parameter of that type), with at least one digit behind the point.
std::string current_value(std::span<const Object::Parameter> parameters, std::span<const double> values);

}  // namespace rctp
