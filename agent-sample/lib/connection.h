// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rcss3d::agent {

/// The connection to the server: two pipes that existed when the server started this process, or TCP. Every message is
/// four bytes of length, highest byte first, and that many bytes of text.
///
/// On pipes the first letter of a text is its type. On TCP there are no letters: the server sends sensations, and each
/// is answered by one message of acts. `send` is the same for both: on TCP the acts of a cycle leave with its `D`, and
/// messages that exist only on pipes (`I`, `R`, drawings) are omitted.
class Connection {
 public:
  /// Descriptors 3, to read from, and 4, to write to.
  Connection() : Connection(3, 4, true) {}
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Connects by TCP, retrying for at most that many seconds until the server listens. Returns nothing, with the reason
  /// in `error`, if it does not.
  static std::unique_ptr<Connection> connect(const std::string& host, int port, double timeout, std::string& error);

  /// The error message if the descriptors are not open, because a user has started the program by hand.
  static constexpr const char* kNoPipes =
      "there is no server at descriptors 3 and 4; the server starts it with them (--agentdb, --team)";
  /// Whether the descriptors are open, so that there may be a server.
  bool is_open() const;

  /// Whether messages begin with a letter, and sensations with two times.
  bool has_letters() const { return has_letters_; }

  /// Waits for the next message. The view is valid until the next call; it is empty when the server has closed the
  /// connection.
  std::string_view receive();

  /// Adds a message to the envelope. It leaves with the next `flush`, so that an act and the following `D` go together.
  void send(char letter, std::string_view text = {});

  /// Returns false when the server has closed the connection.
  bool flush();

 private:
  Connection(int input, int output, bool has_letters) : input_(input), output_(output), has_letters_(has_letters) {}

  bool wait_for_bytes(std::size_t count);

  static constexpr std::size_t kMaxMessageSize = 1 << 20;

  int input_, output_;
  bool has_letters_;

  // Read in advance, so that a message usually costs one system call, not one for its length and one for the rest: the
  // octets from `begin_` to `end_` have not been consumed.
  std::vector<char> incoming_ = std::vector<char>(16 * 1024);
  std::size_t begin_ = 0, end_ = 0;
  std::string outgoing_;
  std::string acts_;  // of this cycle, on TCP
};

}  // namespace rcss3d::agent
