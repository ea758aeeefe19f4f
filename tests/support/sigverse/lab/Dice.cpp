// SPDX-License-Identifier: Apache-2.0
// Random numbers, clocks, attributes, exceptions
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
#include "modelerr.h"
#include <sys/time.h>
#include <time.h>
#include <fstream>
#include <iomanip>
#include <stdexcept>

using namespace std;

class Dice : public Controller {
public:
  void onInit(InitEvent &evt);
  double onAction(ActionEvent &evt);
  void onRecvMsg(RecvMsgEvent &evt);
  void attributes();
private:
  struct timeval begin;
  int thrown;
};

void Dice::onInit(InitEvent &evt)
{
  srand((unsigned int)time(NULL));
  gettimeofday(&begin, NULL);
  thrown = 0;
  ofstream ofs("dice.csv");
  ofs << "time,rand,getRand" << endl;
}

void Dice::attributes()
{
  SimObj *lamp = getObj("lamp");
  if (getObj("no_entity") != NULL) LOG_ERR(("an entity"));
  try {
    lamp->setAttrValue("colour", "blue");
  } catch (SimObj::NoAttributeException &err) {
    LOG_MSG(("no attribute: %s", err.msg()));
  }
  try {
    lamp->setAttrValue("name", "light");
  } catch (SimObj::AttributeReadOnlyException &err) {
    LOG_MSG(("read only: %s", err.msg()));
  }
  try {
    lamp->setAttrValue("mass", "heavy");
  } catch (SimObj::Exception &err) {
    LOG_MSG(("not a number: %s", err.msg()));
  }
  char now[16];
  strcpy(now, lamp->getAttrValue("switch").getString());
  lamp->setAttrValue("switch", strcmp(now, "on") == 0 ? "off" : "on");
  LOG_MSG(("switch was %s, is %s", now, lamp->getAttr("switch").value().getString()));
}

double Dice::onAction(ActionEvent &evt)
{
  struct timeval now;
  gettimeofday(&now, NULL);
  double sec = (now.tv_sec - begin.tv_sec) + (now.tv_usec - begin.tv_usec) * 0.000001;
  int dice = rand() % 6 + 1;
  ofstream ofs("dice.csv", ios::app);
  ofs << fixed << setprecision(3) << sec << "," << dice << "," << getRand() << endl;
  thrown++;
  if (thrown == 3) attributes();
  if (thrown == 5) throw runtime_error("fell from the table");
  return 0.25;
}

void Dice::onRecvMsg(RecvMsgEvent &evt)
{
  ofstream ofs("dice.csv", ios::app);
  ofs << "# " << evt.getSender() << " " << evt.getMsg() << endl;
}

extern "C" Controller * createController() { return new Dice; }
