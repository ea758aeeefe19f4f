// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/dynamics_simulator.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/rtm/control/bridge.h"
#include "gateways/rtm/corba/orb_access.h"
#include "spark/core/log.h"

namespace rtm {
namespace {

using Engine = OpenHRP::DynamicsSimulator;
using Numbers = std::vector<double>;

/// The property with the same name; nothing for POSITION_GIVEN, which is not data of a link, and for invalid types.
std::optional<Property> property_of(Engine::LinkDataType type) {
  switch (type) {
    case Engine::JOINT_VALUE:
      return Property::joint_value;
    case Engine::JOINT_VELOCITY:
      return Property::joint_velocity;
    case Engine::JOINT_ACCELERATION:
      return Property::joint_acceleration;
    case Engine::JOINT_TORQUE:
      return Property::joint_torque;
    case Engine::ABS_TRANSFORM:
      return Property::abs_transform;
    case Engine::ABS_VELOCITY:
      return Property::abs_velocity;
    case Engine::ABS_ACCELERATION:
      return Property::abs_acceleration;
    case Engine::EXTERNAL_FORCE:
      return Property::external_force;
    case Engine::CONSTRAINT_FORCE:
      return Property::constraint_force;
    default:
      return std::nullopt;
  }
}

bool is_of_joints(Property property) {
  return traits(property).owners == OwnerKind::joint;
}

/// The number of owners of this property that a robot has.
std::size_t owner_count(const RobotMap& map, Property property) {
  return is_of_joints(property) ? map.joints.size() : map.links.size();
}

template <typename Named>
std::optional<std::size_t> place_of(const std::vector<Named>& list, std::string_view name) {
  const auto found = std::ranges::find(list, name, &Named::name);
  if (found == list.end()) return std::nullopt;
  return static_cast<std::size_t>(found - list.begin());
}

std::optional<std::size_t> owner_named(const RobotMap& map, Property property, std::string_view name) {
  return is_of_joints(property) ? place_of(map.joints, name) : place_of(map.links, name);
}

/// Appends a number for each owner, also if its percept is missing, so that indices stay valid.
Numbers read_all(LinkReader& reader, Property property, std::size_t owners) {
  Numbers all;
  for (std::size_t i = 0; i != owners; ++i)
    if (!reader.read(property, i, all)) all.resize(all.size() + traits(property).numbers);
  return all;
}

OpenHRP::DblSequence* sequence_of(const Numbers& numbers) {
  OpenHRP::DblSequence_var sequence = new OpenHRP::DblSequence;
  sequence->length(static_cast<CORBA::ULong>(numbers.size()));
  std::ranges::copy(numbers, sequence->get_buffer());
  return sequence._retn();
}

/// Fills a sequence of arrays with `width` numbers each.
template <typename Arrays>
void copy_arrays(const Numbers& numbers, std::size_t width, Arrays& arrays) {
  arrays.length(static_cast<CORBA::ULong>(numbers.size() / width));
  for (CORBA::ULong i = 0; i != arrays.length(); ++i)
    for (std::size_t k = 0; k != width; ++k) arrays[i][static_cast<CORBA::ULong>(k)] = numbers[i * width + k];
}

}  // namespace

/// The state from which the object answers, and the values that have been set.
class DynamicsSimulator::State {
 public:
  State(spark::Log& log, const RobotSnapshots& others, const Settings& settings)
      : log_(log), others_(others), settings_(settings) {
    watchdog_.set(settings.watchdog, Neutral::zero);
  }

  // Called on threads of the ORB:

  /// The robot with that name. Null, with a complaint, if there is none, and also before its first sensation.
  RobotSnapshots::Snapshot find(const char* character) {
    const std::lock_guard lock(mutex_);
    check_end();
    if (character == settings_.robot) {
      if (!own_) complain("asks for its robot, which does not exist yet");
      return own_;
    }
    RobotSnapshots::Snapshot other = others_.find(character);
    if (!other) complain("asks for a robot '{}', which does not exist", spark::Printable{character});
    return other;
  }

