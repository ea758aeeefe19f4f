// SPDX-License-Identifier: Apache-2.0
// A component in the OMG's form: its profile, parameters, contexts and callbacks. Called through the ORB of the same
// process, and over the wire (`Stage::outside`).
#include <OpenRTM.hh>

#include <catch2/catch.hpp>
#include <map>

#include "gateways/rtm/corba/nv_list.h"
#include "tests/gateways/rtm/corba/stage.h"
#include "tests/support/waiting.h"

using namespace rtm;

namespace {

/// Notes its callbacks and the parameter that it sees in them.
class Noting final : public Component {
 public:
  explicit Noting(Pattern pattern = Pattern::client) : Component("Noting", pattern) {
    add_parameter("gain", "1");
    add_parameter("mode", "slow");
    set_category("Test");
    add_in_port("in");
  }
  std::vector<std::string> notes() const {
    const std::lock_guard lock(mutex_);
    return notes_;
  }
  std::atomic<bool> fails{false};

 private:
  void on_startup() override { note("startup"); }
  void on_shutdown() override { note("shutdown"); }
  void on_activated() override { note("activated " + parameter("gain")); }
  void on_deactivated() override { note("deactivated"); }
  void on_aborting() override { note("aborting"); }
  void on_error() override { note("error"); }
  void on_reset() override { note("reset"); }
  void on_execute() override {
    note("execute " + parameter("gain") + " " + parameter("mode"));
    if (fails) throw std::runtime_error("no power");
  }
  void on_state_update() override { note("state_update"); }
  void on_rate_changed() override { note("rate_changed"); }
  void note(const std::string& what) {
    const std::lock_guard lock(mutex_);
    notes_.push_back(what);
  }
  mutable std::mutex mutex_;
  std::vector<std::string> notes_;
};

struct Both {
  /// Long, because nothing hangs here, but the machine may be busy.
  Stage stage{{.name_server = "none", .reference_folder = {}}, kTimeout};
  std::shared_ptr<Noting> noting;

  explicit Both(Pattern pattern = Pattern::passive) : noting(std::make_shared<Noting>(pattern)) {
    stage.manager->adopt(noting);
  }
  /// A reference in the same process, and one over the wire.
  std::vector<OpenRTM::DataFlowComponent_var> references() {
    const CORBA::Object_var near = stage.object("Noting0", "rtc"), far = stage.outside(near.in());
    return {OpenRTM::DataFlowComponent::_narrow(near.in()), OpenRTM::DataFlowComponent::_narrow(far.in())};
  }
  SDOPackage::Configuration_var configuration() {
    const OpenRTM::DataFlowComponent_var component = references().back();
    const SDOPackage::Configuration_var near = component->get_configuration();
    return SDOPackage::Configuration::_narrow(CORBA::Object_var(stage.outside(near.in())).in());
  }
};

std::map<std::string, std::string> map_of(const SDOPackage::NVList& list) {
  std::map<std::string, std::string> result;
  for (const auto& [name, text] : texts_of(list)) result[name] = text;
  return result;
}

SDOPackage::ConfigurationSet set_of(const char* id, const std::vector<std::pair<std::string, std::string>>& texts) {
  SDOPackage::ConfigurationSet set;
  set.id = id;
  set.description = "of a test";
  set.configuration_data = nv_list(texts);
  return set;
}

}  // namespace

TEST_CASE("the repository ids are those that published programs look for") {
  CHECK(std::string(OpenRTM::DataFlowComponent::_PD_repoId) == "IDL:openrtm.aist.go.jp/OpenRTM/DataFlowComponent:1.0");
  CHECK(std::string(OpenRTM::ExtTrigExecutionContextService::_PD_repoId) ==
        "IDL:openrtm.aist.go.jp/OpenRTM/ExtTrigExecutionContextService:1.0");
  CHECK(std::string(RTC::PortService::_PD_repoId) == "IDL:omg.org/RTC/PortService:1.0");
  CHECK(std::string(SDOPackage::Configuration::_PD_repoId) == "IDL:org.omg/SDOPackage/Configuration:1.0");
  Both both;
  for (const auto& component : both.references()) {
    REQUIRE_FALSE(CORBA::is_nil(component.in()));
    for (const char* id : {"IDL:openrtm.aist.go.jp/OpenRTM/DataFlowComponent:1.0", "IDL:omg.org/RTC/RTObject:1.0",
                           "IDL:omg.org/RTC/DataFlowComponent:1.0", "IDL:omg.org/RTC/LightweightRTObject:1.0",
                           "IDL:omg.org/RTC/DataFlowComponentAction:1.0", "IDL:org.omg/SDOPackage/SDO:1.0"})
      CHECK(component->_is_a(id));
    CHECK_FALSE(component->_is_a("IDL:RtComponent:1.0"));
  }
}

