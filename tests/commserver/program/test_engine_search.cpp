// SPDX-License-Identifier: Apache-2.0
#include "commserver/program/engine_search.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commserver/program/stop_signal.h"
#include "tests/spark/net/loopback.h"
#include "tests/support/log_lines.h"
#include "tests/support/waiting.h"

using namespace commserver;
using std::chrono::milliseconds;

namespace {

/// An engine on the loop of the search. It reserves its port from the beginning, but listens only from `open` on; then
/// it accepts one caller and challenges it.
class PlayedEngine {
 public:
  using Reply = std::function<void(std::string_view answer, std::string& outgoing)>;

  explicit PlayedEngine(spark::net::Loop& loop) : loop_(loop) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(::bind(door_.get(), reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(::getsockname(door_.get(), reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port_ = ntohs(address.sin_port);
    take_turn();
  }
  ~PlayedEngine() { stop_signal = 0; }
  PlayedEngine(const PlayedEngine&) = delete;
  PlayedEngine& operator=(const PlayedEngine&) = delete;

  std::uint16_t port() const { return port_; }
  void open() { REQUIRE(::listen(door_.get(), 1) == 0); }

  const Secret secret;
  LinkSettings settings;
  EngineHandshake handshake{secret, settings};
  Reply reply = [this](std::string_view answer, std::string& outgoing) { handshake.take(answer, outgoing); };

 private:
  void take_turn() {
    if (door_) accept();
    if (link_)
      link_->attend([&](std::string_view message) {
        if (static_cast<MessageKind>(message.front()) != MessageKind::alive) reply(message, link_->outgoing());
        return true;
      });
    if (loop_.now() > deadline_) stop_signal = SIGTERM;  // else a search in vain would never end
    timer_.start(milliseconds(5), [this] { take_turn(); });
  }
  void accept() {
    spark::Descriptor caller(::accept4(door_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!caller) return;
    door_.close();
    link_ = std::make_unique<Link>(loop_, socket_of(loop_, std::move(caller)), "commserver");
    handshake.begin(link_->outgoing());
    link_->send();
  }

  spark::net::Loop& loop_;
  spark::Descriptor door_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
  std::uint16_t port_ = 0;
  std::unique_ptr<Link> link_;
  const spark::RealClock::Time deadline_ = loop_.now() + kTimeout;
  spark::net::Timer timer_{loop_};
};

struct Search {
  Search() {
    options.engine_port = engine.port();
    options.name = "lab";
    options.wait = 0.0;
    keep_lines(log, lines, spark::LogLevel::normal);
  }
  std::optional<Engine> find() { return find_engine(loop, options, secret, {"foo"}, log); }

  spark::net::Loop loop;
  PlayedEngine engine{loop};
  ProgramOptions options;
  const Secret secret;
  spark::Log log;
  std::vector<std::string> lines;
};

}  // namespace

TEST_CASE("find_engine finds an engine that accepts the commserver, and returns its settings") {
  Search search;
  search.engine.settings.think_limit = milliseconds(1234);
  search.engine.open();
  const auto found = search.find();
  REQUIRE(found);
  CHECK(found->settings.think_limit == milliseconds(1234));
  CHECK(search.engine.handshake.name() == "lab");
  CHECK(search.lines.empty());
}

TEST_CASE("a commserver that is refused does not ask again, but ends with the engine's reason") {
  Search search;
  search.options.stay = GENERATE(false, true);
  search.engine.reply = [](std::string_view, std::string& outgoing) {
    MessageWriter(outgoing).begin(MessageKind::refused).text("there are enough").end();
  };
  search.engine.open();
  CHECK_THROWS_WITH(search.find(), "the engine refused this commserver: there are enough");
  CHECK(search.lines.empty());
}

TEST_CASE("a commserver that finds no engine in time ends, and with --stay it keeps searching") {
  Search search;
  const std::string no_engine = fmt::format("no engine on 127.0.0.1 port {}: Connection refused", search.engine.port());
  SECTION("one match") {
    CHECK_THROWS_WITH(search.find(), no_engine);
    CHECK(search.lines.empty());
  }
  SECTION("one match after another") {
    search.options.stay = true;
    search.log.add_sink(spark::LogLevel::normal, [&](spark::LogLevel, std::string_view) { search.engine.open(); });
    CHECK(search.find());
    CHECK(search.lines == std::vector<std::string>{no_engine + "; looking for it"});
  }
}
