// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

#include "tests/support/reserved_port.h"
#include "tests/support/temporary_folder.h"

/// An omniNames of a test's own on loopback, which ends with it, whatever becomes of the test.
class NameServer {
 public:
  NameServer();
  ~NameServer();
  NameServer(const NameServer&) = delete;
  NameServer& operator=(const NameServer&) = delete;

  const std::string& address() const { return address_; }  ///< "127.0.0.1:40123"
  /// As kill -9.
  void kill();
  /// Again at the same port, empty.
  void start();
  /// Stops it where it stands, so that it answers no request; `resume` lets it continue.
  void stop() const;
  void resume() const;

 private:
  TemporaryFolder folder_;
  const ReservedPort port_;
  const std::string address_ = "127.0.0.1:" + std::to_string(port_.number());
  pid_t pid_ = -1;
};