TEST_CASE("the profile of a component has its names, properties and ports") {
  Both both;
  for (const auto& component : both.references()) {
    RTC::ComponentProfile_var profile = component->get_component_profile();
    CHECK(std::string(profile->instance_name.in()) == "Noting0");
    CHECK(std::string(profile->type_name.in()) == "Noting");
    CHECK(std::string(profile->category.in()) == "Test");
    CHECK(std::string(profile->vendor.in()) == "rcssserver3D");
    CHECK_FALSE(std::string(profile->version.in()).empty());
    CHECK(CORBA::is_nil(profile->parent.in()));
    REQUIRE(profile->port_profiles.length() == 1);
    CHECK(std::string(profile->port_profiles[0].name.in()) == "Noting0.in");
    CHECK(profile->port_profiles[0].owner->_is_equivalent(both.references().front().in()));
    auto properties = map_of(profile->properties);
    CHECK(properties["implementation_id"] == "Noting");
    CHECK(properties["type_name"] == "Noting");
    CHECK(properties["instance_name"] == "Noting0");
    CHECK(properties["category"] == "Test");
    CHECK(properties["language"] == "C++");
    CHECK(properties["lang_type"] == "compile");
    CHECK(properties["conf.default.gain"] == "1");
    CHECK(properties["conf.default.mode"] == "slow");
    for (const char* key : {"description", "version", "vendor", "activity_type", "kind", "max_instance"})
      CHECK_FALSE(properties[key].empty());
    RTC::PortServiceList_var ports = component->get_ports();
    REQUIRE(ports->length() == 1);
    CHECK(ports[0]->_is_equivalent(profile->port_profiles[0].port_ref.in()));
  }
}

TEST_CASE("a component is a super distributed object without services and organizations") {
  Both both;
  for (const auto& component : both.references()) {
    CHECK(std::string(CORBA::String_var(component->get_sdo_id()).in()) == "Noting0");
    CHECK(std::string(CORBA::String_var(component->get_sdo_type()).in()) == "Noting");
    const SDOPackage::DeviceProfile_var device = component->get_device_profile();
    CHECK(std::string(device->device_type.in()) == "Test");
    CHECK(std::string(device->manufacturer.in()) == "rcssserver3D");
    CHECK(std::string(device->model.in()) == "Noting");
    CHECK(SDOPackage::ServiceProfileList_var(component->get_service_profiles())->length() == 0);
    CHECK(SDOPackage::OrganizationList_var(component->get_organizations())->length() == 0);
    CHECK(SDOPackage::OrganizationList_var(component->get_owned_organizations())->length() == 0);
    CHECK(SDOPackage::NVList_var(component->get_status_list())->length() == 0);
    CHECK_THROWS_AS(component->get_service_profile("any"), SDOPackage::InvalidParameter);
    CHECK_THROWS_AS(component->get_sdo_service("any"), SDOPackage::InvalidParameter);
    CHECK_THROWS_AS(component->get_monitoring(), SDOPackage::InterfaceNotImplemented);
    CHECK_THROWS_AS(component->get_status("any"), SDOPackage::InvalidParameter);
  }
}