  std::map<std::string, RobotSnapshots::Snapshot> characters() {
    const std::lock_guard lock(mutex_);
    check_end();
    std::map<std::string, RobotSnapshots::Snapshot> all;
    for (auto& [name, snapshot] : others_.all()) all.emplace(name, std::move(snapshot));
    if (own_) all[settings_.robot] = own_;
    return all;
  }

  Numbers link_data(const char* character, const char* link, Engine::LinkDataType type) {
    Numbers numbers;
    const auto robot = find(character);
    if (!robot) return numbers;
    if (type == Engine::POSITION_GIVEN) return mode_of(*robot, link);
    const auto property = property_of(type);
    if (!can_be_read(property)) return numbers;
    const auto owner = owner_named(robot->map(), *property, link);
    if (!owner)
      complain("asks for {} of '{}', and there is no such {} of robot '{}'", traits(*property).word,
               spark::Printable{link}, to_string(traits(*property).owners), character);
    else
      robot->look([&](LinkReader& reader, spark::Step) { reader.read(*property, *owner, numbers); });
    return numbers;
  }

  Numbers all_link_data(const char* character, Engine::LinkDataType type) {
    Numbers numbers;
    const auto robot = find(character);
    const auto property = property_of(type);
    if (!robot || !can_be_read(property)) return numbers;
    if (traits(*property).is_single) {
      complain("asks for {} of all links, which is read link by link", traits(*property).word);
      return numbers;
    }
    robot->look([&](LinkReader& reader, spark::Step) {
      numbers = read_all(reader, *property, owner_count(robot->map(), *property));
    });
    return numbers;
  }

  Numbers sensor_values(const char* character, const char* sensor) {
    Numbers numbers;
    const auto robot = find(character);
    if (!robot) return numbers;
    const RobotMap& map = robot->map();
    const std::pair<const std::vector<RobotMap::Sensor>*, Property> kinds[] = {
        {&map.force_sensors, Property::force_sensor},
        {&map.gyros, Property::rate_gyro_sensor},
        {&map.accelerometers, Property::acceleration_sensor},
        {&map.range_finders, Property::range_sensor}};
    for (const auto& [list, property] : kinds)
      if (const auto place = place_of(*list, sensor)) {
        robot->look(
            [&, property = property](LinkReader& reader, spark::Step) { reader.read(property, *place, numbers); });
        return numbers;
      }
    complain("asks for a sensor '{}', which robot '{}' does not have", spark::Printable{sensor}, character);
    return numbers;
  }

  void set_link_data(const char* character, const char* link, Engine::LinkDataType type,
                     std::span<const double> numbers) {
    const std::lock_guard lock(mutex_);
    if (!may_set(character)) return;
    if (type == Engine::POSITION_GIVEN) return set_position_given(link, numbers);
    const auto property = property_of(type);
    if (!can_be_set(property)) return;
    const auto owner = owner_named(own_->map(), *property, link);
    if (!owner)
      return refuse("sets {} of '{}', which its robot does not have", traits(*property).word, spark::Printable{link});
    const std::size_t needed = traits(*property).numbers;
    if (numbers.size() < needed)
      return refuse("sets {} of {} with {} numbers, expected {}", traits(*property).word, spark::printable(link),
                    numbers.size(), needed);
    if (!are_finite(*property, numbers.first(needed))) return;
    if (!writer_->can_set(*property, *owner))
      return refuse("sets {} of {}, which has no {}", traits(*property).word, spark::printable(link),
                    effector_class(*property));
    set(*property, *owner, numbers.first(needed));
  }

