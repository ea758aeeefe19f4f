// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/watching.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/corba/any_value.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/port_calls.h"
#include "gateways/rtm/corba/receiving_servant.h"
#include "gateways/rtm/corba/type_codes.h"

namespace rtm {
namespace {

/// A temporary InPort that accepts every value. It reports the type of the OutPort, so that it is not refused as a
/// subscriber.
class WatchServant final : public ReceivingServant {
 public:
  WatchServant(ValueType type, std::string name, std::function<void(const Value&)> came, spark::Log& log)
      : type_(type), name_(std::move(name)), came_(std::move(came)), log_(log) {}

  char* name() override { return CORBA::string_dup("watch"); }
  CORBA::TypeCode_ptr port_type() override { return CORBA::TypeCode::_duplicate(type_code(type_)); }

  /// After this has returned, the function is not called again; if the function itself calls this, it is still running.
  void end() {
    const std::lock_guard lock(mutex_);
    came_ = nullptr;
  }

 private:
  void take(const Value& value) override {
    const std::lock_guard lock(mutex_);
    if (!came_) throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_NO);
    try {
      const auto came = came_;  // it may end this watch
      came(value);
    } catch (const std::exception& problem) {
      log_.complain("the watch of " + name_, "{}", problem.what());
    }
  }
  void refuse(Refusal refusal) override { throw_refusal(refusal); }

  const ValueType type_;
  const std::string name_;
  std::recursive_mutex mutex_;  // the callback may end the watch
  std::function<void(const Value&)> came_;
  spark::Log& log_;
};

class PortWatch final : public Client::Watch {
 public:
  PortWatch(Orb& orb, ::OutPort_ptr out, ValueType type, const std::string& name,
            std::function<void(const Value&)> came)
      : orb_(orb), out_(::OutPort::_duplicate(out)), key_(next_key()) {
    servant_ = new WatchServant(type, name, std::move(came), orb.log());
    const CORBA::Object_var object = orb_.access().add(servant_, key_);
    in_ = ::InPort::_unchecked_narrow(object.in());
    try {
      if (!out_->subscribe(repeated, in_.in()))
        throw std::runtime_error(name + " accepts no more subscribers, or cannot reach this process");
    } catch (...) {
      take_out();
      throw;
    }
  }

  ~PortWatch() override {
    servant_->end();
    try {
      out_->unsubscribe(repeated, in_.in());
    } catch (const CORBA::Exception&) {  // NOLINT(bugprone-empty-catch): it notices when it pushes the next value
    }
    take_out();
  }

  bool is_gone() override try { return out_->_non_existent(); } catch (const CORBA::SystemException& exception) {
    return is_end(exception);
  }

 private:
  static std::string next_key() {
    static std::atomic<unsigned> count{0};
    return "watch/" + std::to_string(count++);
  }
  void take_out() {
    orb_.access().remove(key_);
    servant_->_remove_ref();
  }

  Orb& orb_;
  ::OutPort_var out_;
  ::InPort_var in_;
  const std::string key_;
  WatchServant* servant_ = nullptr;
};

}  // namespace

std::unique_ptr<Client::Watch> watch_port(Orb& orb, ::OutPort_ptr out, const std::string& name,
                                          std::function<void(const Value&)> came) {
  const auto type = type_of(out).value_type();
  if (!type) throw std::runtime_error(name + " has values of a type that cannot be shown");
  return std::make_unique<PortWatch>(orb, out, *type, name, std::move(came));
}

}  // namespace rtm