TEST_CASE("other programs read and change a component's sets of parameters") {
  Both both;
  const SDOPackage::Configuration_var configuration = both.configuration();
  SDOPackage::ParameterList_var parameters = configuration->get_configuration_parameters();
  REQUIRE(parameters->length() == 2);
  CHECK(std::string(parameters[0].name.in()) == "gain");
  CHECK(parameters[0].type->equal(CORBA::_tc_string));
  CHECK(configuration->add_configuration_set(set_of("fast", {{"gain", "10"}, {"mode", "fast"}})));
  SDOPackage::ConfigurationSetList_var sets = configuration->get_configuration_sets();
  REQUIRE(sets->length() == 2);
  CHECK(std::string(sets[0].id.in()) == "default");
  CHECK(std::string(sets[1].description.in()) == "of a test");
  CHECK(map_of(sets[1].configuration_data) == std::map<std::string, std::string>{{"gain", "10"}, {"mode", "fast"}});
  CHECK(std::string(SDOPackage::ConfigurationSet_var(configuration->get_active_configuration_set())->id.in()) ==
        "default");
  CHECK(configuration->activate_configuration_set("fast"));
  CHECK(map_of(SDOPackage::NVList_var(configuration->get_configuration_parameter_values()).in()) ==
        std::map<std::string, std::string>{{"gain", "10"}, {"mode", "fast"}});
  // A component without activity has no passes, so the set is taken over at once.
  CHECK(both.noting->parameters() == Parameters::Texts{{"gain", "10"}, {"mode", "fast"}});
  CHECK(configuration->set_configuration_set_values(set_of("default", {{"gain", "2"}})));
  CHECK(configuration->activate_configuration_set("default"));
  CHECK(both.noting->parameters() == Parameters::Texts{{"gain", "2"}, {"mode", "slow"}});
  CORBA::Any text;
  text <<= "3";
  CHECK(configuration->set_configuration_parameter("gain", text));
  const CORBA::Any_var now = configuration->get_configuration_parameter_value("gain");
  CHECK(text_of(now.in()) == "3");
  SDOPackage::ConfigurationSet_var fast = configuration->get_configuration_set("fast");
  CHECK(map_of(fast->configuration_data) == std::map<std::string, std::string>{{"gain", "10"}, {"mode", "fast"}});
  CHECK(configuration->remove_configuration_set("fast"));
  CHECK_THROWS_AS(configuration->get_configuration_set("fast"), SDOPackage::NotAvailable);
}

