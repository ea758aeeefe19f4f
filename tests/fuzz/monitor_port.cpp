// SPDX-License-Identifier: Apache-2.0
// What monitors and trainers send to the monitor port. The first octet says in which pieces it arrives; wherever they
// are cut, the same commands come.
#include <memory>
#include <string>
#include <vector>

#include "spark/core/log.h"
#include "spark/monitor/monitor_connection.h"
#include "spark/sim/command_queue.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/wire.h"
#include "tests/support/manual_clock.h"

using fuzz::demand;
using spark::MonitorConnection;

namespace {

struct Owner final : MonitorConnection::Owner {
  bool command(MonitorConnection&, char letter, std::string_view text) override {
    demand(!is_closed && std::string_view("WPRS").find(letter) != std::string_view::npos);
    commands.push_back(letter + std::string(text));
    return true;
  }
  void flooded(MonitorConnection&, std::size_t) override { demand(false); }
  void closed(MonitorConnection&) override {
    demand(!is_closed);
    is_closed = true;
  }
  std::vector<std::string> commands;
  bool is_closed = false;
};

std::vector<std::string> heard(std::string_view bytes, std::size_t piece) {
  spark::Log log;
  ManualClock clock;
  spark::net::Loop loop(clock);
  fuzz::Wire wire(loop);
  spark::CommandQueue queue;
  Owner owner;
  MonitorConnection connection(
      std::make_shared<spark::net::Connection>(wire.near(), "x", spark::net::Connection::Options{}),
      queue.open_lane({100, 100000}), 100000, owner, log);
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
  return owner.commands;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  const std::size_t piece = 1 + steps.octet();
  demand(heard(steps.rest(), piece) == heard(steps.rest(), size));
  return 0;
}
