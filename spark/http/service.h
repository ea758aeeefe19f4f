// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "spark/http/message.h"

namespace spark::http {

class Conversation;

/// What a server serves. It is called on the thread of the server's loop, and must outlive the server. What it throws
/// ends the conversation with a line in the log, and 500 if there was a request.
///
/// A service may call everything of the conversation within these calls, and of other conversations, too. It may keep
/// a conversation as a `weak_ptr` (`shared_from_this`) or by its address until `closed` has been called.
class Service {
 public:
  virtual ~Service() = default;

  /// A request that was checked for its host, its origin and a body. To be answered by `Conversation::answer` or
  /// `accept_websocket`, now or later; nothing more is read from this peer before.
  virtual void request(Conversation& conversation, const Request& request) = 0;

  enum class Foreign {
    refused,     ///< answered with 400, and closed
    taken,       ///< something has been taken from the input; what follows begins a request
    unfinished,  ///< to be called again when more has come, or at `Conversation::go_on`
  };
  /// At the place where a request would begin there is none of HTTP: the last word of the first line does not begin
  /// with "HTTP/", or a control character stands where no line of HTTP has one. The service takes from
  /// `Conversation::connection` what it understands and answers by itself, through the same. Once it has taken
  /// something, it decides how long this connection may be idle.
  virtual Foreign foreign(Conversation&) { return Foreign::refused; }

  /// A whole message of a WebSocket; text is UTF-8. `payload` is good until the return.
  virtual void message(Conversation&, std::string_view /*payload*/, bool /*is_text*/) {}

  /// After `Conversation::take_over`: there are octets in the connection's input.
  virtual void input(Conversation&) {}

  /// Over, for whatever reason; once per conversation for which anything above was called, and never within such a call
  /// or one to the conversation. The conversation takes and gives nothing any more.
  virtual void closed(Conversation&) {}
};

}  // namespace spark::http
