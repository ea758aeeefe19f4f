// SPDX-License-Identifier: Apache-2.0
// お掃除ロボット: 合図が来たら一番近いゴミへ行き，つかもうとする
#include "ControllerEvent.h"
#include "Controller.h"
#include "Logger.h"
#include <algorithm>
#include <math.h>

using namespace std;

#define DEG2RAD(DEG) ( (M_PI) * (DEG) / 180.0 )
#define MAX_TRY 3

class CleanUpRobot : public Controller {
public:
  void onInit(InitEvent &evt);
  double onAction(ActionEvent &evt);
  void onRecvMsg(RecvMsgEvent &evt);
  void onCollision(CollisionEvent &evt);

  // 一番近いゴミの名前
  string nearestTrash(const Vector3d &from);
  // 目標の向き(y軸まわり)
  double direction(const Vector3d &from, const Vector3d &to);

private:
  RobotObj *m_my;
  ViewService *m_view;
  BaseService *m_recog;
  vector<string> m_entities;
  string m_target;
  int m_state;
  int m_try;
  double m_time;
  double m_speed;
  bool m_grasp;
  int m_hits;
};

void CleanUpRobot::onInit(InitEvent &evt)
{
  (void)evt;
  m_my = getRobotObj(myname());
  m_my->setWheel(10.0, 10.0);
  m_view = NULL;
  m_recog = NULL;
  m_state = 0;
  m_try = 0;
  m_time = 0.0;
  m_speed = 40.0;
  m_grasp = false;
  m_hits = 0;
  m_entities.clear();
  srand((unsigned)time(NULL));
  getAllEntities(m_entities);
  LOG_MSG(("%s: %d entities", myname(), (int)m_entities.size()));
}

string CleanUpRobot::nearestTrash(const Vector3d &from)
{
  double best = 1.0e10;
  string name;
  for (vector<string>::iterator it = m_entities.begin(); it != m_entities.end(); it++) {
    if (it->compare(0, 6, "trash_") != 0) continue;
    SimObj *obj = getObj(it->c_str());
    if (obj == NULL) continue;
    Vector3d pos;
    obj->getPosition(pos);
    pos -= from;
    pos.y(0.0);
    if (pos.length() < best) {
      best = pos.length();
      name = *it;
    }
  }
  return name;
}

double CleanUpRobot::direction(const Vector3d &from, const Vector3d &to)
{
  Vector3d tmpp = to;
  tmpp -= from;
  return atan2(tmpp.x(), tmpp.z());
}

double CleanUpRobot::onAction(ActionEvent &evt)
{
  // サービスが使えるか調べる
  if (m_view == NULL && checkService("SIGViewer")) m_view = (ViewService*)connectToService("SIGViewer");
  if (m_recog == NULL) m_recog = connectToService("RecogTrash");

  Vector3d pos, target;
  switch (m_state) {
  case 1:
    m_my->getPosition(pos);
    m_target = nearestTrash(pos);
    LOG_MSG(("target %s at %.1f", m_target.c_str(), evt.time()));
    m_my->setJointVelocity("RARM_JOINT1", DEG2RAD(-90), 0.0);
    m_my->setWheelVelocity(5.0, 5.0);
    m_time = evt.time() + 0.5;
    m_state = 2;
    break;
  case 2:
    if (evt.time() < m_time) break;
    m_my->setWheelVelocity(0.0, 0.0);
    m_my->setJointVelocity("RARM_JOINT1", 0.0, 0.0);
    LOG_MSG(("joint %.2f", m_my->getJointAngle("RARM_JOINT1")));
    m_state = 3;
    break;
  case 3: {
    // 車輪で動けないときは足で歩く
    m_my->getPosition(pos);
    getObj(m_target.c_str())->getPosition(target);
    double theta = direction(pos, target);
    m_my->setAxisAndAngle(0.0, 1.0, 0.0, theta);
    m_my->setPosition(pos.x() + m_speed * 0.1 * sin(theta), pos.y(), pos.z() + m_speed * 0.1 * cos(theta));
    if (m_grasp || m_try >= MAX_TRY) m_state = 4;
    break;
  }
  case 4: {
    char msg[256];
    sprintf(msg, "%s %s %d", m_grasp ? "Task_finished" : "Give_up", m_target.c_str(), m_try);
    sendMsg("moderator_0", msg);
    if (m_recog != NULL) m_recog->sendMsgToSrv("11111");
    // 放して腕を戻す
    if (m_grasp) m_my->getParts("RARM_LINK7")->releaseObj();
    m_grasp = false;
    m_my->setJointAngle("RARM_JOINT1", 0.0);
    m_state = 5;
    break;
  }
  default:
    break;
  }
  return 0.1;
}

void CleanUpRobot::onRecvMsg(RecvMsgEvent &evt)
{
  string sender = evt.getSender();
  char *all_msg = (char*)evt.getMsg();
  char *ctx = strtok(all_msg, " ");
  if (ctx == NULL) return;
  if (strcmp(ctx, "Task_start") == 0) {
    ctx = strtok(NULL, " ");
    m_speed = atof(ctx);
    m_try = 0;
    m_state = 1;
    LOG_MSG(("start from %s, speed %.0f", sender.c_str(), m_speed));
  } else if (strcmp(ctx, "Time_over") == 0) {
    m_state = 0;
    LOG_MSG(("over, touched %s", m_hits > 0 ? "something" : "nothing"));
  } else {
    LOG_MSG(("%s says %s", sender.c_str(), ctx));
  }
}

void CleanUpRobot::onCollision(CollisionEvent &evt)
{
  m_hits++;
  if (m_grasp || m_state != 3) return;
  typedef CollisionEvent::WithC C;
  // 触れたエンティティの名前と自分のパーツ
  const C &with = evt.getWith();
  const C &mparts = evt.getMyParts();
  for (int i = 0; i < (int)with.size(); i++) {
    if (with[i] != m_target || m_try >= MAX_TRY) continue;
    CParts *parts = m_my->getParts("RARM_LINK7");
    if (parts == NULL) parts = m_my->getParts(mparts[i].c_str());
    m_try++;
    m_grasp = parts->graspObj(with[i]);
    LOG_MSG(("try %d with %s: %s", m_try, parts->name(), m_grasp ? "grasped" : "no"));
  }
}

extern "C" Controller * createController() {
  return new CleanUpRobot;
}
