// SPDX-License-Identifier: Apache-2.0
// How long others are informed of an end that do not answer.
#include <catch2/catch.hpp>

#include "gateways/rtm/corba/goodbyes.h"
#include "tests/gateways/rtm/corba/stage.h"

using namespace rtm;

namespace {

/// Says goodbyes that end in this way; how many were said.
template <typename Call>
int said(Goodbyes& goodbyes, CORBA::Object_ptr peer, int times, const Call& call) {
  int calls = 0;
  for (int i = 0; i != times; ++i)
    goodbyes.say(peer, [&] {
      ++calls;
      call();
    });
  return calls;
}

void no_answer() {
  throw CORBA::TIMEOUT(0, CORBA::COMPLETED_MAYBE);
}

}  // namespace

TEST_CASE("goodbyes that no one answers come to an end") {
  Stage stage;
  const CORBA::Object_var peer = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  Goodbyes goodbyes;
  CHECK(said(goodbyes, peer.in(), 100, no_answer) == 20);
  CHECK(said(goodbyes, peer.in(), 100, [] {}) == 0);
}

TEST_CASE("an answer makes goodbyes patient again") {
  Stage stage;
  const CORBA::Object_var peer = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  Goodbyes goodbyes;
  CHECK(said(goodbyes, peer.in(), 19, no_answer) == 19);
  CHECK(goodbyes.say(peer.in(), [] {}));
  CHECK(said(goodbyes, peer.in(), 100, no_answer) == 20);
  // A refusal is an answer.
  Goodbyes others;
  CHECK(said(others, peer.in(), 19, no_answer) == 19);
  CHECK(others.say(peer.in(), [] { throw CORBA::ORB::InvalidName(); }));
  CHECK(said(others, peer.in(), 100, no_answer) == 20);
}

TEST_CASE("a peer that hangs costs a goodbye little once others have hung") {
  Stage stage;
  const SilentPeer silent;
  const CORBA::Object_var peer = silent.object(stage, "hung");
  Goodbyes goodbyes;
  CHECK(said(goodbyes, peer.in(), 2, no_answer) == 2);
  // Without the shorter limit this would last for an hour.
  omniORB::setClientCallTimeout(peer.in(), 3'600'000);
  CHECK_FALSE(goodbyes.say(peer.in(), [&] { peer->_non_existent(); }));
}
