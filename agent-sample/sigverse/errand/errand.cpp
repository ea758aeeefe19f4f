// SPDX-License-Identifier: Apache-2.0
//
// Runs errands (scenes/sigverse/errand.xml): a person says "bring me the can", and gets it if the robot can find it.
// The robot starts without knowing the flat. It looks around, drives to the edges of the known floor until it has seen
// the object, grasps it, and hands it over to the person who asked for it.
//
//     sigmake errand.cpp body.cpp command.cpp eyes.cpp floor_map.cpp -o Errand.so

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
#include "body.h"
#include "command.h"
#include "eyes.h"
#include "floor_map.h"

namespace errand {
namespace {

constexpr const char *kHandOfPerson = "RARM_LINK7";
constexpr double kBeforeHand = 8.0;  // cm between the centres of the person's hand and of the object handed over
constexpr double kRun = 12.0;        // cm that the robot drives straight ahead before it reaches for an object

/// The reason why a command cannot be carried out.
class Trouble : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An object to be reached, or a point in front of it, on the side from which the robot comes.
struct Target {
  Vector3d place;
  double before = 0.0;  ///< cm

  Vector3d from(double heading) const {
    return Vector3d(place.x() - before * std::sin(heading), place.y(), place.z() - before * std::cos(heading));
  }
};

/// The pose from which the robot can reach a point with its right hand.
struct Stand {
  FloorPlace before;     ///< kRun cm behind that place
  double heading = 0.0;  ///< rad
  double ahead = 0.0;    ///< distance of the point, cm
};

/// The cost of a heading, in cm of the path.
using Penalty = std::function<double(double heading)>;
using IsFound = std::function<bool()>;

}  // namespace

class Robot : public Controller {
 public:
  void onInit(InitEvent &) override {
    body_.begin(getRobotObj(myname()));
    eyes_.begin(this);
    map_.begin(body_.place());
    held_.clear();
    orders_.clear();
  }

  void onRecvSound(RecvSoundEvent &event) override {
    const std::unique_ptr<Text> text(getText(*event.getRawSound()));
    if (!text) return report("failed", "no service recognises speech");
    const std::string said = text->getString() ? text->getString() : "";
    report("heard", said);
    const Command command = understand(said);
    if (said.empty()) return report("failed", "it could not make out a word");
    if (command.what == Command::What::none) return report("failed", "it did not understand \"" + said + "\"");
    orders_.push_back({command, event.getCaller()});
  }

  double onAction(ActionEvent &) override {
    if (orders_.empty()) return 0.1;
    const Order order = orders_.front();
    orders_.pop_front();
    try {
      carry_out(order);
      report("done", "");
    } catch (const Trouble &trouble) {
      body_.stop();
      report("failed", trouble.what());
    }
    return 0.1;
  }

 private:
  struct Order {
    Command command;
    std::string from;
  };

  void carry_out(const Order &order) {
    // The request may come from a program.
    if (!getObj(order.from.c_str())) throw Trouble(order.from + " is not here");
    if (order.command.what == Command::What::bring) {
      const std::string thing = find(order.command.thing);
      fetch(thing);
      find_object(order.from);
      hand_over(thing, order.from);
    } else {
      find_object(order.from);
      come_to(order.from);
    }
  }

  /// Sends an event to all controllers and services, and to the log: "38.0 holds can".
  void report(const std::string &event, const std::string &what) {
    char time[32];
    std::snprintf(time, sizeof time, "%.1f ", getSimulationTime());
    const std::string text = time + event + (what.empty() ? "" : " ") + what;
    LOG_MSG(("%s", text.c_str()));
    broadcastMsg(text);
  }

  // ---- looking ------------------------------------------------------------------------------------------------------

  void look() {
    if (!eyes_.look(map_, held_)) throw Trouble("there is no service for its cameras");
  }