  void set_all_link_data(const char* character, Engine::LinkDataType type, std::span<const double> numbers) {
    const std::lock_guard lock(mutex_);
    if (!may_set(character)) return;
    const auto property = property_of(type);
    if (!can_be_set(property)) return;
    const std::size_t width = traits(*property).numbers;
    const std::size_t count = std::min(owner_count(own_->map(), *property), numbers.size() / width);
    if (!are_finite(*property, numbers.first(count * width))) return;
    bool any = count == 0;
    for (std::size_t i = 0; i != count; ++i)
      if (writer_->can_set(*property, i)) {
        set(*property, i, numbers.subspan(i * width, width));
        any = true;
      }
    if (!any) refuse("sets {} of a robot that has no {}", traits(*property).word, effector_class(*property));
  }

  void set_all_modes(const char* character, Engine::JointDriveMode mode) {
    const std::lock_guard lock(mutex_);
    check_end();
    const Mode wanted = mode == Engine::TORQUE_MODE ? Mode::torque : Mode::high_gain;
    // Controllers set the mode before the first period, when the robot may not exist yet.
    if (character == settings_.robot && !own_) {
      mode_of_all_ = wanted;
      return;
    }
    if (!may_set(character)) return;
    for (std::size_t joint = 0; joint != modes_.size(); ++joint) set_mode(joint, wanted);
  }

  const Settings& settings() const { return settings_; }

  // Called on the thread of the robot:

  void meet(const RobotBody& body) {
    const std::lock_guard lock(mutex_);
    own_ = std::make_shared<RobotSnapshot>(body.map, settings_.step_seconds);
    own_->look([&](LinkReader& reader, spark::Step) {
      writer_.emplace(own_->map(), body.effectors, reader, settings_.period_seconds);
    });
    modes_.assign(body.map.joints.size(), Mode::either);
  }

  void begin(const Sensation& sensation) {
    const std::lock_guard lock(mutex_);
    if (!own_) return;
    step_ = sensation.step;
    own_->take(sensation.step, sensation.percepts, episode_);
    if (const auto mode = std::exchange(mode_of_all_, std::nullopt))
      for (std::size_t joint = 0; joint != modes_.size(); ++joint) set_mode(joint, *mode);
  }

  void make_orders(Answer& answer) {
    const std::lock_guard lock(mutex_);
    if (!writer_) return;
    const auto now = time_of_step(step_, settings_.step_seconds);
    if (std::exchange(was_set_, false)) watchdog_.value_came(now);
    if (watchdog_.expires(now)) {
      for (const auto& [property, owner] : driven_) writer_->stop(property, owner);
      driven_.clear();
      log_.complain(settings_.controller + ": watchdog",
                    "it has set nothing for {} ms of simulated time; what it has driven is made safe",
                    std::chrono::duration_cast<std::chrono::milliseconds>(settings_.watchdog).count());
    }
    // Some actions start from the robot's present state.
    own_->look([&](LinkReader&, spark::Step) { writer_->make_orders(answer); });
  }

  void restart() {
    const std::lock_guard lock(mutex_);
    if (!writer_) return;
    ++episode_;
    own_->look([&](LinkReader&, spark::Step) { writer_->restart(); });
    std::ranges::fill(modes_, Mode::either);
    mode_of_all_.reset();
    driven_.clear();
    was_set_ = false;
    watchdog_.restart();
  }

  void end() {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    if (writer_) clamped_ = writer_->clamped();
    writer_.reset();
  }

  std::uint64_t refusals() const {
    const std::lock_guard lock(mutex_);
    return refusals_;
  }
  std::uint64_t clamped() const {
    const std::lock_guard lock(mutex_);
    return writer_ ? writer_->clamped() : clamped_;
  }

 private:
  enum class Mode : std::uint8_t { either, torque, high_gain };

  void check_end() const {
    if (has_ended_) throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_NO);
  }

  template <typename... Args>
  void complain(fmt::format_string<Args...> format, Args&&... args) {
    log_.complain(settings_.controller, format, std::forward<Args>(args)...);
  }
  /// Called with the lock.
  template <typename... Args>
  void refuse(fmt::format_string<Args...> format, Args&&... args) {
    ++refusals_;
    complain(format, std::forward<Args>(args)...);
  }

