// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/bridge_object.h"

#include <OpenHRP.hh>

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>
#include <utility>

#include "gateways/rtm/corba/names.h"
#include "gateways/rtm/corba/orb_access.h"
#include "spark/core/log.h"

namespace rtm {
namespace {

constexpr const char* kKeyPrefix = "Controller/";  ///< of the object's key, before ROBOT/NAME

}  // namespace

class BridgeObject::Servant final : public POA_OpenHRP::Controller {
 public:
  Servant(std::string name, const Settings& settings, spark::Log& log)
      : name_(std::move(name)), settings_(settings), log_(log) {}

  void setModelName(const char*) override {}
  void setDynamicsSimulator(OpenHRP::DynamicsSimulator_ptr) override {}
  void setViewSimulator(OpenHRP::ViewSimulator_ptr) override {}
  void setTimeStep(CORBA::Double) override {}

  void initialize() override {
    note("initialize");
    throw OpenHRP::Controller::ControllerException(
        fmt::format("{} is the bridge of robot {}, which the scheduler of its own server drives, in control periods of "
                    "{} s; no other scheduler can",
                    name_, settings_.robot, settings_.period_seconds)
            .c_str());
  }
  void start() override { refuse("start"); }
  void input() override { refuse("input"); }
  void control() override { refuse("control"); }
  void output() override { refuse("output"); }
  void stop() override { refuse("stop"); }
  void destroy() override {
    note("destroy");
    throw CORBA::NO_PERMISSION(0, CORBA::COMPLETED_NO);
  }
  void shutdown() override { note("shutdown"); }

 private:
  void note(const char* operation) {
    log_.complain("bridge " + name_, "another program calls its {}; the scheduler of this server drives it", operation);
  }
  void refuse(const char* operation) {
    note(operation);
    throw CORBA::BAD_INV_ORDER(0, CORBA::COMPLETED_NO);
  }

  const std::string name_;
  const Settings settings_;
  spark::Log& log_;
};

BridgeObject::BridgeObject(Orb& orb, CorbaPublisher& publisher, const Settings& settings)
    : orb_(orb),
      publisher_(publisher),
      settings_(settings),
      name_(settings.server_name.value_or(kUsualName)),
      key_(fmt::format("{}{}/{}", kKeyPrefix, settings.robot, name_)) {
  try {
    if (!settings.server_name)
      if (const std::string holder = publisher_.holder(name_); !holder.empty()) {
        leave_name(holder);
        return;
      }
    const PortableServer::ServantBase_var servant = new Servant(name_, settings, orb.log());
    const CORBA::Object_var object = orb_.access().add(servant.in(), key_);
    is_served_ = true;
    is_bound_ = publisher_.bind(name_, key_);
  } catch (const std::runtime_error& problem) {
    orb_.log().warning("rtm: the bridge of robot {} is not known as {}: {}", settings.robot, name_, problem.what());
  }
}

/// `holder` is the key of a bridge of this server, or the address of another program.
void BridgeObject::leave_name(const std::string& holder) const {
  const std::size_t end = holder.rfind('/');
  const std::string_view prefix = kKeyPrefix;
  const std::string other = holder.starts_with(prefix) && end > prefix.size()
                                ? fmt::format("robot {}", holder.substr(prefix.size(), end - prefix.size()))
                                : fmt::format("a server at {}", holder);
  orb_.log().normal(
      "rtm: the bridge of robot {} is not a Controller object: {} is the bridge of {}; the key server-name in its file "
      "gives it a name of its own",
      settings_.robot, name_, other);
}

BridgeObject::~BridgeObject() {
  if (is_bound_) publisher_.unbind(name_);
  if (is_served_) orb_.access().remove(key_);
}

}  // namespace rtm
