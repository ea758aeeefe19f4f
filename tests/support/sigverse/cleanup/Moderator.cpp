// SPDX-License-Identifier: Apache-2.0
// 審判: 合図を出し，時間を計り，結果をファイルに書く
#include <sigverse/commonlib/Controller.h>
#include <sigverse/commonlib/ControllerEvent.h>
#include <sigverse/commonlib/Logger.h>
#include <sstream>
#include <map>

using namespace std;

const int MAX_TRIAL = 2;
static char trial_name[MAX_TRIAL][32] = { "slow", "fast" };
static double trial_speed[MAX_TRIAL] = { 20.0, 60.0 };

typedef map<string, Vector3d> PlaceMap;

class Moderator : public Controller {
public:
  void onInit(InitEvent &evt);
  double onAction(ActionEvent &evt);
  void onRecvMsg(RecvMsgEvent &evt);
  void resetPositions();
  void writeResult(const char *what, double sec);

private:
  PlaceMap m_places;
  bool m_started;
  int m_trial;
  double m_startTime;
  double m_now;
  double m_limit;
};

void Moderator::onInit(InitEvent &)
{
  m_places.clear();
  m_started = false;
  m_trial = 0;
  m_startTime = m_now = 0.0;
  m_limit = 8.0;

  vector<string> all;
  getAllEntities(all);
  for (vector<string>::size_type i = 0; i < all.size(); i++) {
    if (all[i] == myname()) continue;
    Vector3d pos;
    getObj(all[i].c_str())->getPosition(pos);
    m_places[all[i]] = pos;
  }
  FILE *fp = fopen("result.txt", "w");
  if (fp == NULL) {
    LOG_ERR(("cannot open result.txt"));
    return;
  }
  fprintf(fp, "# trial what time\n");
  fclose(fp);
}

void Moderator::resetPositions()
{
  for (PlaceMap::iterator it = m_places.begin(); it != m_places.end(); ++it) {
    SimObj *obj = getObj(it->first.c_str());
    obj->setPosition(it->second);
    obj->setAxisAndAngle(0.0, 1.0, 0.0, 0.0);
    if (obj->dynamics()) {
      obj->setVelocity(0.0, 0.0, 0.0);
      obj->setAngularVelocity(0.0, 0.0, 0.0);
    }
  }
}

void Moderator::writeResult(const char *what, double sec)
{
  FILE *fp = fopen("result.txt", "a");
  if (fp == NULL) return;
  fprintf(fp, "%s %s %.1f\n", trial_name[m_trial], what, sec);
  fclose(fp);
}

double Moderator::onAction(ActionEvent &evt)
{
  m_now = evt.time();
  if (m_trial >= MAX_TRIAL) return 1.0;
  if (!m_started && m_now >= 1.0) {
    stringstream ss;
    ss << "Task_start " << trial_speed[m_trial];
    broadcastMsgToCtl(ss.str());
    broadcastMsgToSrv("RoboCup start");
    m_started = true;
    m_startTime = m_now;
  } else if (m_started && m_now - m_startTime > m_limit) {
    broadcastMsg("Time_over");
    writeResult("time_over", m_now - m_startTime);
    LOG_MSG(("%s: time over", trial_name[m_trial]));
    resetPositions();
    m_started = false;
    m_trial++;
  }
  return 0.05;
}

void Moderator::onRecvMsg(RecvMsgEvent &evt)
{
  istringstream in(evt.getMsg());
  string what, trash;
  int times = 0;
  in >> what >> trash >> times;
  if (!m_started || m_trial >= MAX_TRIAL) return;
  LOG_MSG(("%s: %s %s after %d", evt.getSender(), what.c_str(), trash.c_str(), times));
  if (what != "Task_finished" && what != "Give_up") return;
  writeResult(what.c_str(), m_now - m_startTime);
  if (++m_trial < MAX_TRIAL) {
    resetPositions();
    m_started = false;
  } else {
    broadcastMsg("Task_end");
  }
}

extern "C" Controller * createController() { return new Moderator; }
