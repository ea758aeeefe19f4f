// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "spark/monitor/monitor_connection.h"
#include "spark/net/trainer_proof.h"
#include "tests/spark/monitor/monitor_stage.h"
#include "tests/spark/net/secret_file.h"

using namespace spark;

namespace {

std::shared_ptr<const Secret> secret(const std::string& words = "a secret of enough letters") {
  return std::make_shared<const Secret>(SecretFile(words).load());
}

/// The options for a competition: commands need the secret, also from this machine.
MonitorHub::Options competition() {
  MonitorHub::Options options;
  options.trainer_secret = secret();
  options.only_proven = true;
  return options;
}

/// The text of its second message.
std::string proof_of(MonitorClient& monitor, const Secret& known, std::string& nonce) {
  TrainerClaim claim(known);
  nonce = claim.begin();
  monitor.send("T" + nonce);
  std::string proof;
  REQUIRE(claim.take(monitor.line(), proof));
  REQUIRE(proof.size() == Secret::kSize);
  return proof;
}
std::string proof_of(MonitorClient& monitor, const Secret& known) {
  std::string nonce;
  return proof_of(monitor, known, nonce);
}

bool is_watching(MonitorStage& stage, MonitorClient& monitor) {
  stage.frame();
  return monitor.line().starts_with("(Info ");
}

}  // namespace

TEST_CASE("no one can control a match through a watch port, not even with the secret") {
  MonitorHub::Options options;
  options.trainer_secret = secret();
  options.access = MonitorHub::Access::watch;
  MonitorStage stage(options);
  auto monitor = stage.join();
  for (const char* command : {"W(playMode GameOver)", "P", "R", "S", "S15"}) monitor->send(command);
  stage.run_until([&] { return stage.hub->command_counts().refused == 5; });
  CHECK(stage.system.commands.empty());
  CHECK_FALSE(stage.run_control.paused());
  CHECK(stage.lines.count(monitor->name() + ": may only watch, its command of kind 'W' is refused") == 1);
  monitor->send("T" + std::string(Secret::kSize, 'x'));
  CHECK(monitor->line() == "(TrainerRefused this port is only for watching)");
  CHECK(is_watching(stage, *monitor));
  stage.run_until([&] { return stage.hub->command_counts().refused == 6; });
  CHECK(stage.hub->command_counts().carried_out == 0);
}

TEST_CASE("a watch port can be open beside the trainers' port, and both send the same frames") {
  MonitorHub::Options options;
  options.watch_port = 0;
  MonitorStage stage(options);
  REQUIRE(stage.hub->watch_port() != 0);
  REQUIRE(stage.hub->watch_port() != stage.hub->port());
  auto trainer = stage.join();
  MonitorClient watcher(stage.hub->watch_port());
  stage.run_until([&] { return stage.system.headers == 2; });
  CHECK(watcher.line() == "(Init 1(paused 0))");
  watcher.send("W(no)");
  stage.run_until([&] { return stage.hub->command_counts().refused == 1; });
  trainer->send("W(yes)");
  stage.run_until([&] { return stage.system.commands.size() == 1; });
  CHECK(stage.system.commands[0] == std::make_pair(trainer->name(), std::string("(yes)")));
  stage.frame();
  CHECK(watcher.line() == trainer->line());
  watcher.send("D");
  CHECK(watcher.rest().empty());
}

TEST_CASE("a watch port can be the only port") {
  MonitorHub::Options options;
  options.port.reset();
  options.watch_port = 0;
  MonitorStage stage(options);
  CHECK(stage.hub->port() == 0);
  MonitorClient watcher(stage.hub->watch_port());
  stage.run_until([&] { return stage.system.headers == 1; });
  CHECK(watcher.line() == "(Init 0(paused 0))");
  CHECK(is_watching(stage, watcher));
}

TEST_CASE("trainers on the same machine need no proof of the secret, and may give one") {
  MonitorHub::Options options;
  const bool has_secret = GENERATE(true, false);
  if (has_secret) options.trainer_secret = secret();
  MonitorStage stage(options);
  auto trainer = stage.join();
  trainer->send("W(before)");
  stage.run_until([&] { return stage.system.commands.size() == 1; });
  if (has_secret) {
    trainer->send("T" + proof_of(*trainer, *options.trainer_secret));
    CHECK(trainer->line().starts_with("(TrainerWelcome "));
  } else {
    trainer->send("T" + std::string(Secret::kSize, 'x'));
    CHECK(trainer->line() == "(TrainerRefused this server has no secret for trainers)");
  }
  trainer->send("W(after)");
  stage.run_until([&] { return stage.system.commands.size() == 2; });
}

