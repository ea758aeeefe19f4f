// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/sig_variables.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <iterator>

#include "gateways/sigverse/server/options.h"

namespace sigverse::server {
namespace {

constexpr double kMaxPort = 65535, kMaxTime = 1e9, kMinTimeout = 0.01, kMaxTimeout = 60;  // s

/// The gateway's own defaults are in `SigOptions`.
const SigOptions kDefaults;

using Range = spark::Variable::Range;
const spark::Variable kSigVariables[] = {
    {"Sig.World", std::string(), "the world file"},
    {"Sig.Port", std::int64_t{kDefaults.port}, "where clients connect; 0: any free port", "", Range{0, kMaxPort}},
    {"Sig.Address", kDefaults.address, "the address at which the server listens"},
    {"Sig.AutoStart", kDefaults.auto_start, "time runs as soon as the controllers are attached, without START"},
    {"Sig.EndTime", 0.0, "SIG time at which the simulation ends; 0: never", "s", Range{0, kMaxTime}},
    {"Sig.LockStep", kDefaults.lock_step, "the world waits for controllers"},
    {"Sig.ForeignClients", std::string("timer"),
     "how controllers that do not support turns learn that time runs: timer (they are notified when it starts and "
     "stops) or "
     "packets (at each step)"},
    {"Sig.MissingClass", std::string("error"),
     "what happens if a class file is missing: error (the start ends), box (a grey box in its place) or shape (a shape "
     "file of nearly its name, else a grey box)"},
    {"Sig.DataPath", std::string(), "further folders of world and class files, separated by ':'"},
    {"Sig.OwnEyes", kDefaults.own_eyes, "the server sees for agents for which no service does"},
    {"Sig.OwnObjectsOnly", kDefaults.own_objects_only, "a controller may change only its own object and what it holds"},
    {"Sig.PingTimeout", std::chrono::duration<double>(kDefaults.ping_timeout).count(),
     "real time in which a provider of a service has to answer a ping", "s", Range{kMinTimeout, kMaxTimeout}},
    {"Sig.ForwardTimeout", std::chrono::duration<double>(kDefaults.forward_timeout).count(),
     "real time to wait for the answer to a request that was forwarded", "s", Range{kMinTimeout, kMaxTimeout}},
};

const spark::Value& default_of(std::string_view name) {
  const auto* variable = std::ranges::find(kSigVariables, name, &spark::Variable::name);
  assert(variable != std::end(kSigVariables));
  return variable->default_value;
}

}  // namespace

void declare_sig_variables(spark::Variables& variables) {
  variables.declare(kSigVariables);
}

double sig_number(const spark::Variables& variables, const char* name) {
  return variables.real(name).value_or(spark::as_real(default_of(name)).value_or(0.0));
}

bool sig_switch(const spark::Variables& variables, const char* name) {
  return variables.boolean(name).value_or(std::get<bool>(default_of(name)));
}

std::string sig_text(const spark::Variables& variables, const char* name) {
  const spark::Value* value = variables.find(name);
  return value ? spark::as_text(*value).value_or("") : std::string();
}

}  // namespace sigverse::server
