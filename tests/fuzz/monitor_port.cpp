// SPDX-License-Identifier: Apache-2.0
// Data from monitors and trainers to the monitor port. The first octet determines the pieces in which they arrive; the
// commands are the same wherever the data are cut. If commands need a proof, there are none.
#include <memory>
#include <string>
#include <vector>

#include "spark/core/log.h"
#include "spark/monitor/monitor_connection.h"
#include "spark/net/secret.h"
#include "spark/sim/command_queue.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/wire.h"
#include "tests/support/manual_clock.h"

using fuzz::demand;
using spark::MonitorConnection;
using spark::TrainerGate;

namespace {

struct Owner final : MonitorConnection::Owner {
  bool command(MonitorConnection&, char letter, std::string_view text) override {
    demand(!is_closed && std::string_view("WPRS").find(letter) != std::string_view::npos);
    commands.push_back(letter + std::string(text));
    return true;
  }
  void refused(MonitorConnection&, char letter) override {
    demand(!is_closed && std::string_view("WPRST").find(letter) != std::string_view::npos);
    ++refusals;
  }
  void proven(MonitorConnection&) override { demand(false); }
  void flooded(MonitorConnection&, std::size_t) override { demand(false); }
  void misbehaved() override {}
  void is_midway() override {}
  void missed_frame() override { demand(false); }
  void caught_up(MonitorConnection&) override { demand(false); }
  void cut_off() override {}
  void closed(MonitorConnection&) override {
    demand(!is_closed);
    is_closed = true;
  }
  std::vector<std::string> commands;
  std::size_t refusals = 0;
  bool is_closed = false;
};

Owner heard(std::string_view bytes, std::size_t piece, const TrainerGate& gate = TrainerGate()) {
  spark::Log log;
  ManualClock clock;
  spark::net::Loop loop(clock);
  fuzz::Wire wire(loop);
  spark::CommandQueue queue;
  Owner owner;
  MonitorConnection connection(
      std::make_shared<spark::net::Connection>(wire.near(), "x", spark::net::Connection::Options{}),
      queue.open_lane({100, 100000}), gate, MonitorConnection::Limits{}, owner, log);
  connection.start();
  connection.begin(std::make_shared<std::string>("(Init)\n"));
  while (!bytes.empty()) {
    wire.say(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    loop.poll();
  }
  wire.hang_up();
  loop.poll();
  connection.close();
  loop.poll();
  return owner;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  const std::size_t piece = 1 + steps.octet();
  const Owner owner = heard(steps.rest(), piece);
  demand(owner.commands == heard(steps.rest(), size).commands);
  static const auto secret = std::make_shared<const spark::Secret>();
  const Owner untrusted = heard(steps.rest(), piece, TrainerGate(TrainerGate::Access::proven, secret));
  demand(untrusted.commands.empty() && untrusted.refusals >= owner.commands.size());
  return 0;
}