  /// The name of an object of that kind; empty as long as none has been seen.
  std::string known(const std::string &thing) const {
    for (const auto &[name, place] : eyes_.seen())
      if (is_called(name, thing) && name != held_) return name;
    return {};
  }

  std::string find(const std::string &thing) {
    search([&] { return !known(thing).empty(); }, thing);
    const std::string name = known(thing);
    report("sees", name);
    return name;
  }

  void find_object(const std::string &name) {
    search([&] { return eyes_.seen().count(name) != 0; }, name);
  }

  /// Looks around here, and then from the edges of the known floor.
  void search(const IsFound &is_found, const std::string &what) {
    if (is_found()) return;
    const double begun = getSimulationTime(), heading = body_.heading();
    look_around(is_found);
    while (!is_found() && !body_.turn_to(heading + M_PI)) body_.pause();
    if (!is_found()) look_around(is_found);
    map_.dismiss_unknown(body_.place());
    while (!is_found()) {
      constexpr double kLongest = 240.0;  // s
      map_.plan(body_.place());
      const std::optional<FloorPlace> goal = map_.nearest_unknown();
      if (!goal || getSimulationTime() - begun > kLongest)
        throw Trouble("it has looked everywhere and found no " + what);
      travel(*goal, is_found);
      look_around(is_found);
      map_.dismiss_unknown(*goal);
    }
    body_.stop();
  }

  void look_around(const IsFound &is_found) {
    body_.stop();
    for (const double angle : {0.0, 1.3, -1.3}) {
      while (!body_.turn_head(angle)) body_.pause();
      body_.pause();
      look();
      if (is_found()) break;
    }
    while (!body_.turn_head(0.0)) body_.pause();
  }

  // ---- driving ------------------------------------------------------------------------------------------------------

  /// Drives to the goal around all known obstacles, or until `is_found`. Returns false if there is no path, or the
  /// drive takes too long.
  bool travel(const FloorPlace &goal, const IsFound &is_found) {
    constexpr double kThere = 6.0, kLongest = 120.0;  // cm, s
    constexpr int kLooks = 8;                         // steps between two looks
    const double begun = getSimulationTime();
    std::vector<FloorPlace> path;
    for (int step = 0; !is_found(); ++step) {
      if (distance(body_.place(), goal) < kThere) break;
      if (step % kLooks == 0) {
        look();
        map_.plan(body_.place());
        path = map_.path(goal);
      }
      if (path.empty() || getSimulationTime() - begun > kLongest) {
        body_.stop();
        return false;
      }
      follow(path, goal);
      body_.pause();
    }
    body_.stop();
    return true;
  }

  /// Does one step along a path.
  void follow(const std::vector<FloorPlace> &path, const FloorPlace &goal) {
    constexpr double kLookAhead = 30.0, kMaxAngle = 0.5, kSlow = 2.0;
    const FloorPlace here = body_.place();
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < path.size(); ++i)
      if (distance(path[i], here) < distance(path[nearest], here)) nearest = i;
    std::size_t next = nearest;
    while (next + 1 < path.size() && distance(path[next], here) < kLookAhead) ++next;
    const FloorPlace to = next + 1 == path.size() ? goal : path[next];
    const double angle = std::remainder(std::atan2(to.x - here.x, to.z - here.z) - body_.heading(), 2.0 * M_PI);
    const double speed = std::fabs(angle) > kMaxAngle ? 0.0 : kSlow * distance(here, goal) * std::cos(angle);
    body_.drive(std::min(speed, room_ahead() ? 50.0 : 0.0), 3.0 * angle);
  }

  /// Whether the way is free for the next step.
  bool room_ahead() {
    constexpr double kStepAhead = 10.0;
    const FloorPlace here = body_.place();
    const double heading = body_.heading();
    const FloorPlace next{here.x + kStepAhead * std::sin(heading), here.z + kStepAhead * std::cos(heading)};
    return map_.clearance(next) >= FloorMap::kBody || map_.clearance(next) >= map_.clearance(here);
  }

