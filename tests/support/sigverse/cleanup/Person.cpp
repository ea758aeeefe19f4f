// SPDX-License-Identifier: Apache-2.0
// 人: ファイルの動きを再生し，歩きながら話す
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
#include <iostream>
#include <fstream>

#define PI 3.1415926535
#define MAX_LINE 100

// 動作データ
typedef struct {
  double sec;
  char joint[64];
  double angle;
} Motion;

static Motion motion[MAX_LINE];
static int motion_num = 0;

class Person : public Controller {
public:
  void onInit(InitEvent &evt);
  double onAction(ActionEvent &evt);
  void onRecvMsg(RecvMsgEvent &evt);
  bool readMotion(const char *filename);

private:
  SimObj *m_my;
  int m_index;
  bool m_walked;
};

bool Person::readMotion(const char *filename)
{
  char buf[256];
  FILE *fp;
  if ((fp = fopen(filename, "r")) == NULL) {
    printf("no file %s\n", filename);
    return false;
  }
  motion_num = 0;
  while (fgets(buf, sizeof(buf), fp) != NULL && motion_num < MAX_LINE) {
    if (buf[0] == '#') continue;
    Motion *m = &motion[motion_num];
    if (sscanf(buf, "%lf %63s %lf", &m->sec, m->joint, &m->angle) == 3) motion_num++;
  }
  fclose(fp);
  return true;
}

void Person::onInit(InitEvent &evt)
{
  (void)evt;
  m_my = getObj(myname());
  m_index = 0;
  m_walked = false;
  if (readMotion("motion.txt")) std::cout << "motions: " << motion_num << std::endl;
}

double Person::onAction(ActionEvent &evt)
{
  while (m_index < motion_num && motion[m_index].sec <= evt.time()) {
    // 度からラジアンへ
    m_my->setJointAngle(motion[m_index].joint, motion[m_index].angle / 180.0 * PI);
    printf("%.1f %s\n", evt.time(), motion[m_index].joint);
    m_index++;
  }
  if (!m_walked && evt.time() > 2.0) {
    // 五歩歩く．一歩は0.2秒
    Vector3d pos;
    sendMsg("robot_000", "Hey", 150.0);
    for (int i = 0; i < 5; i++) {
      m_my->getPosition(pos);
      m_my->setPosition(pos.x() - 20.0, pos.y(), pos.z());
      usleep(200000);
    }
    m_my->getPosition(pos);
    sendMsg("robot_000", "Hello", 150.0);
    std::cout << "walked to " << pos.x() << " in " << getSimulationTime() - evt.time() << std::endl;
    m_walked = true;
  }
  return 0.1;
}

void Person::onRecvMsg(RecvMsgEvent &evt)
{
  std::ofstream ofs("heard.txt", std::ios::app);
  ofs << evt.getSender() << ": " << evt.getMsg() << std::endl;
}

extern "C" Controller * createController() { return new Person; }
