// SPDX-License-Identifier: Apache-2.0
#include "commserver/link/handshake.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

using namespace commserver;
using Engine = EngineHandshake::State;
using Other = CommServerHandshake::State;

namespace {

/// A file with a secret and these permissions.
struct SecretFile {
  explicit SecretFile(const std::string& words, mode_t mode = 0600) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    REQUIRE(descriptor >= 0);
    REQUIRE(::write(descriptor, words.data(), words.size()) == static_cast<ssize_t>(words.size()));
    REQUIRE(::fchmod(descriptor, mode) == 0);
    ::close(descriptor);
  }
  ~SecretFile() { std::filesystem::remove(path); }
  const std::filesystem::path path = std::filesystem::temp_directory_path() / ("secret-" + std::to_string(::getpid()));
};

Secret secret(const std::string& words) {
  return Secret::load(SecretFile(words + "\n").path);
}

/// The messages in some bytes, without their lengths.
std::vector<std::string> messages(std::string& bytes) {
  std::vector<std::string> found;
  for (std::size_t place = 0; place < bytes.size();) {
    std::size_t length = 0;
    for (int i = 0; i < 4; ++i)
      length = length << 8 | static_cast<unsigned char>(bytes[place + static_cast<std::size_t>(i)]);
    found.push_back(bytes.substr(place + 4, length));
    place += 4 + length;
  }
  bytes.clear();
  return found;
}

struct Meeting {
  explicit Meeting(const Secret& of_engine, const Secret& of_other)
      : engine(of_engine, settings), other(of_other, "lab", {"foo", "bar"}) {
    settings.rules.max_thinking = 77;
    settings.rules.reports_think_times = true;
    settings.rules.limits = {.message_bytes = 300,
                             .acts = 3,
                             .act_bytes = 4,
                             .requests = 5,
                             .unread_bytes = 6,
                             .bytes_per_second = 7,
                             .burst_bytes = 8};
    settings.think_limit = std::chrono::milliseconds(1234);
    settings.timer = Timer::parse("fixed 3");
    settings.record_think_times = true;
    engine.begin(to_other);
  }
  /// The commserver's answer, for the engine.
  std::string answer() {
    CHECK(other.take(messages(to_other).at(0), to_engine) == Other::waiting);
    return messages(to_engine).at(0);
  }

  LinkSettings settings;
  EngineHandshake engine;
  CommServerHandshake other;
  std::string to_other, to_engine;
};

}  // namespace

TEST_CASE("ends that share a secret connect, and the commserver receives the engine's settings for agents") {
  const Secret mine = secret("a secret of enough letters"), yours = secret("a secret of enough letters");
  Meeting meeting(mine, yours);
  CHECK(meeting.engine.take(meeting.answer(), meeting.to_other) == Engine::done);
  CHECK(meeting.engine.name() == "lab");
  CHECK(meeting.engine.types() == std::vector<std::string>{"foo", "bar"});
  CHECK(meeting.other.take(messages(meeting.to_other).at(0), meeting.to_engine) == Other::done);
  const LinkSettings& reported = meeting.other.settings();
  CHECK(reported.rules.max_thinking == 77);
  CHECK(reported.rules.reports_think_times);
  CHECK(reported.rules.limits.message_bytes == 300);
  CHECK(reported.rules.limits.acts == 3);
  CHECK(reported.rules.limits.act_bytes == 4);
  CHECK(reported.rules.limits.requests == 5);
  CHECK(reported.rules.limits.unread_bytes == 6);
  CHECK(reported.rules.limits.bytes_per_second == 7);
  CHECK(reported.rules.limits.burst_bytes == 8);
  CHECK(reported.think_limit == std::chrono::milliseconds(1234));
  REQUIRE(reported.timer);
  CHECK(reported.timer->min_cost() == 3);
  CHECK(reported.record_think_times);
}

TEST_CASE("another secret, or none, is refused, and both ends report it") {
  const Secret mine = secret("a secret of enough letters"), other = secret("a secret of enough Letters"), none;
  const Secret& yours = GENERATE_COPY(true, false) ? other : none;
  Meeting meeting(mine, yours);
  CHECK(meeting.engine.take(meeting.answer(), meeting.to_other) == Engine::failed);
  CHECK(meeting.engine.problem() == "it does not know the secret");
  CHECK(meeting.other.take(messages(meeting.to_other).at(0), meeting.to_engine) == Other::failed);
  CHECK(meeting.other.problem().find("does not know the secret") != std::string::npos);
}

TEST_CASE("an engine that does not know the secret is refused, too") {
  const Secret mine = secret("a secret of enough letters"), yours = secret("a secret of enough letters");
  Meeting meeting(mine, yours);
  CHECK(meeting.engine.take(meeting.answer(), meeting.to_other) == Engine::done);
  std::string welcome = messages(meeting.to_other).at(0);
  welcome[10] = static_cast<char>(welcome[10] ^ 1);  // in the proof
  CHECK(meeting.other.take(welcome, meeting.to_engine) == Other::failed);
  CHECK(meeting.other.problem() == "the engine does not know the secret");
  // A welcome before any challenge is refused, too.
  CommServerHandshake early(yours, "lab", {});
  CHECK(early.take(welcome, meeting.to_engine) == Other::failed);
}

TEST_CASE("a commserver answers one challenge of an engine, and refuses a second one") {
  const Secret mine = secret("a secret of enough letters");
  Meeting meeting(mine, mine);
  const std::string challenge = messages(meeting.to_other).at(0);
  REQUIRE(meeting.other.take(challenge, meeting.to_engine) == Other::waiting);
  CHECK(messages(meeting.to_engine).size() == 1);
  CHECK(meeting.other.take(challenge, meeting.to_engine) == Other::failed);
  CHECK(meeting.other.problem() == "the engine asks twice");
  CHECK(meeting.to_engine.empty());
}

