// SPDX-License-Identifier: Apache-2.0
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
#include <time.h>
#include <sys/time.h>

class Sleeper : public Controller {
public:
  void onInit(InitEvent &evt)
  {
    usleep(1000);
    times = 0;
    my = getObj(myname());
  }
  double onAction(ActionEvent &evt);
  void onRecvMsg(RecvMsgEvent &evt) { LOG_MSG(("woken by %s at %.2f", evt.getSender(), getSimulationTime())); }
private:
  SimObj *my;
  int times;
};

double Sleeper::onAction(ActionEvent &evt)
{
  struct timespec nap;
  nap.tv_sec = 0;
  nap.tv_nsec = 500000000;
  time_t before = time(NULL);
  my->setPosition(my->x() + 10.0, my->y(), my->z());
  sleep(2);
  my->setPosition(my->x() + 10.0, my->y(), my->z());
  nanosleep(&nap, NULL);
  my->setAxisAndAngle(0, 1, 0, M_PI / 2);
  usleep(500 * 1000);
  times++;
  LOG_MSG(("%d: from %.2f to %.2f, clock %d s", times, evt.time(), getSimulationTime(), (int)(time(NULL) - before)));
  return 1.0;
}

extern "C" Controller * createController() { return new Sleeper; }
