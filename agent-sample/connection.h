// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

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
  bool wait_for_bytes(std::size_t count);

  static constexpr int kInput = 3;
  static constexpr int kOutput = 4;
  static constexpr std::size_t kMaxMessageSize = 1 << 20;

  // Read in advance, so that a message usually costs one call of the system and not one for its length and one for the
  // rest: those from `begin_` to `end_` have come and are not used up.
  std::vector<char> incoming_ = std::vector<char>(16 * 1024);
  std::size_t begin_ = 0, end_ = 0;
  std::string outgoing_;
};

}  // namespace sample