TEST_CASE("where a proof is required, commands are carried out only after it") {
  MonitorStage stage(competition());
  auto trainer = stage.join();
  trainer->send("W(before)");
  const std::string proof = proof_of(*trainer, *secret());
  trainer->send("W(between)");
  trainer->send("T" + proof);
  trainer->send("W(after)");
  CHECK(trainer->line().starts_with("(TrainerWelcome "));
  stage.run_until([&] { return stage.system.commands.size() == 1; });
  CHECK(stage.system.commands[0].second == "(after)");
  CHECK(stage.hub->command_counts().refused == 2);
  CHECK(stage.lines.count("note: " + trainer->name() + " has proven that it is a trainer") == 1);
  // The proof is valid for this connection only.
  auto other = stage.join();
  other->send("W(no)");
  stage.run_until([&] { return stage.hub->command_counts().refused == 3; });
  CHECK(stage.system.commands.size() == 1);
}

TEST_CASE("places are reserved for peers that prove they know the secret, and others get the reason of the refusal") {
  MonitorHub::Options options;
  options.trainer_secret = secret();
  options.limits.per_address = 3;
  MonitorStage stage(options);
  std::vector<std::unique_ptr<MonitorClient>> crowd;
  for (int i = 0; i < 3; ++i) crowd.push_back(stage.join());
  // Without a proof a reserved place is lost after a time, or at once if many peers want it.
  std::vector<std::unique_ptr<MonitorClient>> silent;
  for (int i = 0; i < MonitorLimits::kReservedPlaces + 1; ++i)
    silent.push_back(std::make_unique<MonitorClient>(stage.hub->port()));
  CHECK(silent.front()->rest() == "(Refused others need this place)\n");
  MonitorClient trainer(stage.hub->port());
  trainer.send("T" + proof_of(trainer, *secret()));
  CHECK(trainer.line().starts_with("(TrainerWelcome "));
  stage.run_until([&] { return stage.system.headers == 4; });
  CHECK(trainer.line() == "(Init 3(paused 0))");
  trainer.send("W(heard)");
  stage.run_until([&] { return stage.system.commands.size() == 1; });
  CHECK(is_watching(stage, trainer));
  CHECK(silent.back()->rest() ==
        "(Refused all other places are taken, and this one is for trainers that prove they know the secret)\n");
  CHECK(stage.hub->monitor_counts().connected == 4);
}

TEST_CASE("a peer that takes reserved places repeatedly displaces only peers with its own address") {
  MonitorHub::Options options;
  options.address = "0.0.0.0";
  options.trainer_secret = secret();
  options.limits.monitors = options.limits.per_address = 1;
  MonitorStage stage(options);
  const auto first = stage.join();
  MonitorClient trainer(stage.hub->port());
  std::vector<std::unique_ptr<MonitorClient>> crowd;
  for (int i = 0; i < 2 * MonitorLimits::kReservedPlaces; ++i)
    crowd.push_back(std::make_unique<MonitorClient>(stage.hub->port(), 0, "127.0.0.7"));
  CHECK(crowd[MonitorLimits::kReservedPlaces]->rest() == "(Refused others need this place)\n");
  trainer.send("T" + proof_of(trainer, *secret()));
  CHECK(trainer.line().starts_with("(TrainerWelcome "));
}

TEST_CASE("a peer that is refused for lack of a place gets a line with the reason") {
  MonitorHub::Options options;
  options.limits.per_address = 1;
  MonitorStage stage(options);
  auto first = stage.join();
  MonitorClient second(stage.hub->port());
  second.send("W(not heard)");
  CHECK(second.rest() == "(Refused 1 monitors from its address are connected)\n");
  CHECK_FALSE(second.was_reset());
  CHECK(stage.lines.count(" refused, 1 monitors from its address are connected") == 1);
  CHECK(stage.hub->monitor_counts().refused == 1);
}

TEST_CASE("where a proof is required but there is no secret, no one can control the match") {
  MonitorHub::Options options;
  options.only_proven = true;
  MonitorStage stage(options);
  auto monitor = stage.join();
  monitor->send("P");
  monitor->send("T" + std::string(Secret::kSize, 'x'));
  CHECK(monitor->line() == "(TrainerRefused this port is only for watching)");
  stage.run_until([&] { return stage.hub->command_counts().refused == 2; });
  CHECK(is_watching(stage, *monitor));
  CHECK_FALSE(stage.run_control.paused());
}

