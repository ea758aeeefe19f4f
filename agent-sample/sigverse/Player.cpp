// SPDX-License-Identifier: Apache-2.0
//
// Two of these play with one ball, in turns: the player whose turn it is rolls at the ball and pushes it away, sends a
// message to the other and to the referee, and returns home.

#include <cmath>
#include <string>

#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

class Player : public Controller {
 public:
  void onInit(InitEvent &) {
    red_ = std::string(myname()) == "red";
    my_turn_ = red_;
  }

  double onAction(ActionEvent &) {
    SimObj *me = getObj(myname());
    Vector3d here, ball, speed;
    me->getPosition(here);
    getObj("ball")->getPosition(ball);
    me->getLinearVelocity(speed);

    const double home = red_ ? -200.0 : 200.0;
    const double x = my_turn_ ? ball.x() : home, z = my_turn_ ? ball.z() : 0.0;
    push(me, x - here.x(), z - here.z(), speed, my_turn_ ? 220.0 : 120.0);
    return 0.05;
  }

  void onCollision(CollisionEvent &event) {
    const CollisionEvent::WithC &with = event.getWith();
    for (size_t i = 0; i < with.size(); ++i) {
      if (with[i] != "ball" || !my_turn_) continue;
      my_turn_ = false;
      sendMsg(other(), "your turn");
      sendMsg("referee", "hit");
    }
  }

  void onRecvMsg(RecvMsgEvent &event) {
    if (std::string(event.getMsg()) != "your turn") return;
    my_turn_ = true;
    LOG_MSG(("%s has the turn", myname()));
  }

 private:
  std::string other() const { return red_ ? "blue" : "red"; }

  // The force that gives the wanted velocity: it acts for only one step of 0.01 s, and the next call comes after 0.05
  // s.
  void push(SimObj *me, double dx, double dz, const Vector3d &speed, double fastest) {
    const double distance = std::sqrt(dx * dx + dz * dz);
    const double wanted = 4.0 * distance < fastest ? 4.0 * distance : fastest;
    const double vx = distance > 1.0 ? dx / distance * wanted : 0.0;
    const double vz = distance > 1.0 ? dz / distance * wanted : 0.0;
    const double strength = 20.0 * me->getMass();
    me->addForce(strength * (vx - speed.x()), 0.0, strength * (vz - speed.z()));
  }

  bool red_, my_turn_;
};

extern "C" Controller *createController() {
  return new Player;
}
