// SPDX-License-Identifier: Apache-2.0
#include "ControllerEvent.h"
#include "Controller.h"
#include "Logger.h"
#include <list>
#include <algorithm>

using namespace std;

// words of the last message
static char words[16][64];

class Listener : public Controller {
public:
  void onInit(InitEvent &evt) { received.clear(); }
  double onAction(ActionEvent &evt) { return 1000.0; }
  void onRecvMsg(RecvMsgEvent &evt);
  void onRecvText(RecvTextEvent &evt);
  void onRecvMessage(RecvMessageEvent &evt);
  void onRecvSound(RecvSoundEvent &evt);
private:
  int split(const char *msg);
  list<string> received;
};

int Listener::split(const char *msg)
{
  char copy[1024];
  int n = 0;
  strncpy(copy, msg, sizeof(copy) - 1);
  copy[sizeof(copy) - 1] = '\0';
  for (char *p = strtok(copy, " ,"); p != NULL && n < 16; p = strtok(NULL, " ,")) {
    strncpy(words[n], p, sizeof(words[n]) - 1);
    words[n++][sizeof(words[0]) - 1] = '\0';
  }
  return n;
}

void Listener::onRecvMsg(RecvMsgEvent &evt)
{
  int n = split(evt.getMsg());
  received.push_back(evt.getMsg());
  cout << evt.getSender() << " said " << n << " words, the first is " << words[0] << ", at " << getSimulationTime() << endl;
  char answer[64];
  sprintf(answer, "%d", (int)received.size());
  sendMsg(evt.getSender(), answer);
}

void Listener::onRecvText(RecvTextEvent &evt)
{
  cout << evt.getCaller() << " called " << evt.getText() << " (" << evt.getEncode() << ") at " << evt.time() << endl;
  string back = string("I heard ") + evt.getText();
  sendText(evt.time(), evt.getCaller(), back.c_str());
}

void Listener::onRecvMessage(RecvMessageEvent &evt)
{
  cout << evt.getSender() << " sent " << evt.getSize() << ":";
  for (int i = 0; i < evt.getSize(); i++) cout << " [" << evt.getString(i) << "]";
  cout << endl;
}

void Listener::onRecvSound(RecvSoundEvent &evt)
{
  RawSound *sound = evt.getRawSound();
  short *data = (short*)sound->getData();
  int n = sound->getDataLen() / (int)sizeof(short);
  cout << evt.getCaller() << " sounded " << n << " samples, the loudest " << *max_element(data, data + n) << endl;
  Text *text = getText(*sound);
  if (text == NULL) cout << "no one understands it" << endl;
  delete text;
}

extern "C" Controller * createController() { return new Listener; }
