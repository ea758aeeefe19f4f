// SPDX-License-Identifier: Apache-2.0
// Switches a television when somebody says so
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

class Television : public Controller {
public:
  void onInit(InitEvent &evt);
  double onAction(ActionEvent &evt);
  void onRecvMsg(RecvMsgEvent &evt);
  void onRecvMessage(RecvMessageEvent &evt);
private:
  SimObj *tv;
  int changes;
};

void Television::onInit(InitEvent &evt)
{
  tv = getObj("tv_0");
  changes = 0;
  // nothing moves it
  if (tv->dynamics()) tv->dynamics(false);
  tv->setAttrValue("channel", Value(1.0));
  LOG_SYS(("%s is a %s, states by %s", tv->name(), tv->classname(), tv->visStateAttrName()));
}

double Television::onAction(ActionEvent &evt)
{
  bool on = strcmp(tv->getAttrValue("switch").getString(), "on") == 0;
  tv = getObj("tv_0");
  if (tv->hasAttr("channel")) {
    double channel = tv->getAttrValue("channel").getDouble();
    if (on) tv->setAttrValue("channel", Value(channel + 1.0));
    LOG_MSG(("channel %.0f, %s", channel, on ? "on" : "off"));
  }
  return 1.0;
}

void Television::onRecvMsg(RecvMsgEvent &evt)
{
  std::string msg = evt.getMsg();
  if (msg != "everybody" && msg != "on" && msg != "off") return;
  tv = getObj("tv_0");
  try {
    tv->setAttrValue("switch", msg == "off" ? "off" : "on");
    changes++;
  } catch (SimObj::Exception &err) {
    LOG_ERR(("%s", err.msg()));
  }
  LOG_MSG(("%d. change, by %s", changes, evt.getSender()));
}

void Television::onRecvMessage(RecvMessageEvent &evt)
{
  for (int i = 0; i < evt.getSize(); i++)
    if (strcmp(evt.getString(i), "left") == 0) getObj("tv_0")->setAxisAndAngle(0, 1, 0, 0.5);
}

extern "C" Controller * createController() { return new Television; }
