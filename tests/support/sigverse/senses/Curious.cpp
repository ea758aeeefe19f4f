// SPDX-License-Identifier: Apache-2.0
// Asks services for what a message says ("17 picture 2"), and prints the number of the message, its own name, and what it has got. It walks
// along x meanwhile, whatever the services do.
#include <sstream>
#include <string>
#include <vector>

#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

class Curious : public Controller {
 public:
  Curious() : view_(NULL) {}

  double onAction(ActionEvent& event) {
    getObj(myname())->setPosition(100.0 * event.time(), 15, 0);
    return 0.05;
  }

  void onRecvMsg(RecvMsgEvent& event) {
    std::istringstream words(event.getMsg());
    std::string number, what, name;
    int argument = 1;
    words >> number >> what;
    if (number.find_first_not_of("0123456789") != std::string::npos) {
      LOG_MSG(("- %s heard from %s: %s", myname(), event.getSender(), event.getMsg()));
      return;
    }
    if (what == "check" || what == "connect" || what == "leave" || what == "tell")
      words >> name;
    else if (what != "say" && what != "broadcast")
      words >> argument;
    std::string rest;
    std::getline(words >> std::ws, rest);
    LOG_MSG(("%s %s %s", number.c_str(), myname(), result(what, name, argument, rest).c_str()));
  }

 private:
  std::string result(const std::string& what, const std::string& name, int argument, const std::string& rest) {
    std::vector<std::string> names;
    if (what == "picture") return picture(captureView(COLORBIT_24, IMAGE_320X240, argument));
    if (what == "names") return list(detectEntities(names, argument), names);
    if (what == "words") return text(argument);
    if (what == "check") return checkService(name) ? "there" : "not there";
    if (what == "connect") {
      view_ = (ViewService*)connectToService(name);
      return view_ ? std::string("connected to ") + view_->getName() : "not connected";
    }
    if (what == "leave") {
      disconnectToService(name);
      return getService(name) ? "connected" : "not connected";
    }
    if (what == "broadcast") return broadcastMsgToSrv(rest) ? "sent" : "not sent";
    if (what == "tell") return sendMsg(name, rest) ? "sent" : "not sent";
    if (!view_) return "no service";
    if (what == "say") return view_->sendMsgToSrv(rest) ? "sent" : "not sent";
    if (what == "its-picture") return picture(view_->captureView(argument));
    if (what == "its-names") return list(view_->detectEntities(names, argument), names);
    if (what == "its-point") return number(view_->distanceSensor(10.0, 87.0, argument));
    if (what == "its-row") return picture(view_->distanceSensor1D(10.0, 87.0, argument));
    if (what == "its-plane") return picture(view_->distanceSensor2D(10.0, 87.0, argument));
    return "what?";
  }

  static std::string number(int value) {
    std::ostringstream out;
    out << value;
    return out.str();
  }

  // Width, height, and FNV-1a of the octets.
  static std::string picture(ViewImage* image) {
    if (!image) return "none";
    unsigned int sum = 2166136261u;
    for (int i = 0; i < image->getBufferLength(); ++i)
      sum = (sum ^ static_cast<unsigned char>(image->getBuffer()[i])) * 16777619u;
    std::ostringstream out;
    out << image->getWidth() << "x" << image->getHeight() << " " << std::hex << sum;
    delete image;
    return out.str();
  }

  static std::string list(bool any, const std::vector<std::string>& names) {
    std::string out = any ? "seen" : "nothing seen";
    for (std::vector<std::string>::const_iterator name = names.begin(); name != names.end(); ++name) out += "," + *name;
    return out;
  }

  // What is understood of a sound of that many octets.
  std::string text(int octets) {
    const std::vector<char> samples(octets, 7);
    RawSound sound(RawSoundHeader(1, 16000, 16), &samples[0], octets);
    Text* const heard = getText(sound);
    if (!heard) return "none";
    const std::string words = heard->getString() ? heard->getString() : "";
    delete heard;
    return "understood: " + words;
  }

  ViewService* view_;
};

extern "C" Controller* createController() {
  return new Curious;
}