  void back_off(double way) {
    const FloorPlace from = body_.place();
    while (distance(body_.place(), from) < way) {
      body_.drive(-25.0, 0.0);
      body_.pause();
    }
    body_.stop();
  }

  // ---- reaching -----------------------------------------------------------------------------------------------------

  /// The best place to stand so that the hand is at the target, by the current plan; nothing if there is none. The hand
  /// has that pitch, or points from the shoulder to the target.
  std::optional<Stand> stand_for(const Target &target, const Penalty &penalty, std::optional<double> pitch) const {
    constexpr int kHeadings = 36;
    constexpr double kNearest = 40.0, kFarthest = 80.0, kBest = 50.0, kSpare = 2.0;  // cm
    constexpr double kMinRoom = 32.0, kNarrow = 10.0;                                // cm to turn in, cm per cm
    std::optional<Stand> best;
    double least = 0.0;
    for (int i = 0; i < kHeadings; ++i) {
      const double heading = 2.0 * M_PI * i / kHeadings, sine = std::sin(heading), cosine = std::cos(heading);
      const Vector3d point = target.from(heading);
      for (double ahead = kNearest; ahead <= kFarthest; ahead += 4.0) {
        const double turn = pitch.value_or(Body::pitch_for(point.y(), ahead));
        const Body::Wrist wrist = Body::wrist_for(point.y(), ahead, turn);
        if (std::hypot(Body::kShoulder - wrist.up, wrist.ahead) > Body::kReach - kSpare) break;
        // A place behind the point at that distance, from which the point is in front of the right shoulder.
        const auto behind = [&](double way) {
          return FloorPlace{point.x() - way * sine + Body::kSide * cosine,
                            point.z() - way * cosine - Body::kSide * sine};
        };
        const FloorPlace before = behind(ahead + kRun);
        const std::optional<double> cost = map_.cost(before);
        const double room = map_.clearance(before);
        if (!cost || room < kMinRoom || map_.clearance(behind(ahead)) < FloorMap::kBody + kSpare) continue;
        const double narrow = kNarrow * std::max(0.0, FloorMap::kRadius - room);
        const double sum = *cost + std::fabs(ahead - kBest) + narrow + penalty(heading);
        if (best && sum >= least) continue;
        best = Stand{before, heading, ahead};
        least = sum;
      }
    }
    return best;
  }

