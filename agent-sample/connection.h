// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sample {

/// The two pipes to the server. Every message on them is four bytes of length, highest byte first, and that many bytes
/// of text; the first letter of the text says what it is.
class Connection {
 public:
  /// Waits for the next message. The view holds until the next call; it is empty when the server has gone.
  std::string_view receive();

  /// Puts a message in the envelope. It leaves with the next `flush`, so that an act and the `D` behind it go together.
  void send(char letter, std::string_view text = {});

  /// False when the server has gone.
  bool flush();

 private:
  bool read_bytes(char* to, std::size_t count);

  static constexpr int kInput = 3;
  static constexpr int kOutput = 4;
  static constexpr std::size_t kMaxMessageSize = 1 << 20;

  std::string incoming_;
  std::string outgoing_;
};

}  // namespace sample
