// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <csignal>

#include "commserver/agent_pipes.h"
#include "commserver/guardian/pipe.h"

using commserver::AgentPipes;
using commserver::Pipe;
using std::chrono::milliseconds;

namespace {

/// The pipes of agent 7, of which the test has the agent's ends.
struct Peer {
  Peer() {
    std::signal(SIGPIPE, SIG_IGN);
    commserver::make_non_blocking(speech.read);
    commserver::make_non_blocking(hearing.write);
    pipes.emplace(7, std::move(speech.read), std::move(hearing.write), polls);
  }
  void say(std::string_view text) {
    REQUIRE(::write(speech.write.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  std::string hear(std::size_t max) {
    std::string text(max, '\0');
    const ssize_t count = ::read(hearing.read.get(), text.data(), text.size());
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, count)));
    return text;
  }
  /// Keys of what is ready now.
  std::vector<std::uint64_t> ready() {
    std::vector<std::uint64_t> keys;
    for (const epoll_event& event : polls.wait(milliseconds(0)))
      keys.push_back(std::uint64_t{event.data.u64});  // packed: no reference
    return keys;
  }

  spark::PollSet polls;
  Pipe speech = Pipe::make();
  Pipe hearing = Pipe::make();
  std::optional<AgentPipes> pipes;
  std::array<char, 8> buffer{};
};

using Keys = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("keys of pipes name their agent") {
  for (const spark::AgentId agent : {0, 7, 9999}) {
    CHECK(AgentPipes::agent_of(AgentPipes::input_key(agent)) == agent);
    CHECK(AgentPipes::agent_of(AgentPipes::output_key(agent)) == agent);
    CHECK(AgentPipes::input_key(agent) != AgentPipes::output_key(agent));
  }
}

TEST_CASE("an agent's bytes are read piece by piece, and only the end of its pipe closes it") {
  Peer peer;
  CHECK(peer.pipes->read(peer.buffer) == "");
  CHECK(peer.ready().empty());
  peer.say("0123456789");
  CHECK(peer.ready() == Keys{AgentPipes::input_key(7)});
  CHECK(peer.pipes->read(peer.buffer) == "01234567");
  CHECK(peer.pipes->read(peer.buffer) == "89");
  peer.say("end");
  peer.speech.write.close();
  CHECK(peer.pipes->read(peer.buffer) == "end");
  CHECK(peer.pipes->can_read());
  CHECK_FALSE(peer.pipes->read(peer.buffer));
  CHECK_FALSE(peer.pipes->can_read());
  CHECK_FALSE(peer.pipes->read(peer.buffer));
  CHECK(peer.ready().empty());
  CHECK(peer.pipes->can_send());
}

TEST_CASE("bytes that do not fit into the pipe are sent later, and it is polled only while some are left") {
  Peer peer;
  spark::net::FrameWriter outgoing;
  std::string frame;
  spark::net::FrameWriter::begin(frame);
  frame.append(500'000, 'x');
  spark::net::FrameWriter::finish(frame);
  outgoing.add_frame(frame);
  REQUIRE(peer.pipes->send(outgoing));
  const std::size_t left = outgoing.pending().size();
  REQUIRE(left > 0);
  CHECK(peer.pipes->unread() == frame.size() - left);
  CHECK(peer.ready().empty());
  std::string heard = peer.hear(400'000);
  CHECK(peer.ready() == Keys{AgentPipes::output_key(7)});
  while (!outgoing.pending().empty()) {
    REQUIRE(peer.pipes->send(outgoing));
    heard += peer.hear(400'000);
  }
  CHECK(heard == frame);
  CHECK(peer.pipes->unread() == 0);
  CHECK(peer.ready().empty());
}

TEST_CASE("an agent that has closed its input is detected before and during sending") {
  Peer peer;
  spark::net::FrameWriter outgoing;
  outgoing.add('D');
  REQUIRE(peer.pipes->send(outgoing));
  CHECK_FALSE(peer.pipes->is_reader_gone());
  CHECK(peer.hear(2).size() == 2);
  peer.hearing.read.close();
  CHECK(peer.pipes->is_reader_gone());
  CHECK(peer.pipes->unread() == 3);
  outgoing.add('X');
  CHECK_FALSE(peer.pipes->send(outgoing));
  CHECK(outgoing.pending().size() == 5);
  peer.pipes->stop_sending();
  CHECK_FALSE(peer.pipes->can_send());
  CHECK_FALSE(peer.pipes->is_reader_gone());
  CHECK(peer.pipes->can_read());
  peer.say("still");
  CHECK(peer.pipes->read(peer.buffer) == "still");
}

TEST_CASE("closed pipes are no longer polled, and the agent's ends are closed, too") {
  Peer peer;
  peer.say("?");
  peer.pipes->close();
  CHECK(peer.ready().empty());
  CHECK(peer.hear(1).empty());
  CHECK(::read(peer.hearing.read.get(), peer.buffer.data(), 1) == 0);
  CHECK(::write(peer.speech.write.get(), "!", 1) == -1);
}
