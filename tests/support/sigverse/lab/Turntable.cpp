// SPDX-License-Identifier: Apache-2.0
// Turns itself and looks around with its cameras
#include "ControllerEvent.h"
#include "Controller.h"
#include "Logger.h"
#include "vecutil.h"

#define PI 3.1415926535
#define DEG(r) ((r) * 180.0 / PI)

class Turntable : public Controller {
public:
  void onInit(InitEvent &evt);
  double onAction(ActionEvent &evt);
private:
  SimObj *m_my;
  int m_count;
  Vector3d m_front;
};

void Turntable::onInit(InitEvent &evt)
{
  m_my = getObj(myname());
  m_count = 0;
  m_front.set(0.0, 0.0, 1.0);
  Vector3d cam, dir;
  m_my->getCamPos(cam, 1);
  m_my->getCamDir(dir, 2);
  LOG_MSG(("camera 1 at (%.1f, %.1f, %.1f) on %s, camera 2 to (%.1f, %.1f, %.1f), fov %.0f", cam.x(), cam.y(), cam.z(),
           m_my->getCameraLinkName(1).c_str(), dir.x(), dir.y(), dir.z(), m_my->getCamFOV(2)));
}

double Turntable::onAction(ActionEvent &evt)
{
  Rotation rot;
  m_my->getRotation(rot);
  if (m_count < 4) {
    // 30 degrees each time, by three different ways
    if (m_count == 0) m_my->setAxisAndAngle(0.0, 1.0, 0.0, PI / 6);
    else if (m_count == 1) m_my->setAxisAndAngle(0.0, 1.0, 0.0, PI / 6, 0.0);
    else if (m_count == 2) {
      Rotation more;
      more.setAxisAndAngle(0.0, 1.0, 0.0, PI / 6);
      rot *= more;
      m_my->setRotation(rot);
    } else {
      double half = PI / 3;
      dReal q[4] = { cos(half), 0.0, sin(half), 0.0 };
      m_my->setEntityQuaternion(q);
    }
    m_my->getRotation(rot);
    Vector3d front = m_front;
    rot.apply(front);
    Vector3d dx(0.5, 0.0, 0.0);
    front += dx * m_count;
    front = front - dx * m_count;
    LOG_MSG(("yaw %.1f, front (%.2f, %.2f, %.2f), dot %.2f", DEG(yaw(rot)), front.x(), front.y(), front.z(), dot(front, m_front)));
    m_my->setCamDir(0.0, 0.0, -1.0, 1);
    m_my->setCamFOV(30.0 + 10.0 * m_count, 1);
    m_count++;
    return 0.5;
  }
  Vector3d dir;
  m_my->getCamera1ViewVector(dir);
  LOG_MSG(("looks back %s, fov %.0f", dir == Vector3d(0, 0, -1) ? "yes" : "no", m_my->getCamFOV()));
  return 100.0;
}

extern "C" Controller * createController() { return new Turntable; }