  bool can_be_read(std::optional<Property> property) {
    if (property && traits(*property).has_out) return true;
    complain("asks for {}, which cannot be read", property ? traits(*property).word : "no type of data");
    return false;
  }

  // Called with the lock:

  bool may_set(const char* character) {
    check_end();
    if (character != settings_.robot) {
      refuse("sets data of '{}', but commands no robot other than '{}'", spark::Printable{character}, settings_.robot);
      return false;
    }
    if (!writer_) refuse("sets data of its robot, which does not exist yet");
    return writer_.has_value();
  }

  bool can_be_set(std::optional<Property> property) {
    if (property && traits(*property).has_in) return true;
    refuse("sets {}, which cannot be set", property ? traits(*property).word : "no type of data");
    return false;
  }

  bool are_finite(Property property, std::span<const double> numbers) {
    if (std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); })) return true;
    refuse("sets {} to a number that is not finite", traits(property).word);
    return false;
  }

  /// Whether the mode of a joint permits setting the property.
  bool obeys(Property property, std::size_t owner) const {
    if (!is_of_joints(property) || modes_[owner] == Mode::either) return true;
    return (modes_[owner] == Mode::torque) == (property == Property::joint_torque);
  }

  void set(Property property, std::size_t owner, std::span<const double> numbers) {
    if (!obeys(property, owner)) return;
    writer_->set(property, owner, numbers);
    driven_.emplace(property, owner);
    was_set_ = true;
  }

  void set_position_given(const char* link, std::span<const double> numbers) {
    const auto joint = place_of(own_->map().joints, link);
    if (!joint) return refuse("sets POSITION_GIVEN of '{}', which is not a joint of its robot", spark::Printable{link});
    if (numbers.empty() || !std::isfinite(numbers.front()))
      return refuse("sets POSITION_GIVEN of {} to no number", spark::printable(link));
    set_mode(*joint, numbers.front() > 0 ? Mode::high_gain : Mode::torque);
  }

  /// In high-gain mode the motor first holds the joint at its position; in torque mode it begins with zero torque.
  void set_mode(std::size_t joint, Mode mode) {
    const auto property = mode == Mode::torque ? Property::joint_torque : Property::joint_value;
    if (!writer_->can_set(property, joint))
      return refuse("sets the mode of {}, which has no {}", own_->map().joints[joint].name, effector_class(property));
    if (std::exchange(modes_[joint], mode) == mode) return;
    Numbers at_first;
    if (mode == Mode::high_gain)
      own_->look([&](LinkReader& reader, spark::Step) { reader.read(property, joint, at_first); });
    else
      at_first.push_back(0.0);
    if (!at_first.empty()) writer_->set(property, joint, at_first);
  }

  Numbers mode_of(const RobotSnapshot& robot, const char* link) {
    const std::lock_guard lock(mutex_);
    const auto joint = &robot == own_.get() ? place_of(robot.map().joints, link) : std::nullopt;
    if (joint) return {modes_[*joint] == Mode::high_gain ? 1.0 : 0.0};
    complain("asks for POSITION_GIVEN of '{}', which is not a joint of its robot", spark::Printable{link});
    return {};
  }

  spark::Log& log_;
  const RobotSnapshots& others_;
  const Settings settings_;
  mutable std::mutex mutex_;
  std::shared_ptr<RobotSnapshot> own_;  ///< null before its first sensation
  std::optional<LinkWriter> writer_;    ///< while the controller's own robot and the object exist
  std::vector<Mode> modes_;             ///< of joints
  std::optional<Mode> mode_of_all_;     ///< set before the robot existed
  std::set<std::pair<Property, std::size_t>> driven_;
  bool was_set_ = false;  ///< since the last `make_orders`
  Watchdog watchdog_;
  spark::Step step_ = 0;
  std::int64_t episode_ = 0;  ///< the number of the episode
  std::uint64_t refusals_ = 0;
  std::uint64_t clamped_ = 0;  ///< torques that the writer had clamped when the object ended
  bool has_ended_ = false;
};

