// SPDX-License-Identifier: Apache-2.0
// 風船: 上向きの重力で天井まで上がる
#include <Controller.h>
#include <ControllerEvent.h>
#include <Logger.h>
#include <stdio.h>

class Balloon : public Controller {
public:
  void onInit(InitEvent &evt);
  double onAction(ActionEvent &evt);
  void onCollision(CollisionEvent &evt);
private:
  FILE *fp;
  SimObj *obj;
  bool landed, heavy;
};

void Balloon::onInit(InitEvent &)
{
  obj = getObj(myname());
  landed = heavy = false;
  fp = fopen("height.csv", "w");
  if (fp) fprintf(fp, "time,y,vy\n");
}

double Balloon::onAction(ActionEvent &evt)
{
  Vector3d pos, vel;
  obj->getPosition(pos);
  obj->getLinearVelocity(vel);
  if (fp) {
    fprintf(fp, "%.2f,%.3f,%.3f\n", evt.time(), pos.y(), vel.y());
    fflush(fp);
  }
  if (landed && !heavy && evt.time() > 2.0) {
    // 重力を切って下へ押す
    obj->setGravityMode(false);
    obj->setMass(2.0);
    obj->setVelocity(0.0, -50.0, 0.0);
    heavy = true;
    LOG_MSG(("gravity %s, mass %.1f", obj->getGravityMode() ? "on" : "off", obj->getMass()));
  }
  if (evt.time() > 3.0 && heavy) {
    obj->getLinearVelocity(vel);
    LOG_DEBUG1(("still %.1f", vel.y()));
  }
  return 0.1;
}

void Balloon::onCollision(CollisionEvent &evt)
{
  for (size_t i = 0; i < evt.getWith().size(); i++) {
    if (landed) continue;
    landed = true;
    LOG_MSG(("touched %s at %.2f", evt.getWith()[i].c_str(), evt.time()));
  }
}

extern "C" Controller * createController () { return new Balloon; }