TEST_CASE("wrong, short, replayed and repeated proofs are refused, and the peer can still watch") {
  MonitorStage stage(competition());
  auto trainer = stage.join(), untrusted = stage.join();
  std::string nonce;
  const std::string proof = proof_of(*trainer, *secret(), nonce);
  trainer->send("T" + proof);
  trainer->line();
  SECTION("a proof with another secret") {
    untrusted->send("T" + proof_of(*untrusted, *secret("a secret of enough Letters")));
    CHECK(untrusted->line() == "(TrainerRefused that is not the secret)");
    // A connection has one attempt.
    untrusted->send("T" + nonce);
    CHECK(untrusted->line() == "(TrainerRefused a connection can prove it once)");
  }
  SECTION("half of a proof") {
    untrusted->send("T" + proof_of(*untrusted, *secret()).substr(0, 16));
    CHECK(untrusted->line() == "(TrainerRefused that is not the secret)");
  }
  SECTION("a proof without a challenge") {
    untrusted->send("T");
    CHECK(untrusted->line() == "(TrainerRefused a nonce has 32 octets)");
  }
  SECTION("the proof of the trainer") {
    untrusted->send("T" + nonce);
    CHECK(untrusted->line().starts_with("(TrainerChallenge "));
    untrusted->send("T" + proof);
    CHECK(untrusted->line() == "(TrainerRefused that is not the secret)");
  }
  SECTION("a huge proof") {
    untrusted->send("T" + std::string(64 << 10, 'x'));
    CHECK(untrusted->line() == "(TrainerRefused a nonce has 32 octets)");
  }
  SECTION("a wrong proof that arrives in two pieces") {
    const std::string message =
        MonitorClient::framed("T" + proof_of(*untrusted, *secret("a secret of enough Letters")));
    untrusted->send_bytes(message.substr(0, message.size() - 1));
    CHECK(is_watching(stage, *untrusted));
    untrusted->send_bytes(message.substr(message.size() - 1));
    CHECK(untrusted->line() == "(TrainerRefused that is not the secret)");
  }
  untrusted->send("W(playMode GameOver)");
  const auto before = stage.hub->command_counts().refused;
  stage.run_until([&] { return stage.hub->command_counts().refused > before || before > 1; });
  CHECK(stage.system.commands.empty());
  CHECK(is_watching(stage, *untrusted));
}

TEST_CASE("floods of refused commands and proofs are counted, cost few lines, and end with a disconnection") {
  MonitorStage stage(competition());
  auto monitor = stage.join();
  std::string flood;
  SECTION("commands") {
    for (int i = 0; i < 1000; ++i) flood += MonitorClient::framed("W(playMode GameOver)");
    for (int i = 0; i < 101; ++i) monitor->send_bytes(flood);
    stage.run_until([&] { return stage.hub->command_counts().refused == 100001; });
    CHECK(stage.lines.count("(number 100000; not all are shown)") == 1);
    CHECK(stage.lines.count("may only watch") == 10);
  }
  SECTION("proofs") {
    for (int i = 0; i < 200; ++i) monitor->send("T" + std::string(Secret::kSize, 'x'));
    // The first is taken as a nonce; of the others the hundred-and-first is one too many.
    stage.run_until([&] { return stage.hub->command_counts().refused == 101; });
    CHECK(stage.lines.count("its proof that it is a trainer is refused") == 7);
  }
  stage.run_until([&] { return stage.lines.count("breaks the protocol, disconnected") == 1; });
  monitor->rest();
  CHECK(stage.system.commands.empty());
}

TEST_CASE("every command is reported as text with its peer before it is carried out") {
  std::vector<std::pair<std::string, std::string>> heard;
  MonitorHub::Options options;
  MonitorStage* at = nullptr;
  options.on_command = [&](std::string_view peer, std::string_view command, MonitorHub::CommandKind kind) {
    CHECK((kind == MonitorHub::CommandKind::world) == (command.front() == '(' || command.front() == 'x'));
    heard.emplace_back(peer, command);
    CHECK(at->system.commands.size() < heard.size());
  };
  MonitorStage stage(options);
  at = &stage;
  auto trainer = stage.join();
  const std::string longest(InputLimits{}.command_bytes, 'x');
  for (const std::string& message : {std::string("W(kick\n)"), "W" + longest, std::string("P"), std::string("S15"),
                                     std::string("Sx\n"), std::string("R")})
    trainer->send(message);
  stage.run_until([&] { return heard.size() == 6; });
  const std::vector<std::string> words{"(kick?)", longest, "pause", "step 15", "step x?", "run"};
  for (std::size_t i = 0; i < words.size(); ++i) CHECK(heard[i] == std::make_pair(trainer->name(), words[i]));
  CHECK(stage.hub->command_counts().carried_out == 6);
  CHECK(stage.hub->command_counts().refused == 0);
}