class DynamicsSimulator::Servant final : public POA_OpenHRP::DynamicsSimulator {
 public:
  explicit Servant(std::shared_ptr<State> state) : state_(std::move(state)) {}

  void getCharacterSensorState(const char* character, OpenHRP::SensorState_out state) override;
  void getCharacterSensorValues(const char* character, const char* sensor, OpenHRP::DblSequence_out values) override {
    values = sequence_of(state_->sensor_values(character, sensor));
  }
  void getCharacterLinkData(const char* character, const char* link, Engine::LinkDataType type,
                            OpenHRP::DblSequence_out values) override {
    values = sequence_of(state_->link_data(character, link, type));
  }
  void setCharacterLinkData(const char* character, const char* link, Engine::LinkDataType type,
                            const OpenHRP::DblSequence& values) override {
    state_->set_link_data(character, link, type, {values.get_buffer(), values.length()});
  }
  void getCharacterAllLinkData(const char* character, Engine::LinkDataType type,
                               OpenHRP::DblSequence_out values) override {
    values = sequence_of(state_->all_link_data(character, type));
  }
  void setCharacterAllLinkData(const char* character, Engine::LinkDataType type,
                               const OpenHRP::DblSequence& values) override {
    state_->set_all_link_data(character, type, {values.get_buffer(), values.length()});
  }
  void setCharacterAllJointModes(const char* character, Engine::JointDriveMode mode) override {
    state_->set_all_modes(character, mode);
  }
  void getGVector(OpenHRP::DblSequence3_out gravity) override;
  void getWorldState(OpenHRP::WorldState_out state) override;

 private:
  static void add_collisions(const std::string& robot, const RobotMap& map, LinkReader& reader,
                             OpenHRP::CollisionSequence& collisions);

  const std::shared_ptr<State> state_;
};

void DynamicsSimulator::Servant::getCharacterSensorState(const char* character, OpenHRP::SensorState_out state) {
  OpenHRP::SensorState_var found = new OpenHRP::SensorState;
  if (const auto robot = state_->find(character))
    robot->look([&](LinkReader& reader, spark::Step step) {
      if (step < 0) return;
      const RobotMap& map = robot->map();
      const auto joints = [&](Property property) {
        const OpenHRP::DblSequence_var numbers = sequence_of(read_all(reader, property, map.joints.size()));
        return OpenHRP::DblSequence(numbers.in());
      };
      found->q = joints(Property::joint_value);
      found->dq = joints(Property::joint_velocity);
      found->u = joints(Property::joint_torque);
      copy_arrays(read_all(reader, Property::force_sensor, map.force_sensors.size()), 6, found->force);
      copy_arrays(read_all(reader, Property::rate_gyro_sensor, map.gyros.size()), 3, found->rateGyro);
      copy_arrays(read_all(reader, Property::acceleration_sensor, map.accelerometers.size()), 3, found->accel);
      found->range.length(static_cast<CORBA::ULong>(map.range_finders.size()));
      for (CORBA::ULong i = 0; i != found->range.length(); ++i) {
        Numbers distances;
        reader.read(Property::range_sensor, i, distances);
        const OpenHRP::DblSequence_var scan = sequence_of(distances);
        found->range[i] = scan.in();
      }
    });
  state = found._retn();
}

void DynamicsSimulator::Servant::getGVector(OpenHRP::DblSequence3_out gravity) {
  OpenHRP::DblSequence3_var upwards = new OpenHRP::DblSequence3;
  upwards->length(3);
  for (CORBA::ULong i = 0; i != 3; ++i) upwards[i] = 0.0 - state_->settings().gravity[i];
  gravity = upwards._retn();
}

