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

/// Has sounds recognised by a julius in module mode, over its two ports: samples go to the one of adinnet (blocks of a
/// length, u32 with the least significant octet first, and so many octets; a block of 0 ends a sound), results come
/// from the module port (`ModuleReader`).
///
/// If julius ends, closes a connection, or gives no result in time, both connections are closed, for a late result must
/// not become that of the next sound, and the julius that this object has started is ended. It is started again, or
/// connected to again, by `maintain` and by the next `recognise`. A julius that ends before it could be used is started
/// again after 1 s, 2 s, 4 s … 30 s.
class Julius final : public Recogniser {
 public:
  struct Settings {
    std::string command;        ///< starts it; empty: it runs already
    std::filesystem::path log;  ///< for what it prints; empty: nowhere
    std::string host = "127.0.0.1";
    std::uint16_t module_port = 10'500, adinnet_port = 5'530;
    int rate = 16'000;  ///< of its acoustic model
  };
  /// How long a julius that this object has started may take to load its models.
  static constexpr std::chrono::seconds kStartTime{120};

  /// Starts it, or connects to it, and returns when both ports are connected. Throws `std::runtime_error` if there is
  /// none, or it does not come. Borrows the clock. The main thread only (`JuliusProcess`).
  Julius(Settings settings, spark::RealClock& clock, Say say);

  int rate() const override { return settings_.rate; }
  /// Waits for it if it is not there.
  std::string recognise(SampleReader& sound, spark::RealClock::Time deadline) override;
  void maintain() override;

 private:
  using Time = spark::RealClock::Time;

  bool is_ready() const { return module_ && adinnet_; }
  /// One attempt to come nearer to that; `problem_` says what is missing.
  void advance();
  /// Attempts until it is ready, or the deadline; false at once if there is no julius to wait for.
  bool become_ready(Time deadline);
  void start();
  /// Closes everything.
  void drop();
  /// The same, with a line, and what is wrong as an error.
  [[noreturn]] void fail(const std::string& what);
  void lose(const std::string& what);
  /// Takes what has come on the module port, and finds out whether both are still connected: what is wrong, or nothing.
  std::string look();
  /// Sends the sound, and takes results meanwhile, until the one for its end has come.
  void exchange(SampleReader& sound, Time deadline);
  /// Until something comes, the connection takes octets (if some are `unsent`), or the deadline.
  void wait(Time deadline, bool unsent);

  Settings settings_;
  spark::RealClock& clock_;
  Say say_;
  std::unique_ptr<JuliusProcess> process_;
  std::optional<wire::Stream> module_, adinnet_;
  ModuleReader reader_;
  // What has been heard of the sound that is under way.
  int results_ = 0;
  std::string words_;

  bool lost_ = false;    ///< it was there before
  std::string problem_;  ///< why it is not there
  Time next_start_{};    ///< not before
  spark::RealClock::Duration next_pause_;
};

}  // namespace sigverse::speech
