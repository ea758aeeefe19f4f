// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/direct/request_link.h"

#include <fmt/format.h>

#include <utility>

#include "spark/net/socket.h"

namespace sigverse::direct {
namespace {

/// Room for the largest request. Output that a peer does not read waits in the connection, where it is counted, and not
/// in the system, where it would not be.
constexpr spark::net::Connection::Options kConnection{
    .max_input = 128 * 1024, .system_buffer = 256 * 1024, .silence = spark::net::KeepAlive{}};

}  // namespace

RequestLink::RequestLink(Names names, spark::net::Loop& loop, spark::Log& log)
    : names_(std::move(names)), loop_(loop), log_(log), moved_at_(loop.now()) {}

RequestLink::~RequestLink() {
  if (connection_) connection_->close();
}

void RequestLink::begin(spark::net::Socket socket, const std::string& peer) {
  connection_ = std::make_shared<spark::net::Connection>(std::move(socket), peer, kConnection);
  connection_->start();
}

bool RequestLink::attend() {
  if (is_over_ || !connection_) return false;
  std::size_t units = 0;
  Work work = Work::little;
  bool is_half = false;
  while (!is_over_ && work == Work::little && units < kMaxUnitsAtOnce && connection_->unsent() <= kMaxUnsent) {
    if (connection_->is_write_closed()) return end(""), false;
    const wire::Unit unit = wire::first_unit(connection_->input());
    if (unit.kind == wire::Unit::Kind::incomplete) {
      is_half = !connection_->input().empty();
      if (connection_->has_ended()) end("");
      break;
    }
    if (unit.kind != wire::Unit::Kind::raw) {
      end(fmt::format("sends {} something that is not a request", names_.own));
      break;
    }
    work = answer(wire::read_raw(connection_->input().substr(0, unit.size)));
    if (work != Work::postponed) connection_->take(unit.size);
    ++units;
    flush();
  }
  if (units > 0 || is_half != has_half_request_) moved_at_ = loop_.now();
  has_half_request_ = is_half;
  if (!is_over_ && stands_still()) end(fmt::format("stalls in the middle of {}", is_half ? "a request" : "an answer"));
  return !is_over_ && work != Work::postponed && (work == Work::much || units == kMaxUnitsAtOnce);
}

bool RequestLink::stands_still() {
  const bool reads = connection_->sent() != sent_ || connection_->unsent() == 0;
  sent_ = connection_->sent();
  if (reads && !has_half_request_) moved_at_ = loop_.now();
  return loop_.now() - moved_at_ > kMaxStandstill;
}

void RequestLink::flush() {
  if (connection_ && !out_.empty()) connection_->send(std::exchange(out_, {}));
}

void RequestLink::complain(std::string_view line) {
  log_.complain(names_.peer, "{}", line);
}

void RequestLink::reject(std::string_view why) {
  complain(fmt::format("sends {} {}", names_.own, why));
  if (++bad_ > kMaxBad) end(fmt::format("has sent {} too much invalid data", names_.own));
}

void RequestLink::end(std::string_view why) {
  if (std::exchange(is_over_, true)) return;
  if (!why.empty()) complain(why);
}

}  // namespace sigverse::direct