TEST_CASE("an answer from one connection is refused in another") {
  const Secret mine = secret("a secret of enough letters");
  Meeting first(mine, mine), second(mine, mine);
  const std::string overheard = first.answer();
  CHECK(second.engine.take(overheard, second.to_other) == Engine::failed);
  // So is the engine's own challenge, sent back to it.
  Meeting third(mine, mine);
  const std::string challenge = messages(third.to_other).at(0);
  CHECK(third.engine.take(challenge, third.to_other) == Engine::failed);
}

TEST_CASE("another version of the link is refused with its number, and other bytes are refused, too") {
  const Secret none;
  Meeting meeting(none, none);
  std::string old = meeting.answer();
  const std::size_t version = 1 + 4 + std::string("rcssserver3D commserver").size();
  old[version + 7] = 9;
  CHECK(meeting.engine.take(old, meeting.to_other) == Engine::failed);
  CHECK(meeting.engine.problem() == "it speaks version 9 of the link, this engine 2");
  for (const std::string& bytes :
       {std::string(), std::string("GET / HTTP/1.0"), std::string(100, '\xff'), old.substr(0, 9)}) {
    EngineHandshake engine(none, meeting.settings);
    std::string outgoing;
    engine.begin(outgoing);
    CHECK(engine.take(bytes, outgoing) == Engine::failed);
    CommServerHandshake other(none, "lab", {});
    CHECK(other.take(bytes, outgoing) == Other::failed);
  }
}

TEST_CASE("an answer that is cut anywhere, or changed in the part that is proven, is refused") {
  const Secret mine = secret("a secret of enough letters");
  Meeting meeting(mine, mine);
  const std::string answer = meeting.answer();
  const std::size_t proven = answer.size() - 8 - 7 - 7;  // the number of types, "foo" and "bar" are not proven
  for (std::size_t i = 0; i < answer.size(); ++i) {
    CAPTURE(i);
    std::string outgoing;
    EngineHandshake cut = meeting.engine;
    CHECK(cut.take(answer.substr(0, i), outgoing) == Engine::failed);
    if (i >= proven) continue;
    std::string changed = answer;
    changed[i] = static_cast<char>(changed[i] ^ 4);
    EngineHandshake deceived = meeting.engine;
    CHECK(deceived.take(changed, outgoing) == Engine::failed);
  }
}

TEST_CASE("secrets are read from files, and those of less than 16 characters are refused") {
  CHECK_FALSE(secret("0123456789abcdef").is_public());
  CHECK(Secret().is_public());
  CHECK_THROWS_AS(secret("0123456789abcde"), std::runtime_error);
  CHECK_THROWS_AS(Secret::load("/nowhere/at/all"), std::runtime_error);
  CHECK(Secret::nonce() != Secret::nonce());
}

TEST_CASE("a secret file that others can read or write is refused, with the chmod that corrects it") {
  const std::string words = "a secret of enough letters\nand another line";
  for (const mode_t mode : {0640U, 0604U, 0620U, 0602U, 0644U, 0666U}) {
    CAPTURE(mode);
    const SecretFile file(words, mode);
    CHECK_THROWS_WITH(Secret::load(file.path), Catch::EndsWith("is open to others: chmod 600 " + file.path.string()));
  }
  for (const mode_t mode : {0600U, 0400U, 0700U}) {
    CAPTURE(mode);
    // Only the first line counts.
    const Secret::Bytes proof = Secret::load(SecretFile(words, mode).path).prove("x");
    const Secret same = secret("a secret of enough letters");
    CHECK(same.proves({reinterpret_cast<const char*>(proof.data()), proof.size()}, "x"));
  }
  CHECK_THROWS_WITH(Secret::load("/nowhere"), "cannot read a secret from /nowhere: No such file or directory");
}

TEST_CASE("a welcome with impossible numbers or an invalid timer is refused") {
  const Secret none;
  struct Field {
    int place;  ///< behind the proof: which of the parts
    std::int64_t value;
    const char* timer;
  };
  for (const Field& field :
       {Field{0, 2, ""}, Field{0, -1, ""}, Field{1, 0, ""}, Field{1, std::numeric_limits<std::int64_t>::max(), ""},
        Field{1, std::numeric_limits<std::int64_t>::min(), ""}, Field{2, -1, ""},
        Field{2, std::numeric_limits<std::int64_t>::max(), ""}, Field{4, 2, ""}, Field{-1, 0, "fixed 1001"},
        Field{-1, 0, "jiffies 1e999"}, Field{-1, 0, "sundial"}}) {
    CAPTURE(field.place, field.value, field.timer);
    Meeting meeting(none, none);
    const std::string answer = meeting.answer();
    REQUIRE(meeting.engine.take(answer, meeting.to_other) == Engine::done);
    const std::string good = messages(meeting.to_other).at(0);
    std::string bytes;
    MessageWriter writer(bytes);
    writer.begin(MessageKind::welcome).text(std::string_view(good).substr(1 + 4, Secret::kSize));
    for (const int place : {0, 1, 2}) writer.number(place == field.place ? field.value : 1);
    writer.text(field.timer).number(field.place == 4 ? field.value : 1).end();
    CHECK(meeting.other.take(messages(bytes).at(0), meeting.to_engine) == Other::failed);
    CHECK_THAT(meeting.other.problem(), Catch::StartsWith("the engine's welcome makes no sense"));
  }
}
