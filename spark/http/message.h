// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spark/net/connection.h"

namespace spark::http {

struct Header {
  std::string name;
  std::string value;
};

/// A peer's request. It has no body: requests with one are refused before the service is called.
struct Request {
  std::string method;  ///< as sent, any token: "GET", "ASSIGN"
  std::string target;  ///< as sent: "/a%20b?c", "http://host/a", "a"
  /// `path_of(target)`, never empty: a target that cannot be decoded is answered with 400.
  std::string path;
  int version = 11;              ///< 10 or 11
  std::vector<Header> headers;   ///< in their original order and spelling
  bool keeps_connection = true;  ///< according to version and `Connection`

  /// The value of the first header with this name, ignoring case; empty if there is none.
  std::string_view find(std::string_view name) const;
  std::size_t count(std::string_view name) const;
  /// Whether one of the headers with this name, comma-separated lists of words, has `word`, ignoring case.
  bool lists(std::string_view name, std::string_view word) const;
  /// Whether it requests a WebSocket, so that `Conversation::accept_websocket` may be the answer.
  bool wants_websocket() const;
};

/// An answer. Control characters in its texts, which may have come from a peer, are sent as '?'.
struct Response {
  int status = 200;
  std::string reason;  ///< after the status; empty: the standard one
  std::string type;    ///< Content-Type; empty: none
  /// In addition to Content-Type, Connection and Content-Length, which are generated.
  std::vector<Header> headers;
  /// Sent after all headers, unchanged: for lines that are not legal headers ("Current Value: 1.0"), at which some
  /// clients stop reading headers.
  std::vector<std::string> last_lines;
  /// May be null. Shared, because the same document may be sent to several peers. Not sent for HEAD.
  net::Connection::Shared body;
  /// Keeps the connection open regardless of version and `Connection` header; from now on the service, not the server,
  /// decides how long it may be idle.
  bool stays_open = false;
  /// Closes the connection after this answer; overrides `stays_open`.
  bool closes = false;
  /// It has no length: the body is the data that the service streams after its head, up to the end of the connection
  /// (`Conversation::begin_stream`, which sets this).
  bool is_stream = false;
};

/// An answer with a sentence for people.
Response text_response(int status, std::string sentence);

/// The standard text for a status; empty if there is none.
std::string_view reason_of(int status);

/// The head of an answer, without its body.
///   version: 10 or 11
std::string head_of(const Response& response, int version, bool keeps_connection);

/// Whether two words are equal, ignoring the case of ASCII letters.
bool is_same_word(std::string_view one, std::string_view other);

}  // namespace spark::http
