// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rctp::camera {

/// Runs the camera program for the server that started it and wants raw pictures, over two pipes
/// (pictures/picture_messages.h). Uses one thread.
class PipeLink {
 public:
  /// The descriptors are the program's ends of the pipes; reading and writing block.
  PipeLink(int from_server, int to_server) : from_server_(from_server), to_server_(to_server) {}

  /// Works until the server closes its pipe. Throws `std::runtime_error` with one line if this machine cannot draw,
  /// which is reported to the server as well, or if a message of the server cannot be read.
  void run();

 private:
  void answer_all();
  bool send(std::string_view octets);

  const int from_server_, to_server_;
};

}  // namespace rctp::camera
