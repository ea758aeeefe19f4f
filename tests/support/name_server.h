// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

#include "tests/support/reserved_port.h"
#include "tests/support/temporary_folder.h"

/// A test's own omniNames on loopback, which always ends with the test.
class NameServer {
 public:
  NameServer();
  ~NameServer();
  NameServer(const NameServer&) = delete;
  NameServer& operator=(const NameServer&) = delete;

  const std::string& address() const { return address_; }  ///< "127.0.0.1:40123"
  /// Ends it like kill -9.
  void kill();
  /// Restarts it at the same port, empty.
  void start();
  /// Stops the process, so that it answers no request; `resume` continues it.
  void stop() const;
  void resume() const;

 private:
  TemporaryFolder folder_;
  const ReservedPort port_;
  const std::string address_ = "127.0.0.1:" + std::to_string(port_.number());
  pid_t pid_ = -1;
};
