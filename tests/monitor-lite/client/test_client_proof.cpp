// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

#include "monitor-lite/client/client.h"
#include "tests/spark/monitor/monitor_stage.h"
#include "tests/spark/net/secret_file.h"

namespace {

using monitor::Client;

std::shared_ptr<const spark::Secret> secret(const std::string& words = "a secret of enough letters") {
  return std::make_shared<const spark::Secret>(SecretFile(words).load());
}

spark::MonitorHub::Options competition() {
  spark::MonitorHub::Options options;
  options.trainer_secret = secret();
  options.only_proven = true;
  return options;
}

/// Polls until the server's socket thread has answered; until then the client must send nothing.
void poll_until_answered(Client& client) {
  const auto end = std::chrono::steady_clock::now() + MonitorClient::kLimit;
  while (!client.may_command()) {
    if (std::chrono::steady_clock::now() > end) throw std::runtime_error("waited in vain");
    CHECK_FALSE(client.send("(early)"));
    CHECK_FALSE(client.pause());
    client.poll(std::chrono::milliseconds(5));
  }
}

/// Plays both sides until `done`.
template <typename Done>
void play(MonitorStage& stage, Client& client, Done done) {
  stage.run_until([&] {
    client.poll(std::chrono::milliseconds(1));
    return done();
  });
}

}  // namespace

TEST_CASE("a client with the secret controls a match that requires it, and sends nothing before it is admitted",
          "[threads]") {
  MonitorStage stage(competition());
  Client client("127.0.0.1", stage.hub->port());
  client.prove(secret());
  poll_until_answered(client);
  CHECK(client.problem().empty());
  CHECK(client.send("(now)"));
  play(stage, client, [&] { return !stage.system.commands.empty(); });
  CHECK(stage.system.commands[0].second == "(now)");
  CHECK(stage.hub->command_counts().refused == 0);
}

TEST_CASE("a client with a wrong secret is refused with a reason, and one without a secret only watches", "[threads]") {
  MonitorStage stage(competition());
  Client wrong("127.0.0.1", stage.hub->port()), none("127.0.0.1", stage.hub->port());
  wrong.prove(secret("a secret of enough Letters"));
  poll_until_answered(wrong);
  CHECK(wrong.problem() == "the server refuses the trainer's secret: that is not the secret");
  play(stage, none, [&] { return none.may_command(); });
  CHECK(none.send("(please)"));
  play(stage, none, [&] { return stage.hub->command_counts().refused == 2; });
  CHECK(stage.system.commands.empty());
}

TEST_CASE("on the server's machine a client with a refused secret can still send commands", "[threads]") {
  MonitorStage stage;
  Client client("127.0.0.1", stage.hub->port());
  client.prove(secret());
  poll_until_answered(client);
  CHECK(client.problem() == "the server refuses the trainer's secret: this server has no secret for trainers");
  CHECK(client.send("(now)"));
  play(stage, client, [&] { return !stage.system.commands.empty(); });
}
