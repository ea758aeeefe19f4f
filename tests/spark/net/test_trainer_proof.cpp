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

/// Both sides, up to the trainer's proof.
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
  // Later messages change nothing.
  CHECK(meeting.check.take(meeting.proof) == "(TrainerRefused a connection can prove it once)");
  CHECK(meeting.check.state() == Check::proven);
  CHECK(meeting.claim.take("(TrainerRefused late)", reply));
  CHECK(meeting.claim.state() == Claim::proven);
  CHECK(meeting.claim.take("(TrainerChallenge " + std::string(64, '0') + ")", reply));
  CHECK(reply.empty());
  CHECK(meeting.claim.state() == Claim::proven);
  CHECK_FALSE(meeting.claim.take("(Info (time 0))", reply));
}

TEST_CASE("a server that sends a second challenge is not trusted, even if it knows the secret") {
  const Secret mine = secret();
  Meeting meeting(mine, mine);
  const std::string welcome = meeting.check.take(meeting.proof);
  std::string reply;
  meeting.claim.take("(TrainerChallenge " + std::string(64, '1') + ")", reply);
  CHECK(meeting.claim.state() == Claim::deceived);
  CHECK(meeting.claim.take(welcome, reply));
  CHECK(meeting.claim.state() == Claim::deceived);
}

TEST_CASE("an incomplete line does not belong to the proof") {
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
  // Now even the right proof is refused, and so is a new beginning.
  Meeting good(mine, mine);
  CHECK(meeting.check.take(good.proof) == "(TrainerRefused a connection can prove it once)");
  CHECK(meeting.check.take(good.claim.begin()) == "(TrainerRefused a connection can prove it once)");
  CHECK(meeting.check.state() == Check::failed);
}

TEST_CASE("a proof with a changed, missing or additional byte is refused") {
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

TEST_CASE("a proof is not valid in another connection, nor a server's proof as a trainer's") {
  const Secret mine = secret();
  Meeting first(mine, mine);
  // With the same nonce of the trainer, as an eavesdropper has it.
  TrainerCheck again(mine);
  again.take(first.claim.begin());
  SECTION("the trainer's proof is replayed") {
    again.take(first.proof);
    CHECK(again.state() == Check::failed);
  }
  SECTION("the server's proof is reflected") {
    // The server's own proof for the same nonces.
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
  SECTION("challenged twice, to collect proofs") {
    claim.take("(TrainerChallenge " + zeros + ")", reply);
    claim.take("(TrainerChallenge " + std::string(64, '1') + ")", reply);
    CHECK(reply.empty());
  }
  SECTION("challenged with nonsense") {
    claim.take("(TrainerChallenge " + zeros.substr(1) + "g)", reply);
    CHECK(reply.empty());
  }
  SECTION("challenged with a nonce of another size") {
    claim.take("(TrainerChallenge " + GENERATE_REF(zeros.substr(2), zeros + "00", std::string()) + ")", reply);
    CHECK(reply.empty());
  }
  CHECK(claim.state() == Claim::deceived);
  CHECK(claim.problem().ends_with("it gets no commands"));
}

TEST_CASE("a server's reason for refusing is passed on shortened and without control characters") {
  const Secret mine = secret();
  TrainerClaim claim(mine);
  std::string reply;
  CHECK(claim.take("(TrainerRefused \x1b[2J" + std::string(10000, 'x') + ")", reply));
  CHECK(claim.state() == Claim::refused);
  CHECK(claim.problem().starts_with("the server refuses the trainer's secret: ?[2Jxxx"));
  CHECK(claim.problem().size() < 300);
}
