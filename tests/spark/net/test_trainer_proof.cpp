// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>

#include "spark/net/trainer_proof.h"
#include "tests/spark/net/secret_file.h"

using namespace spark;
using Check = TrainerCheck::State;
using Claim = TrainerClaim::State;

namespace {

Secret secret(const std::string& words = "a secret of enough letters") {
  return SecretFile(words + "\n").load();
}

/// Both halves, up to the trainer's proof.
struct Meeting {
  Meeting(const Secret& of_server, const Secret& of_trainer) : check(of_server), claim(of_trainer) {
    REQUIRE(claim.take(check.take(claim.begin()), proof));
  }
  TrainerCheck check;
  TrainerClaim claim;
  std::string proof;
};

}  // namespace

TEST_CASE("a trainer and a server that know the secret convince each other") {
  const Secret mine = secret(), yours = secret();
  Meeting meeting(mine, yours);
  CHECK(meeting.check.state() == Check::asked);
  CHECK(meeting.claim.state() == Claim::waiting);
  const std::string welcome = meeting.check.take(meeting.proof);
  CHECK(meeting.check.state() == Check::proven);
  REQUIRE(welcome.starts_with("(TrainerWelcome "));
  std::string reply = "none";
  CHECK(meeting.claim.take(welcome, reply));
  CHECK(reply.empty());
  CHECK(meeting.claim.state() == Claim::proven);
  CHECK(meeting.claim.problem().empty());
  // What comes later takes nothing away, and brings nothing.
  CHECK(meeting.check.take(meeting.proof) == "(TrainerRefused a connection can prove it once)");
  CHECK(meeting.check.state() == Check::proven);
  CHECK(meeting.claim.take("(TrainerRefused late)", reply));
  CHECK(meeting.claim.state() == Claim::proven);
  CHECK(meeting.claim.take("(TrainerChallenge " + std::string(64, '0') + ")", reply));
  CHECK(reply.empty());
  CHECK(meeting.claim.state() == Claim::proven);
  CHECK_FALSE(meeting.claim.take("(Info (time 0))", reply));
}

TEST_CASE("a server that has made no sense gets no commands, even if it knows the secret") {
  const Secret mine = secret();
  Meeting meeting(mine, mine);
  const std::string welcome = meeting.check.take(meeting.proof);
  std::string reply;
  meeting.claim.take("(TrainerChallenge " + std::string(64, '1') + ")", reply);
  CHECK(meeting.claim.state() == Claim::deceived);
  CHECK(meeting.claim.take(welcome, reply));
  CHECK(meeting.claim.state() == Claim::deceived);
}

TEST_CASE("a line that is not whole is none of the proof's") {
  const Secret mine = secret();
  TrainerClaim claim(mine);
  std::string reply;
  for (const char* begin : {"(TrainerChallenge ", "(TrainerWelcome ", "(TrainerRefused "}) {
    CAPTURE(begin);
    CHECK_FALSE(claim.take(begin + std::string(64, '0'), reply));
    CHECK_FALSE(claim.take(" " + (begin + std::string(64, '0')) + ")", reply));
  }
  CHECK(claim.state() == Claim::waiting);
}

TEST_CASE("a peer that does not know the secret is refused, and has one attempt") {
  const Secret mine = secret(), other = secret("a secret of enough Letters"), everybodys;
  Meeting meeting(mine, GENERATE_REF(true, false) ? other : everybodys);
  CHECK(meeting.check.take(meeting.proof) == "(TrainerRefused that is not the secret)");
  CHECK(meeting.check.state() == Check::failed);
  // Not even the right proof helps now, nor a new beginning.
  Meeting good(mine, mine);
  CHECK(meeting.check.take(good.proof) == "(TrainerRefused a connection can prove it once)");
  CHECK(meeting.check.take(good.claim.begin()) == "(TrainerRefused a connection can prove it once)");
  CHECK(meeting.check.state() == Check::failed);
}