TEST_CASE("invalid sets of parameters are refused, with a line in the log") {
  Both both;
  const SDOPackage::Configuration_var configuration = both.configuration();
  CHECK_FALSE(configuration->activate_configuration_set("none"));
  CHECK(both.stage.said("cannot activate the set of parameters \"none\"; nothing changes"));
  CHECK_FALSE(configuration->set_configuration_set_values(set_of("none", {})));
  CHECK_FALSE(configuration->remove_configuration_set("default"));
  CHECK_FALSE(configuration->add_configuration_set(set_of("odd", {{"speed", "1"}})));
  CHECK(both.stage.said("cannot add the set of parameters \"odd\"; nothing changes"));
  SDOPackage::ConfigurationSet typed = set_of("typed", {{"gain", "1"}});
  typed.configuration_data[0].value <<= CORBA::Any::from_octet(7);
  CHECK_FALSE(configuration->add_configuration_set(typed));
  SDOPackage::ConfigurationSet many = set_of("many", {});
  many.configuration_data.length(8'000);
  for (CORBA::ULong i = 0; i != many.configuration_data.length(); ++i) many.configuration_data[i].value <<= "";
  CHECK_FALSE(configuration->add_configuration_set(many));
  CHECK_THROWS_AS(configuration->get_configuration_parameter_value("speed"), SDOPackage::InvalidParameter);
  CORBA::Any number;
  number <<= CORBA::Any::from_octet(7);
  CHECK_THROWS_AS(configuration->set_configuration_parameter("gain", number), SDOPackage::InvalidParameter);
  CORBA::Any text;
  text <<= "1";
  CHECK_FALSE(configuration->set_configuration_parameter("speed", text));
  CHECK(SDOPackage::ConfigurationSetList_var(configuration->get_configuration_sets())->length() == 1);
  CHECK_FALSE(configuration->add_organization(SDOPackage::Organization::_nil()));
  CHECK_FALSE(configuration->set_device_profile(SDOPackage::DeviceProfile()));
}

TEST_CASE("a component's own execution context is a CORBA object of its own") {
  Both both(Pattern::client);
  for (const auto& component : both.references()) {
    RTC::ExecutionContextList_var own = component->get_owned_contexts();
    REQUIRE(own->length() == 1);
    const RTC::ExecutionContextService_var service = RTC::ExecutionContextService::_narrow(own[0]);
    REQUIRE_FALSE(CORBA::is_nil(service.in()));
    CHECK_FALSE(service->_is_a("IDL:openrtm.aist.go.jp/OpenRTM/ExtTrigExecutionContextService:1.0"));
    CHECK(component->get_context_handle(own[0]) == 0);
    CHECK(component->is_alive(own[0]));
    CHECK(RTC::ExecutionContext_var(component->get_context(0))->_is_equivalent(own[0]));
    CHECK(CORBA::is_nil(RTC::ExecutionContext_var(component->get_context(1)).in()));
    CHECK(RTC::ExecutionContextList_var(component->get_participating_contexts())->length() == 0);
    RTC::ExecutionContextProfile_var profile = service->get_profile();
    CHECK(profile->kind == RTC::PERIODIC);
    CHECK(profile->rate == both.noting->owned_contexts().front()->rate());
    CHECK(map_of(profile->properties)["type"] == "PeriodicExecutionContext");
    CHECK(profile->owner->_is_equivalent(both.references().front().in()));
    CHECK(profile->participants.length() == 0);
    CHECK(component->detach_context(0) == RTC::PRECONDITION_NOT_MET);
    CHECK(component->detach_context(17) == RTC::BAD_PARAMETER);
    CHECK(component->initialize() == RTC::PRECONDITION_NOT_MET);
    CHECK(component->finalize() == RTC::PRECONDITION_NOT_MET);
    CHECK(component->on_initialize() == RTC::PRECONDITION_NOT_MET);
    CHECK(component->on_finalize() == RTC::PRECONDITION_NOT_MET);
  }
}

TEST_CASE("other programs activate a component, change its rate, reset it and stop its context") {
  Both both(Pattern::client);
  // The context knows the component by the reference that the component itself has published.
  const OpenRTM::DataFlowComponent_var component = both.references().front();
  RTC::ExecutionContextList_var own = component->get_owned_contexts();
  const RTC::ExecutionContext_var context =
      RTC::ExecutionContext::_narrow(CORBA::Object_var(both.stage.outside(own[0])).in());
  CHECK(context->is_running());
  CHECK(context->start() == RTC::PRECONDITION_NOT_MET);
  CHECK(context->get_component_state(component.in()) == RTC::INACTIVE_STATE);
  CHECK(context->deactivate_component(component.in()) == RTC::PRECONDITION_NOT_MET);
  // RTC_ERROR if no pass was made in time on a busy machine; the change follows nevertheless.
  const auto is_asked = [](RTC::ReturnCode_t code) { return code == RTC::RTC_OK || code == RTC::RTC_ERROR; };
  CHECK(is_asked(context->activate_component(component.in())));
  CHECK(wait_until([&] { return context->get_component_state(component.in()) == RTC::ACTIVE_STATE; }));
  CHECK(wait_until([&] { return both.noting->state() == State::on; }));  // shortly afterwards
  CHECK(wait_until([&] { return std::ranges::count(both.noting->notes(), "state_update") > 2; }));
  CHECK(context->set_rate(0.0) == RTC::BAD_PARAMETER);
  CHECK(context->set_rate(500.0) == RTC::RTC_OK);
  CHECK(context->get_rate() == 500.0);
  CHECK(std::ranges::count(both.noting->notes(), "rate_changed") == 1);
  both.noting->fails = true;
  CHECK(wait_until([&] { return context->get_component_state(component.in()) == RTC::ERROR_STATE; }));
  CHECK(both.noting->state() == State::fault);
  both.noting->fails = false;
  CHECK(is_asked(context->reset_component(component.in())));
  CHECK(wait_until([&] { return context->get_component_state(component.in()) == RTC::INACTIVE_STATE; }));
  CHECK(context->stop() == RTC::RTC_OK);
  CHECK_FALSE(context->is_running());
  CHECK(std::ranges::count(both.noting->notes(), "shutdown") == 1);
  CHECK(context->start() == RTC::RTC_OK);
}

TEST_CASE("a set of parameters is taken over by the next pass") {
  Both both(Pattern::client);
  const SDOPackage::Configuration_var configuration = both.configuration();
  CHECK(configuration->add_configuration_set(set_of("fast", {{"gain", "10"}, {"mode", "fast"}})));
  CHECK(both.noting->switch_on());
  CHECK(wait_until([&] { return std::ranges::count(both.noting->notes(), "execute 1 slow") > 0; }));
  CHECK(configuration->activate_configuration_set("fast"));
  CHECK(wait_until([&] { return std::ranges::count(both.noting->notes(), "execute 10 fast") > 0; }));
  CHECK(std::ranges::count(both.noting->notes(), "execute 10 slow") == 0);
  CHECK(both.noting->switch_off());
  CHECK(configuration->activate_configuration_set("default"));
  CHECK(both.noting->switch_on());
  CHECK(both.noting->notes().size() > 3);
  CHECK(std::ranges::count(both.noting->notes(), "activated 1") == 2);
}

TEST_CASE("contexts in other processes call a component's callbacks with their handle") {
  Both both(Pattern::client);
  const OpenRTM::DataFlowComponent_var component = both.references().back();
  // No program listens there, and none is called.
  const CORBA::Object_var dead = both.stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  const RTC::ExecutionContext_var elsewhere = RTC::ExecutionContext::_unchecked_narrow(dead.in());
  CHECK_FALSE(component->is_alive(elsewhere.in()));
  CHECK(component->get_context_handle(elsewhere.in()) == -1);
  const RTC::ExecutionContextHandle_t handle = component->attach_context(elsewhere.in());
  CHECK(handle == 1000);
  CHECK(component->attach_context(elsewhere.in()) == 1000);
  CHECK(component->get_context_handle(elsewhere.in()) == 1000);
  CHECK(component->is_alive(elsewhere.in()));
  CHECK(RTC::ExecutionContext_var(component->get_context(1000))->_is_equivalent(elsewhere.in()));
  CHECK(RTC::ExecutionContextList_var(component->get_participating_contexts())->length() == 1);
  CHECK(component->on_activated(handle) == RTC::RTC_OK);
  CHECK(component->on_execute(handle) == RTC::RTC_OK);
  CHECK(component->on_state_update(handle) == RTC::RTC_OK);
  CHECK(component->on_rate_changed(handle) == RTC::RTC_OK);
  both.noting->fails = true;
  CHECK(component->on_execute(handle) == RTC::RTC_ERROR);
  both.noting->fails = false;
  CHECK(component->on_deactivated(handle) == RTC::RTC_OK);
  CHECK(component->on_aborting(handle) == RTC::RTC_OK);
  CHECK(component->on_error(handle) == RTC::RTC_OK);
  CHECK(component->on_reset(handle) == RTC::RTC_OK);
  CHECK(component->on_startup(handle) == RTC::RTC_OK);
  CHECK(component->on_shutdown(handle) == RTC::RTC_OK);
  std::vector<std::string> notes = both.noting->notes();
  std::erase(notes, "startup");
  CHECK(notes == std::vector<std::string>{"activated 1", "execute 1 slow", "state_update", "rate_changed",
                                          "execute 1 slow", "deactivated", "aborting", "error", "reset", "shutdown"});
  CHECK(component->on_execute(4711) == RTC::BAD_PARAMETER);
  CHECK(component->detach_context(handle) == RTC::RTC_OK);
  CHECK(component->detach_context(handle) == RTC::BAD_PARAMETER);
  CHECK(component->on_execute(handle) == RTC::BAD_PARAMETER);
}

TEST_CASE("objects that are not contexts are not attached, and the number of contexts is limited") {
  Both both(Pattern::client);
  const OpenRTM::DataFlowComponent_var component = both.references().front();
  CHECK(component->attach_context(RTC::ExecutionContext::_nil()) == -1);
  CHECK(component->attach_context(
            RTC::ExecutionContext_var(RTC::ExecutionContext::_unchecked_narrow(component.in())).in()) == -1);
  CHECK_FALSE(component->is_alive(RTC::ExecutionContext::_nil()));
  CHECK(component->get_context_handle(RTC::ExecutionContext::_nil()) == -1);
  CORBA::Long last = 0;
  for (int i = 0; i != 1000 && last >= 0; ++i) {
    const CORBA::Object_var other =
        both.stage.orb->access().orb->string_to_object(("corbaloc::127.0.0.1:1/c" + std::to_string(i)).c_str());
    last =
        component->attach_context(RTC::ExecutionContext_var(RTC::ExecutionContext::_unchecked_narrow(other.in())).in());
  }
  CHECK(last == -1);
}

TEST_CASE("a component that gets exit() is removed from the network") {
  Both both(Pattern::client);
  const OpenRTM::DataFlowComponent_var component = both.references().back();
  CHECK(component->exit() == RTC::RTC_OK);
  CHECK(wait_until([&] {
    try {
      return static_cast<bool>(component->_non_existent());
    } catch (const CORBA::OBJECT_NOT_EXIST&) {
      return true;
    }
  }));
  CHECK(wait_until([&] { return both.stage.manager->components().empty(); }));
}
