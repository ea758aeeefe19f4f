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

/// Recognises sounds with a julius in module mode, over its two ports: samples are sent to the adinnet port (blocks
/// that consist of a length, u32 little endian, and that many octets; a block of length 0 ends a sound), and results
/// are received from the module port (`ModuleReader`).
///
/// If julius ends, closes a connection, or gives no result in time, both connections are closed, because a late result
/// must not be taken for that of the next sound, and a julius that this object has started is killed. `maintain` and
/// the next `recognise` restart it, or reconnect to it. A julius that ends before it could be used is restarted after 1
/// s, 2 s, 4 s … 30 s.
class Julius final : public Recogniser {
 public:
  struct Settings {
    std::string command;        ///< command that starts it; empty: it is already running
    std::filesystem::path log;  ///< file for its output; empty: discarded
    std::string host = "127.0.0.1";
    std::uint16_t module_port = 10'500, adinnet_port = 5'530;
    int rate = 16'000;  ///< of its acoustic model
  };
  /// Maximum time in which a julius that this object has started has to load its models.
  static constexpr std::chrono::seconds kStartTime{120};

  /// Starts julius or connects to it, and returns when both ports are connected. Throws `std::runtime_error` if there
  /// is none, or if it does not start. Borrows the clock. May be called only on the main thread (`JuliusProcess`).
  Julius(Settings settings, spark::RealClock& clock, Say say);

  int rate() const override { return settings_.rate; }
  /// Waits for julius if it is not connected.
  std::string recognise(SampleReader& sound, spark::RealClock::Time deadline) override;
  void maintain() override;

 private:
  using Time = spark::RealClock::Time;

  bool is_ready() const { return module_ && adinnet_; }
  /// Makes one attempt at the next step of starting or connecting; `problem_` says what is missing.
  void advance();
  /// Repeats the attempts until julius is ready or the deadline is reached; returns false at once if there is no julius
  /// to wait for.
  bool become_ready(Time deadline);
  void start();
  /// Closes the connections and kills the process.
  void drop();
  /// The same, with a log line and an exception.
  [[noreturn]] void fail(const std::string& what);
  void lose(const std::string& what);
  /// Reads the module port and checks both connections; returns an error, or an empty text.
  std::string look();
  /// Sends the sound and reads results meanwhile, until the result for its end has arrived.
  void exchange(SampleReader& sound, Time deadline);
  /// Waits for input, for room on the connection (if octets are `unsent`), or for the deadline.
  void wait(Time deadline, bool unsent);

  Settings settings_;
  spark::RealClock& clock_;
  Say say_;
  std::unique_ptr<JuliusProcess> process_;
  std::optional<wire::Stream> module_, adinnet_;
  ModuleReader reader_;
  // The results for the present sound.
  int results_ = 0;
  std::string words_;

  bool lost_ = false;    ///< it was connected earlier
  std::string problem_;  ///< why it is not connected
  Time next_start_{};    ///< it is not started before this
  spark::RealClock::Duration next_pause_;
};

}  // namespace sigverse::speech
