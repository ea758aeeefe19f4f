// SPDX-License-Identifier: Apache-2.0
/* ã ÇìÀÇ≠ÅDï«Ç…ìñÇΩÇ¡ÇΩÇÁêîÇ¶ÇÈ */
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
#include "SimObj.h"
#include "vecutil.h"
#include <set>

#define ARY_SIZE(ARY) ((int)(sizeof(ARY) / sizeof(ARY[0])))

using namespace std;

static const char *balls[] = { "ball_1", "ball_2", "ball_3" };
static double power[] = { 60.0, 75.0, 90.0 };

class Striker : public Controller {
public:
  Striker() : my(NULL), next(0), shots(0), last(0.0) {}
  void onInit(InitEvent &evt);
  double onAction(ActionEvent &evt);
  void onCollision(CollisionEvent &evt);
  void printPositions(double t);

private:
  SimObj *my;
  int next, shots;
  double last;
  set<string> touched;
};

void Striker::onInit(InitEvent &evt)
{
  my = getObj(myname());
  next = shots = 0;
  last = 0.0;
  touched.clear();
  LOG_MSG(("mass %.2f kg, radius %.1f cm", my->mass(), ((SphereParts*)my->getMainParts())->getRad()));
}

void Striker::printPositions(double t)
{
  printf("%.2f", t);
  for (int i = 0; i < ARY_SIZE(balls); i++) {
    Vector3d p;
    getObj(balls[i])->getPosition(p);
    printf(" %s (%.1f, %.1f)", balls[i], p.x(), p.z());
  }
  printf("\n");
}

double Striker::onAction(ActionEvent &evt)
{
  Vector3d v;
  my->getVelocity(v);
  printPositions(evt.time());
  if ((v.length() > 5.0 && evt.time() - last < 3.0) || next >= ARY_SIZE(balls)) return 0.5;

  // éüÇÃã Ç÷
  Vector3d p, q;
  my->getPosition(p);
  getObj(balls[next])->getPosition(q);
  Vector3d d = q - p;
  d.y(0.0);
  if (d.length() < 1.0) return 0.5;
  d = d.normalize() * power[next];
  my->setVelocity(d.x(), 0.0, d.z());
  shots++;
  LOG_MSG(("shot %d at %s, angle %.3f", shots, balls[next], d.angle(Vector3d(0.0, 0.0, 1.0))));
  next++;
  last = evt.time();
  return 0.5;
}

void Striker::onCollision(CollisionEvent &evt)
{
  const vector<string> &with = evt.getWith();
  const vector<string> &parts = evt.getWithParts();
  for (unsigned int i = 0; i < with.size(); i++) {
    if (with[i] == "table" || !touched.insert(with[i]).second) continue;
    LOG_MSG(("hit %s (%s) with %s", with[i].c_str(), parts[i].c_str(), evt.getMyParts()[i].c_str()));
    sendMsg("dice", "hit " + with[i]);
  }
}

extern "C" Controller * createController() { return new Striker; }
