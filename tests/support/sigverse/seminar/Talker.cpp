// SPDX-License-Identifier: Apache-2.0
// Talks in all the ways there are
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

class Talker : public Controller {
public:
  void onInit(InitEvent &evt) { phase = 0; }
  double onAction(ActionEvent &evt);
  void onRecvMsg(RecvMsgEvent &evt);
  void onRecvText(RecvTextEvent &evt);
private:
  int phase;
};

double Talker::onAction(ActionEvent &evt)
{
  char buf[128];
  std::vector<std::string> both;
  const char *words[3] = { "turn", "left", "" };
  short wave[160];

  switch (phase++) {
  case 0:
    sprintf(buf, "near only, %.2f", evt.time());
    broadcastMsg(buf, 200.0);
    break;
  case 1:
    broadcastMsg(std::string("everybody"));
    break;
  case 2:
    both.push_back("near");
    both.push_back("far");
    sendMsg(both, "you two");
    sendMsg("far", "too far", 200.0);
    sendMsg("no_entity", "lost");
    break;
  case 3:
    sendMessage("near", 3, words);
    broadcastMessage(2, words);
    break;
  case 4:
    // "hello" in Japanese
    sendText(evt.time(), "near", "\343\201\223\343\202\223\343\201\253\343\201\241\343\201\257", 150.0);
    sendText(evt.time(), "far", "whisper", 150.0);
    sendText(evt.time(), NULL, "shout");
    break;
  case 5: {
    for (int i = 0; i < 160; i++) wave[i] = (short)(10000 * sin(2 * M_PI * 440 * i / 16000.0));
    RawSound sound(RawSoundHeader(1, 16000, 16, RAW_SOUND_LITTLE_ENDIAN), (const char*)wave, sizeof(wave));
    sendSound(evt.time(), "near", sound);
    break;
  }
  default:
    return 1000.0;
  }
  return 0.5;
}

void Talker::onRecvMsg(RecvMsgEvent &evt)
{
  LOG_MSG(("%s answers %s", evt.getSender(), evt.getMsg()));
}

void Talker::onRecvText(RecvTextEvent &evt)
{
  LOG_MSG(("%s calls %s", evt.getCaller(), evt.getText()));
}

extern "C" Controller * createController() { return new Talker; }