  /// Drives to where the hand can reach the target, and moves the hand there. The object that the hand holds, or will
  /// hold, is kWristToThing ahead of the wrist. The robot must see the object there.
  void reach_for(const std::string &object, const std::function<Target()> &target, const Penalty &penalty,
                 std::optional<double> pitch) {
    constexpr int kAttempts = 8;
    std::vector<double> tried;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      map_.plan(body_.place());
      const auto stand = stand_for(
          target(), [&](double heading) { return penalty(heading) + tried_before(tried, heading); }, pitch);
      if (!stand) break;
      tried.push_back(stand->heading);
      if (!travel(stand->before, [] { return false; })) continue;
      while (!body_.turn_to(stand->heading)) body_.pause();
      look();
      if (!eyes_.sees(object)) continue;
      const Vector3d point = target().from(stand->heading);
      const double turn = pitch.value_or(Body::pitch_for(point.y(), stand->ahead));
      const Body::Wrist wrist = Body::wrist_for(point.y(), stand->ahead, turn);
      constexpr double kShort = 20.0;  // cm
      move_wrist({wrist.up + kShort * std::cos(turn), wrist.ahead - kShort * std::sin(turn), turn});
      while (!body_.bring(point, stand->ahead, -Body::kSide)) body_.pause();
      move_wrist(wrist);
      return;
    }
    throw Trouble("it cannot get near the " + object);
  }

  /// Gives a high cost to headings near one that was already tried, so that they are the last resort.
  static double tried_before(const std::vector<double> &tried, double heading) {
    constexpr double kNear = 0.3, kDear = 1e6;
    double sum = 0.0;
    for (const double other : tried)
      if (std::fabs(std::remainder(heading - other, 2.0 * M_PI)) < kNear) sum += kDear;
    return sum;
  }

  void move_wrist(const Body::Wrist &goal) {
    while (!body_.move_wrist(goal)) body_.pause();
    body_.pause();
    body_.move_wrist(goal);  // stops the joints
  }

  void fetch(const std::string &thing) {
    SimObj *const object = getObj(thing.c_str());
    const auto target = [object] {
      Vector3d place;
      return Target{object->getPosition(place), 0.0};
    };
    reach_for(
        thing, target, [&](double heading) { return crowd(thing, heading); }, std::nullopt);
    if (!body_.grasp(thing)) throw Trouble("it cannot hold the " + thing);
    held_ = thing;
    report("holds", thing);
    Body::Wrist wrist = body_.wrist();
    wrist.up += 8.0;
    move_wrist(wrist);
    back_off(kRun + 10.0);
    carry();
  }

  void carry() {
    Body::Wrist wrist = Body::kCarrying;
    wrist.pitch = body_.wrist().pitch;
    move_wrist(wrist);
  }

  /// The cost of headings from which other objects obstruct the arm.
  double crowd(const std::string &thing, double heading) const {
    constexpr double kArm = 14.0, kLength = 40.0, kWorse = 150.0;
    const Vector3d &place = eyes_.seen().at(thing);
    double sum = 0.0;
    for (const auto &[name, other] : eyes_.seen()) {
      const double x = other.x() - place.x(), z = other.z() - place.z();
      const double before = -(x * std::sin(heading) + z * std::cos(heading));
      const double beside = x * std::cos(heading) - z * std::sin(heading);
      if (name != thing && before > 0.0 && before < kLength && std::fabs(beside) < kArm &&
          std::fabs(other.y() - place.y()) < kArm)
        sum += kWorse;
    }
    return sum;
  }

  /// Brings the object in front of the person's hand, and releases it; the person takes it.
  void hand_over(const std::string &thing, const std::string &person) {
    SimObj *const receiver = getObj(person.c_str());
    if (!receiver->getParts(kHandOfPerson)) throw Trouble(person + " has no hand");
    Rotation turn;
    Vector3d front(0.0, 0.0, 1.0);
    front.rotate(receiver->getRotation(turn));
    const auto target = [receiver] {
      Vector3d hand;
      receiver->getPartsPosition(hand, kHandOfPerson);
      return Target{hand, kBeforeHand};
    };
    const auto penalty = [&front](double heading) {
      return 80.0 * (1.0 + front.x() * std::sin(heading) + front.z() * std::cos(heading));
    };
    reach_for(person, target, penalty, body_.wrist().pitch);
    body_.release();
    held_.clear();
    eyes_.forget(thing);
    report("gives", thing);
    body_.pause();
    Body::Wrist wrist = body_.wrist();
    wrist.ahead -= 20.0;
    move_wrist(wrist);
    back_off(kRun + 10.0);
    move_wrist(Body::kHanging);
  }

  void come_to(const std::string &person) {
    const Vector3d place = eyes_.seen().at(person);
    map_.plan(body_.place());
    const auto stand = stand_for(
        {Vector3d(place.x(), Body::kShoulder, place.z()), 0.0}, [](double) { return 0.0; }, std::nullopt);
    if (!stand || !travel(stand->before, [] { return false; })) throw Trouble("it cannot get near the " + person);
    while (!body_.turn_to(stand->heading)) body_.pause();
  }

  Body body_;
  Eyes eyes_;
  FloorMap map_;
  std::string held_;  ///< what the hand holds
  std::deque<Order> orders_;
};

}  // namespace errand

extern "C" Controller *createController() {
  return new errand::Robot;
}
