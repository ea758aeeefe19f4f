// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "spark/http/message.h"

namespace spark::http {

class Conversation;

/// The application behind a server. It is called on the thread of the server's loop, and must outlive the server. An
/// exception from it ends the conversation with a line in the log, and with 500 if there was a request.
///
/// A service may call all functions of the conversation within these calls, and of other conversations, too. It may
/// keep a conversation as a `weak_ptr` (`shared_from_this`) or by its address until `closed` has been called.
class Service {
 public:
  virtual ~Service() = default;

  /// A request whose host and origin were checked and that has no body. To be answered by `Conversation::answer` or
  /// `accept_websocket`, now or later; until then no more input of this peer is read.
  virtual void request(Conversation& conversation, const Request& request) = 0;

  enum class Foreign {
    refused,     ///< answered with 400, and closed
    taken,       ///< a part of the input was taken; the rest begins a request
    unfinished,  ///< to be called again after more input, or at `Conversation::resume`
  };
  /// Called for input that is not HTTP where a request would begin: the last word of the first line does not begin with
  /// "HTTP/", or it has a control character that no line of HTTP has. The service takes known input from
  /// `Conversation::connection` and answers through it. Once it has taken something, it decides how long this
  /// connection may be idle.
  virtual Foreign foreign(Conversation&) { return Foreign::refused; }

  /// A complete WebSocket message; text is UTF-8. `payload` is valid during the call.
  virtual void message(Conversation&, std::string_view /*payload*/, bool /*is_text*/) {}

  /// Called after `Conversation::take_over` when the connection has input.
  virtual void input(Conversation&) {}

  /// The conversation has ended, for any reason. Called once for each conversation for which a function above was
  /// called, and never within such a call or one to the conversation, which takes and sends nothing any more.
  virtual void closed(Conversation&) {}
};

}  // namespace spark::http
