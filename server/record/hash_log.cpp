// SPDX-License-Identifier: Apache-2.0
#include "server/record/hash_log.h"

#include <fmt/format.h>

#include <iterator>

#include "spark/core/core.h"
#include "spark/core/state_hash.h"
#include "spark/physics/body.h"
#include "spark/physics/world.h"

namespace server {

using namespace spark;
namespace {

void add(StateHash& hash, const Vec3& vector) {
  hash.add(vector.x);
  hash.add(vector.y);
  hash.add(vector.z);
}

std::uint64_t hash_of(const Body& body) {
  StateHash hash;
  add(hash, body.position());
  for (const double part : body.quaternion()) hash.add(part);
  add(hash, body.velocity());
  add(hash, body.angular_velocity());
  return hash.value();
}

}  // namespace

HashLog::HashLog(const Core& core, const World& world, std::function<std::string()> game, Take take)
    : core_(core), world_(world), game_(std::move(game)), take_(std::move(take)) {
  take_(fmt::format("{}\n", kHashTitle));
}

void HashLog::frame(Step step) {
  name_bodies();
  StateHash game, all;
  game.add(game_());
  core_.random.add_to(game);
  all.add(step);
  all.add(game.value());
  std::string bodies;
  for (const Body* body : world_.bodies()) {
    const std::uint64_t hash = hash_of(*body);
    all.add(hash);
    fmt::format_to(std::back_inserter(bodies), " {:08x}", hash >> 32);
  }
  line_.clear();
  fmt::format_to(std::back_inserter(line_), "{} {:016x} {:08x}{}\n", step, all.value(), game.value() >> 32, bodies);
  take_(line_);
}

void HashLog::name_bodies() {
  const std::vector<Body*>& bodies = world_.bodies();
  const bool same =
      std::equal(bodies.begin(), bodies.end(), named_.begin(), named_.end(),
                 [](const Body* body, std::uint64_t entered_at) { return body->entered_at() == entered_at; });
  if (same) return;
  named_.clear();
  line_ = "bodies";
  for (const Body* body : bodies) {
    named_.push_back(body->entered_at());
    line_ += ' ';
    line_ += body->full_path();
  }
  line_ += '\n';
  take_(line_);
}

}  // namespace server
