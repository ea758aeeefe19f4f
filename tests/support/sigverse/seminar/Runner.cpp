// SPDX-License-Identifier: Apache-2.0
// Runs in circles while others sleep
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
#include <iostream>
#include <fstream>

#define RADIUS 50.0
#define STEPS 20

static double course[STEPS][2];

class Runner : public Controller {
public:
  void onInit(InitEvent &evt);
  double onAction(ActionEvent &evt);
  void onCollision(CollisionEvent &evt);
private:
  SimObj *me;
  Vector3d centre;
  int step, bumps;
};

void Runner::onInit(InitEvent &evt)
{
  me = getObj(myname());
  me->getPosition(centre);
  step = bumps = 0;
  for (int i = 0; i < STEPS; i++) {
    course[i][0] = RADIUS * sin(2.0 * M_PI * i / STEPS);
    course[i][1] = RADIUS * cos(2.0 * M_PI * i / STEPS);
  }
}

double Runner::onAction(ActionEvent &evt)
{
  int i = step++ % STEPS;
  Vector3d pos(centre);
  pos.shift(course[i][0], 0.0, course[i][1]);
  me->setPosition(pos);
  if (i == 0) {
    std::ofstream lap("laps.txt", step == 1 ? std::ios::out : std::ios::app);
    lap << "lap " << step / STEPS << " at " << evt.time() << std::endl;
    std::cout << "lap " << step / STEPS << " bumps " << (bumps > 0) << "\n";
    sendMsg("sleeper", "wake up");
  }
  return 0.1;
}

void Runner::onCollision(CollisionEvent &evt)
{
  bumps++;
}

extern "C" Controller * createController() { return new Runner; }