TEST_CASE("each octet of a proof counts, and it has all of them") {
  const Secret mine = secret();
  for (std::size_t i = 0; i < Secret::kSize; ++i) {
    CAPTURE(i);
    Meeting meeting(mine, mine);
    std::string changed = meeting.proof;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    TrainerCheck deceived = meeting.check, cut = meeting.check;
    deceived.take(changed);
    CHECK(deceived.state() == Check::failed);
    cut.take(meeting.proof.substr(0, i));
    CHECK(cut.state() == Check::failed);
  }
  Meeting meeting(mine, mine);
  meeting.check.take(meeting.proof + "x");
  CHECK(meeting.check.state() == Check::failed);
}

TEST_CASE("a proof of one connection is none in another, and a server's is none of a trainer") {
  const Secret mine = secret();
  Meeting first(mine, mine);
  // The same nonce of the trainer, as one has who has listened.
  TrainerCheck again(mine);
  again.take(first.claim.begin());
  SECTION("replayed") {
    again.take(first.proof);
    CHECK(again.state() == Check::failed);
  }
  SECTION("reflected") {
    // What the server has proven itself of the very same nonces.
    Meeting meeting(mine, mine);
    TrainerCheck other_end = meeting.check;
    const std::string its_welcome = other_end.take(meeting.proof);
    std::string octets;
    for (std::size_t i = 0; i < Secret::kSize; ++i)
      octets += static_cast<char>(std::stoi(its_welcome.substr(16 + 2 * i, 2), nullptr, 16));
    meeting.check.take(octets);
    CHECK(meeting.check.state() == Check::failed);
  }
}

TEST_CASE("a nonce has 32 octets") {
  const Secret mine = secret();
  for (const std::size_t size : {0u, 1u, 31u, 33u, 65535u}) {
    CAPTURE(size);
    TrainerCheck check(mine);
    CHECK(check.take(std::string(size, 'x')) == "(TrainerRefused a nonce has 32 octets)");
    CHECK(check.state() == Check::failed);
  }
}

TEST_CASE("a trainer gives no commands to a server that does not know the secret") {
  const Secret mine = secret();
  const std::string zeros(64, '0');
  std::string reply;
  TrainerClaim claim(mine);
  SECTION("welcomed without a challenge") {
    claim.take("(TrainerWelcome " + zeros + ")", reply);
  }
  SECTION("welcomed with a wrong proof") {
    claim.take("(TrainerChallenge " + zeros + ")", reply);
    CHECK(reply.size() == Secret::kSize);
    CHECK(claim.state() == Claim::waiting);
    claim.take("(TrainerWelcome " + zeros + ")", reply);
  }
  SECTION("asked twice, to collect proofs") {
    claim.take("(TrainerChallenge " + zeros + ")", reply);
    claim.take("(TrainerChallenge " + std::string(64, '1') + ")", reply);
    CHECK(reply.empty());
  }
  SECTION("asked nonsense") {
    claim.take("(TrainerChallenge " + zeros.substr(1) + "g)", reply);
    CHECK(reply.empty());
  }
  SECTION("asked with a nonce of another size") {
    claim.take("(TrainerChallenge " + GENERATE_REF(zeros.substr(2), zeros + "00", std::string()) + ")", reply);
    CHECK(reply.empty());
  }
  CHECK(claim.state() == Claim::deceived);
  CHECK(claim.problem().ends_with("it gets no commands"));
}

TEST_CASE("why a server refuses is passed on, without control characters and not at any length") {
  const Secret mine = secret();
  TrainerClaim claim(mine);
  std::string reply;
  CHECK(claim.take("(TrainerRefused \x1b[2J" + std::string(10000, 'x') + ")", reply));
  CHECK(claim.state() == Claim::refused);
  CHECK(claim.problem().starts_with("the server refuses the trainer's secret: ?[2Jxxx"));
  CHECK(claim.problem().size() < 300);
}
