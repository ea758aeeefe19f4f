// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/admission.h"

#include <catch2/catch.hpp>

#include "spark/core/log.h"
#include "spark/net/secret.h"
#include "tests/spark/net/secret_file.h"
#include "tests/support/log_lines.h"

using namespace rctp;
using namespace std::chrono_literals;

namespace {

struct Door {
  Door() { keep_lines(log, lines); }
  /// Returns the code of the refusal, or 0 for none.
  int asks(const std::string& header, const std::string& peer = "192.0.2.7:5") {
    reply = admission.refusal_of(peer, "operator " + peer, header, now);
    return reply ? reply->code : 0;
  }
  spark::Log log;
  std::vector<std::string> lines;
  Admission admission{std::make_shared<const spark::Secret>(SecretFile("a secret of enough letters").load()), log};
  Admission::Time now{100s};
  std::optional<Reply> reply;
};

}  // namespace

TEST_CASE("a peer that sends the secret may operate, others get 401 with a reason") {
  Door door;
  CHECK(door.asks("Bearer a secret of enough letters") == 0);
  CHECK(door.asks("bearer   a secret of enough letters ") == 0);
  CHECK(door.asks("") == 401);
  CHECK(door.reply->sentence.find("Authorization: Bearer SECRET") != std::string::npos);
  CHECK(door.reply->fields.at(0) == Reply::Field{"WWW-Authenticate", "Bearer"});
  CHECK(door.lines.empty());
  for (const char* wrong :
       {"Bearer", "Bearer a secret of enough letter", "a secret of enough letters", "Basic a secret of enough letters"})
    CHECK(door.asks(wrong) == 401);
  CHECK(door.reply->sentence == "this is not the operators' secret");
  CHECK(door.lines.size() == 4);
  Admission open(nullptr, door.log);
  CHECK_FALSE(open.refusal_of("192.0.2.7:5", "operator", "", door.now));
}

TEST_CASE("an address that guesses secrets has to wait, whatever its port, and other addresses do not") {
  Door door;
  for (int i = 0; i < Admission::kMaxFailures; ++i) CHECK(door.asks("Bearer x", fmt::format("192.0.2.7:{}", i)) == 401);
  CHECK(door.asks("Bearer a secret of enough letters", "192.0.2.7:99") == 401);
  CHECK(door.reply->sentence == "too many wrong secrets have come from this address");
  CHECK(door.reply->fields.back() == Reply::Field{"Retry-After", "10"});
  CHECK(door.asks("Bearer a secret of enough letters", "192.0.2.8:99") == 0);
  door.now += 10s;
  CHECK(door.asks("Bearer y") == 401);  // one guess for each pause
  CHECK(door.asks("Bearer a secret of enough letters") == 401);
  door.now += 10s;
  CHECK(door.asks("Bearer a secret of enough letters") == 0);
  CHECK(door.asks("Bearer z") == 401);
  CHECK(door.asks("Bearer a secret of enough letters") == 0);
}

TEST_CASE("when too many addresses guess secrets, further addresses have to wait as well") {
  Door door;
  for (int i = 0; i < 3000; ++i) door.asks("Bearer x", fmt::format("10.0.{}.{}:5", i / 256, i % 256));
  CHECK(door.asks("Bearer a secret of enough letters", "192.0.2.9:5") == 401);
  door.now += 61s;
  CHECK(door.asks("Bearer a secret of enough letters", "192.0.2.9:5") == 0);
}
