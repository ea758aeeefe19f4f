// SPDX-License-Identifier: Apache-2.0
// Goodbyes to peers at the end of a component, and how long those are tried that do not answer.
#include <catch2/catch.hpp>

#include "gateways/rtm/corba/goodbyes.h"
#include "tests/gateways/rtm/corba/stage.h"

using namespace rtm;

namespace {

/// Says goodbyes with this outcome; returns how many were tried.
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

TEST_CASE("after twenty unanswered goodbyes no more are tried") {
  Stage stage;
  const CORBA::Object_var peer = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  Goodbyes goodbyes;
  CHECK(said(goodbyes, peer.in(), 100, no_answer) == 20);
  CHECK(said(goodbyes, peer.in(), 100, [] {}) == 0);
}

TEST_CASE("an answered goodbye resets the count of unanswered ones") {
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

TEST_CASE("after two unanswered goodbyes a peer that hangs is waited for only briefly") {
  Stage stage;
  const SilentPeer silent;
  const CORBA::Object_var peer = silent.object(stage, "hung");
  Goodbyes goodbyes;
  CHECK(said(goodbyes, peer.in(), 2, no_answer) == 2);
  // Without the shorter limit this would last for an hour.
  omniORB::setClientCallTimeout(peer.in(), 3'600'000);
  CHECK_FALSE(goodbyes.say(peer.in(), [&] { peer->_non_existent(); }));
}
