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

/// What a peer asks for. It has no body: those are refused before anybody sees the request.
struct Request {
  std::string method;            ///< as sent, any token: "GET", "ASSIGN"
  std::string target;            ///< as sent: "/a%20b?c", "http://host/a", "a"
  std::string path;              ///< `path_of(target)`, never empty: what cannot be decoded is answered with 400
  int version = 11;              ///< 10 or 11
  std::vector<Header> headers;   ///< in the order and spelling in which they were sent
  bool keeps_connection = true;  ///< what version and `Connection` ask for

  /// The value of the first header of this name, in whatever case; empty if there is none.
  std::string_view find(std::string_view name) const;
  std::size_t count(std::string_view name) const;
  /// Whether one of the headers of this name, lists of words with commas, has `word`, in whatever case.
  bool lists(std::string_view name, std::string_view word) const;
  /// Asks for a WebSocket: then `Conversation::accept_websocket` may be the answer.
  bool wants_websocket() const;
};

/// An answer. Control characters in its texts, which may have come from a peer, are sent as '?'.
struct Response {
  int status = 200;
  std::string reason;  ///< behind the status; empty: the usual one
  std::string type;    ///< Content-Type; empty: none
  /// Besides Content-Type, Connection and Content-Length, which are made here.
  std::vector<Header> headers;
  /// Behind all headers, as they are: for what is no legal header ("Current Value: 1.0"), at which some clients stop
  /// to read headers.
  std::vector<std::string> last_lines;
  /// May be null. Shared, because the same document may be on its way to several peers. Not sent to HEAD.
  net::Connection::Shared body;
  /// The connection stays open whatever version and `Connection` header say, and from now on the service, not the
  /// server, decides how long it may be idle.
  bool stays_open = false;
  /// The connection is closed behind this answer; goes before `stays_open`.
  bool closes = false;
  /// It has no length: what the service streams behind its head is the body, up to the end of the connection
  /// (`Conversation::begin_stream`, which sets this).
  bool is_stream = false;
};

/// A sentence for people.
Response text_response(int status, std::string sentence);

/// The usual words for a status; empty if there are none.
std::string_view reason_of(int status);

/// All of an answer but its body.
///   version: 10 or 11
std::string head_of(const Response& response, int version, bool keeps_connection);

/// Whether two words are the same but for the case of ASCII letters.
bool is_same_word(std::string_view one, std::string_view other);

}  // namespace spark::http
