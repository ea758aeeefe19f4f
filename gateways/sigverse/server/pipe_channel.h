// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "gateways/sigverse/server/channel.h"
#include "spark/core/descriptor.h"
#include "spark/core/poll_set.h"

namespace sigverse::server {

/// The pipes of a controller that the server has started.
class PipeChannel final : public Channel {
 public:
  /// Takes our ends of the pipes, which must be non-blocking; the program must ignore SIGPIPE. They are registered
  /// under `key` in the poll set, which outlives the channel: the input pipe as long as it is open, the output pipe
  /// while unsent octets wait.
  PipeChannel(std::string peer, spark::Descriptor from_client, spark::Descriptor to_client, spark::PollSet& polls,
              std::uint64_t key);
  ~PipeChannel() override { close(); }
  PipeChannel(const PipeChannel&) = delete;
  PipeChannel& operator=(const PipeChannel&) = delete;

  const std::string& peer() const override { return peer_; }
  std::string_view host() const override { return {}; }
  void read() override;
  std::string_view input() const override { return std::string_view(input_).substr(taken_); }
  void take(std::size_t count) override;
  bool has_ended() const override { return !from_client_; }
  bool is_write_closed() const override { return !to_client_; }
  void send(std::string_view octets) override;
  std::size_t unsent() const override { return output_.size() - sent_; }
  void close_when_sent() override { close(); }
  void close() override;

  /// Sends as many unsent octets as the pipe accepts.
  void flush();

 private:
  /// Maximum octets to read ahead. A controller that sends more has to wait until they are handled.
  static constexpr std::size_t kMaxInput = 256 * 1024;

  std::size_t write(std::string_view octets);
  void stop_reading();
  void stop_writing();
  void watch_output(bool wanted);

  std::string peer_;
  spark::Descriptor from_client_, to_client_;
  spark::PollSet& polls_;
  std::uint64_t key_;
  std::string input_, output_;
  std::size_t taken_ = 0, sent_ = 0;
  bool watching_input_ = true;  ///< false while the input buffer is full
  bool watching_output_ = false;
};

}  // namespace sigverse::server
