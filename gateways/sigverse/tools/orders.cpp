// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/tools/orders.h"

#include <fmt/format.h>

#include "gateways/sigverse/tools/link.h"
#include "gateways/sigverse/tools/object_json.h"
#include "gateways/sigverse/tools/service_list.h"
#include "gateways/sigverse/wire/object_text.h"
#include "gateways/sigverse/wire/wave.h"
#include "spark/command_line/option_values.h"
#include "spark/core/log.h"
#include "spark/core/near_name.h"

namespace sigverse::tools {
namespace {

using wire::Address;
using wire::GetObjectNames;
using wire::kLongestName;
using wire::ObjectRecord;
using wire::SimCommand;

std::string hint(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = spark::near_name(word, known);
  return near.empty() ? near : fmt::format("; did you mean {}?", spark::printable(near, near.size()));
}

template <SimCommand Command>
std::string control(Link& link, const Order&) {
  link.control(Command);
  return {};
}

std::string quit(Link& link, const Order&) {
  link.end_simulation();
  return {};
}

std::string names(Link& link, const Order&) {
  std::string out;
  for (const std::string& name : link.names(GetObjectNames{}.what)) out += spark::printable(name, name.size()) + '\n';
  return out;
}

std::string services(Link& link, const Order& order) {
  const std::vector<Service> all = link.services();
  if (order.json) return services_as_json(all);
  return all.empty() ? "no services\n" : services_as_text(all);
}

std::string time(Link& link, const Order&) {
  return fmt::format("{:.9g}\n", link.time());
}

[[noreturn]] void refuse_unknown(Link& link, const std::string& name, std::uint16_t kind) {
  throw OrderError(fmt::format("there is no {} '{}'{}", kind == GetObjectNames::kAgents ? "agent" : "object",
                               spark::printable(name, kLongestName), hint(name, link.names(kind))));
}

std::string print(Link& link, const Order& order) {
  const std::string& name = order.words[1];
  double now = 0.0;
  ObjectRecord object;
  if (!link.entity(name, now, object)) refuse_unknown(link, name, GetObjectNames{}.what);
  if (order.json) return object_as_json(object, now);
  // Characters that would move the cursor of a terminal are shown as '?'.
  return wire::object_as_text(object, now, [](std::string_view text) { return spark::printable(text, text.size()); });
}

/// Refuses an agent that has no controller; returns the SIG time.
double require_controller(Link& link, const std::string& name) {
  double now = 0.0;
  ObjectRecord object;
  if (!link.entity(name, now, object)) refuse_unknown(link, name, GetObjectNames::kAgents);
  if (!object.attached)
    throw OrderError(fmt::format("'{}' has no controller to hear it", spark::printable(name, kLongestName)));
  return now;
}

std::string send(Link& link, const Order& order) {
  require_controller(link, order.words[1]);
  link.message(order.words[1], order.words[2]);
  return {};
}

std::string say(Link& link, const Order& order) {
  std::string octets, problem;
  const std::optional<wire::Wave> wave = wire::load_wave(order.words[1], octets, problem);
  if (!wave) throw OrderError(spark::printable(problem, problem.size()));
  link.sound(order.to, require_controller(link, order.to), *wave);
  return {};
}

struct Row {
  std::string_view word;
  std::size_t words;  ///< including the command itself
  const char* expected;
  std::string (*carry_out)(Link&, const Order&);
  bool has_receiver = false;  ///< it takes --to
};
constexpr Row kOrders[] = {
    {"start", 1, "", control<SimCommand::start>},
    {"stop", 1, "", control<SimCommand::stop>},
    {"reset", 1, "", control<SimCommand::reset>},
    {"restart", 1, "", control<SimCommand::restart>},
    {"quit", 1, "", quit},
    {"names", 1, "", names},
    {"services", 1, "", services},
    {"print", 2, " NAME", print},
    {"send", 3, " NAME TEXT", send},
    {"say", 2, " FILE --to NAME", say, true},
    {"time", 1, "", time},
};

const Row* find(const Order& order) {
  for (const Row& row : kOrders)
    if (!order.words.empty() && row.word == order.words[0]) return &row;
  return nullptr;
}

}  // namespace

void check(const Order& order) {
  std::vector<std::string> known;
  for (const Row& row : kOrders) known.emplace_back(row.word);
  if (order.words.empty()) throw spark::WrongUsage(fmt::format("expected an order: {}", fmt::join(known, ", ")));
  const Row* const row = find(order);
  if (!row)
    throw spark::WrongUsage(
        fmt::format("unknown order '{}'{}", spark::printable(order.words[0]), hint(order.words[0], known)));
  if (order.words.size() != row->words || order.to.empty() == row->has_receiver)
    throw spark::WrongUsage(fmt::format("expected: {}{}", row->word, row->expected));
}

std::string carry_out(const Order& order, const Address& server, std::chrono::milliseconds timeout,
                      std::string_view program) {
  Link link(server, timeout, program);
  return find(order)->carry_out(link, order);
}

}  // namespace sigverse::tools
