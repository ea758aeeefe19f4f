// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rctp::camera {

/// The camera program at work for a server that has started it and wants pictures as numbers, over two pipes
/// (pictures/picture_messages.h). On one thread.
class PipeLink {
 public:
  /// The descriptors of its ends of the pipes, which block.
  PipeLink(int from_server, int to_server) : from_server_(from_server), to_server_(to_server) {}

  /// Works until the server closes its pipe. Throws `std::runtime_error` with one line if this machine cannot draw,
  /// which the server gets as well, or if the server says what cannot be read.
  void run();

 private:
  void answer_all();
  bool send(std::string_view octets);

  const int from_server_, to_server_;
};

}  // namespace rctp::camera
