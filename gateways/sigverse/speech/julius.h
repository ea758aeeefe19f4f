// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "gateways/sigverse/speech/julius_process.h"
#include "gateways/sigverse/speech/module_reader.h"
#include "gateways/sigverse/speech/recogniser.h"
#include "gateways/sigverse/wire/connect.h"

namespace sigverse::speech {

/// Recognises sounds by a julius in module mode, over its two ports: samples go to the port of adinnet (blocks of a
/// length, u32 with the least significant octet first, and that many octets; a block of 0 ends a sound), results come
/// from the module port (`ModuleReader`).
///
/// If julius ends, closes a connection, or gives no result in time, both connections are closed, because a late result
/// must not become that of the next sound, and a julius that this object has started is ended. `maintain` and the next
/// `recognise` restart it, or reconnect to it. A julius that ends before it could be used is restarted after 1 s, 2 s,
/// 4 s … 30 s.
class Julius final : public Recogniser {
 public:
  struct Settings {
    std::string command;        ///< starts it; empty: it is already running
    std::filesystem::path log;  ///< for its output; empty: discarded
    std::string host = "127.0.0.1";
    std::uint16_t module_port = 10'500, adinnet_port = 5'530;
    int rate = 16'000;  ///< of its acoustic model
  };
  /// Maximum time for a julius that this object has started to load its models.
  static constexpr std::chrono::seconds kStartTime{120};

  /// Starts it, or connects to it, and returns when both ports are connected. Throws `std::runtime_error` if there is
  /// none, or if it does not start. Borrows the clock. Called on the main thread only (`JuliusProcess`).
  Julius(Settings settings, spark::RealClock& clock, Say say);

  int rate() const override { return settings_.rate; }
  /// Waits for julius if it is not connected.
  std::string recognise(SampleReader& sound, spark::RealClock::Time deadline) override;
  void maintain() override;

 private:
  using Time = spark::RealClock::Time;

  bool is_ready() const { return module_ && adinnet_; }
  /// One attempt at the next step of that; `problem_` has what is missing.
  void advance();
  /// Repeats the attempts until it is ready, or the deadline; returns false at once if there is no julius to wait for.
  bool become_ready(Time deadline);
  void start();
  /// Closes and ends everything.
  void drop();
  /// The same, with a line in the log and an exception.
  [[noreturn]] void fail(const std::string& what);
  void lose(const std::string& what);
  /// Reads the module port and checks both connections; returns an error, or an empty text.
  std::string look();
  /// Sends the sound, and reads results meanwhile, until the one for its end has come.
  void exchange(SampleReader& sound, Time deadline);
  /// Waits until there is input, the connection accepts octets (if some are `unsent`), or the deadline.
  void wait(Time deadline, bool unsent);

  Settings settings_;
  spark::RealClock& clock_;
  Say say_;
  std::unique_ptr<JuliusProcess> process_;
  std::optional<wire::Stream> module_, adinnet_;
  ModuleReader reader_;
  // The results for the sound in progress.
  int results_ = 0;
  std::string words_;

  bool lost_ = false;    ///< it was connected before
  std::string problem_;  ///< why it is not connected
  Time next_start_{};    ///< not before
  spark::RealClock::Duration next_pause_;
};

}  // namespace sigverse::speech
