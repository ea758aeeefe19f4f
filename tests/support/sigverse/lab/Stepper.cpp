// SPDX-License-Identifier: Apache-2.0
// Steps the world by hand: autostep has to be off
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

class Stepper : public Controller {
public:
  void onInit(InitEvent &evt) { n = 0; }
  double onAction(ActionEvent &evt);
private:
  int n;
};

double Stepper::onAction(ActionEvent &evt)
{
  if (n >= 5) return 1.0;
  SimObj *stone = getObj("stone");
  double before = getSimulationTime();
  for (int i = 0; i < 10; i++) {
    if (n % 2 == 0) worldStep(0.01);
    else worldQuickStep(0.01);
  }
  Vector3d p;
  stone->getPosition(p);
  LOG_MSG(("%d: %.2f s, stone at %.2f", n, getSimulationTime() - before, p.y()));
  n++;
  return 0.0;
}

extern "C" Controller * createController() { return new Stepper; }