void DynamicsSimulator::Servant::getWorldState(OpenHRP::WorldState_out state) {
  OpenHRP::WorldState_var world = new OpenHRP::WorldState;
  world->time = 0.0;
  for (const auto& [name, robot] : state_->characters())
    robot->look([&, &name = name, &robot = robot](LinkReader& reader, spark::Step step) {
      if (step < 0) return;
      if (name == state_->settings().robot) world->time = static_cast<double>(step) * state_->settings().step_seconds;
      const CORBA::ULong place = world->characterPositions.length();
      world->characterPositions.length(place + 1);
      OpenHRP::CharacterPosition& position = world->characterPositions[place];
      position.characterName = name.c_str();
      const RobotMap& map = robot->map();
      const Numbers transforms = read_all(reader, Property::abs_transform, map.links.size());
      position.linkPositions.length(static_cast<CORBA::ULong>(map.links.size()));
      for (CORBA::ULong i = 0; i != position.linkPositions.length(); ++i) {
        const auto numbers = std::span(transforms).subspan(std::size_t{12} * i, 12);
        std::ranges::copy(numbers.first(3), position.linkPositions[i].p);
        std::ranges::copy(numbers.subspan(3), position.linkPositions[i].R);
      }
      add_collisions(name, map, reader, world->collisions);
    });
  state = world._retn();
}

/// Contacts are measured by links, without the other object: its name stays empty. The normal is the direction of the
/// force.
void DynamicsSimulator::Servant::add_collisions(const std::string& robot, const RobotMap& map, LinkReader& reader,
                                                OpenHRP::CollisionSequence& collisions) {
  constexpr std::size_t kOfContact = 6;  // point, force
  for (std::size_t link = 0; link != map.links.size(); ++link) {
    Numbers contacts;
    if (!reader.read(Property::constraint_force, link, contacts) || contacts.size() < kOfContact) continue;
    const CORBA::ULong place = collisions.length();
    collisions.length(place + 1);
    OpenHRP::Collision& collision = collisions[place];
    collision.pair.charName1 = robot.c_str();
    collision.pair.linkName1 = map.links[link].name.c_str();
    collision.pair.tolerance = 0.0;
    collision.points.length(static_cast<CORBA::ULong>(contacts.size() / kOfContact));
    for (CORBA::ULong i = 0; i != collision.points.length(); ++i) {
      const auto contact = std::span(contacts).subspan(kOfContact * i, kOfContact);
      const double force = std::hypot(contact[3], contact[4], contact[5]);
      for (std::size_t k = 0; k != 3; ++k) {
        collision.points[i].position[k] = contact[k];
        collision.points[i].normal[k] = force > 0.0 ? contact[3 + k] / force : 0.0;
      }
      collision.points[i].idepth = 0.0;
    }
  }
}

DynamicsSimulator::DynamicsSimulator(Orb& orb, const RobotSnapshots& others, const Settings& settings)
    : orb_(orb),
      key_("DynamicsSimulator/" + settings.controller),
      state_(std::make_shared<State>(orb.log(), others, settings)) {
  const PortableServer::ServantBase_var servant = new Servant(state_);
  const CORBA::Object_var object = orb_.access().add(servant.in(), key_);
  reference_ = OpenHRP::DynamicsSimulator::_narrow(object.in());
}

DynamicsSimulator::~DynamicsSimulator() {
  end();
}

void DynamicsSimulator::meet(const RobotBody& body) {
  state_->meet(body);
}

void DynamicsSimulator::begin(const Sensation& sensation) {
  state_->begin(sensation);
}

void DynamicsSimulator::make_orders(Answer& answer) {
  state_->make_orders(answer);
}

void DynamicsSimulator::restart() {
  state_->restart();
}

void DynamicsSimulator::end() {
  orb_.access().remove(key_);
  state_->end();
}

std::uint64_t DynamicsSimulator::refusals() const {
  return state_->refusals();
}

std::uint64_t DynamicsSimulator::clamped() const {
  return state_->clamped();
}

}  // namespace rtm
