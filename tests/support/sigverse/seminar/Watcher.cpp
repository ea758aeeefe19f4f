// SPDX-License-Identifier: Apache-2.0
// Asks for all that its body and the services of this room may have
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
#include "ViewImage.h"
#include "RawSound.h"
#include "JointForce.h"

class Watcher : public Controller {
public:
  void onInit(InitEvent &evt) { round = 0; view = NULL; my = getRobotObj(myname()); }
  double onAction(ActionEvent &evt);
  void joints();
  void hands();
  void eyes();
private:
  RobotObj *my;
  ViewService *view;
  int round;
};

void Watcher::joints()
{
  Vector3d pos(1, 2, 3);
  double w = 1, x = 0, y = 0, z = 0;
  my->setJointAngle("LARM_JOINT1", -1.57);
  my->setJointVelocity("LARM_JOINT1", -1.57, 0.0);
  my->setJointQuaternion("HEAD_JOINT1", 1, 0, 0, 0);
  my->addJointTorque("RARM_JOINT1", 100.0);
  my->setAngularVelocityToParts("RARM_LINK7", 0.1, 10.0);
  std::map<std::string, double> angles = my->getAllJointAngles();
  LOG_MSG(("joints %d, angle %.2f, position %d, quaternion %d, parts %d", (int)angles.size(), my->getJointAngle("LARM_JOINT1"),
           my->getJointPosition(pos, "LARM_JOINT1"), my->getPartsQuaternion(w, x, y, z, "RARM_LINK7"),
           my->getPartsPosition(pos, "RARM_LINK7")));
  LOG_MSG(("pointing %d", my->getPointingVector(pos, "RARM_JOINT4", "RARM_JOINT7")));
}

void Watcher::hands()
{
  JointForce mine, other;
  my->connectJoint("hold", "RARM_LINK7", "cup", "body");
  LOG_MSG(("joint force %d", my->getJointForce("hold", mine, other)));
  my->releaseJoint("hold");
  CParts *hand = my->getParts("RARM_LINK7");
  CParts *body = my->getMainParts();
  LOG_MSG(("hand %s, body %s", hand == NULL ? "missing" : hand->name(), body == NULL ? "missing" : body->name()));
  LOG_MSG(("grasp %d, nothing %d", body->graspObj("cup"), body->graspObj("nothing")));
  LOG_MSG(("grasped %d, collision %d", getObj("cup")->getIsGrasped(), body->getCollisionState()));
  body->releaseObj();
  my->setWheel(10.0, 10.0);
  my->setWheelVelocity(3.14, 3.14);
  LOG_MSG(("wheels %d", setWheelProperty("LEFT", 0, 5, 1, 0, 0, 100, "RIGHT", 0, 5, 1, 0, 0, 100)));
  differentialWheelsSetSpeed(1.0, 1.0);
}

void Watcher::eyes()
{
  std::vector<std::string> seen;
  bool any = detectEntities(seen);
  ViewImage *img = captureView(COLORBIT_24, IMAGE_320X240);
  if (img != NULL) {
    char fname[256];
    sprintf(fname, "image%03d.bmp", round);
    img->saveAsWindowsBMP(fname);
    delete img;
  }
  if (view == NULL && checkService("SIGViewer")) view = (ViewService*)connectToService("SIGViewer");
  BaseService *srv = connectToService("SIGViewer");
  LOG_MSG(("seen %d (%d), picture %s, service %s", any, (int)seen.size(), img ? "yes" : "no", srv ? "yes" : "no"));
  LOG_MSG(("told %d", broadcastMsgToSrv("look")));
  RawSound sound;
  LOG_MSG(("wave %s", sound.loadWaveFile("voice.wav") ? "loaded" : "missing"));
}

double Watcher::onAction(ActionEvent &evt)
{
  if (round == 0) joints();
  if (round == 1) hands();
  if (round == 2) eyes();
  Vector3d pos;
  my->getPosition(pos);
  if (++round == 4) LOG_MSG(("still at (%.1f, %.1f, %.1f)", pos.x(), pos.y(), pos.z()));
  return round < 4 ? 0.2 : 1000.0;
}

extern "C" Controller * createController() { return new Watcher; }
