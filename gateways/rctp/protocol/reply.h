// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rctp/protocol/object.h"
#include "gateways/rctp/protocol/request.h"

namespace rctp {

/// The answer to one request, independent of its protocol.
struct Reply {
  struct Field {
    std::string name;
    std::string value;
    friend bool operator==(const Field&, const Field&) = default;
  };

  int code = 201;
  std::vector<Field> fields;  ///< in their order: "ID", "Current Value", "Location", "Retry-After", "Allow"
  std::string sentence;       ///< the reason of a refusal, for users
  bool closes = false;        ///< the connection ends after the reply

  bool is_granted() const { return code == 201; }
};

/// Makes a refusal.
Reply refusal(int code, std::string sentence);

/// The text after the code. It is "OK" for 201, too, as in the papers that define this protocol.
std::string_view reason_phrase(int code);

/// Appends the reply as text, in the protocol of its request. With RCMP and RCTP it consists of status line, fields,
/// the sentence as `Reason`, and a blank line. With HTTP the sentence is the body; see `http_headers`.
void append_reply(std::string& out, Request::Version version, const Reply& reply);

/// The fields under names that HTTP allows: "Current-Value" with a hyphen.
std::vector<Reply::Field> http_headers(const Reply& reply);
/// The line "Current Value: …", without its end; empty if the reply has none. It is not a legal header, so it comes
/// after all headers, because some clients stop reading there.
std::string http_last_line(const Reply& reply);
/// The sentence as a line of text; empty if there is none.
std::string http_body(const Reply& reply);

/// The text of "Current Value": the values in the order of the parameters, separated by blanks, each the shortest
/// decimal that gives the same 32-bit float (64-bit for a parameter of that type), with at least one digit behind the
/// point.
std::string current_value(std::span<const Object::Parameter> parameters, std::span<const double> values);

}  // namespace rctp
