// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_CONTROLLER_H
#define SIGVERSE_CONTROLLER_H

#include "ControllerEvent.h"
#include "Logger.h"
#include "RawSound.h"
#include "Rotation.h"
#include "Service.h"
#include "SimObj.h"
#include "Text.h"
#include "Vector3d.h"
#include "ViewImage.h"
#include "systemdef.h"

/// What makes an agent act. Derive from it, and define
///
///     extern "C" Controller* createController() { return new MyController; }
///
/// in a shared library: the program runac loads it, attaches it to its agent and calls the handlers, all on one
/// thread. The methods are for that thread, from onInit on. There is one controller in a process.
///
/// What handlers change is sent when they return, in the order of the calls. A handler that throws ends there; what it
/// changed is sent, the exception is logged, and the controller goes on. When the server is gone, methods that ask it
/// give what was known last, and the program ends when the handler returns.
///
/// Objects and agents are named by what the world file calls them; a controller may change any object.
class Controller {
 public:
  Controller() {}
  virtual ~Controller();

  // Handlers.
  /// Each time the simulation starts anew.
  virtual void onInit(InitEvent&) {}
  /// Returns the seconds until its next call; the next step if it is 0 or less.
  virtual double onAction(ActionEvent&) { return 1.0; }
  virtual void onRecvText(RecvTextEvent&) {}
  virtual void onRecvSound(RecvSoundEvent&) {}
  virtual void onRecvMessage(RecvMessageEvent&) {}
  virtual void onRecvMsg(RecvMsgEvent&) {}
  /// In each step in which the agent touches something.
  virtual void onCollision(CollisionEvent&) {}
  /// Before and after each of those above.
  virtual void onPreEvent() {}
  virtual void onPostEvent() {}
  /// Is a handler running?
  virtual bool isProcessing();
  /// Is the simulation running?
  virtual bool getSimState();

  // Its identity.
  const char* myname();
  const char* server();  ///< the server's host; empty where the server itself has started the controller
  int port();            ///< 0 there
  bool isAttached();
  /// The program ends when the handler returns.
  void detach();

  // What is there.
  /// NULL if there is none of that name.
  SimObj* getObj(const char* name);
  RobotObj* getRobotObj(const char* name);
  /// The names of all objects, sorted, added to the list.
  bool getAllEntities(std::vector<std::string>& names);
  /// What the agent sees, added to the list. True if there is at least one.
  bool detectEntities(std::vector<std::string>& names, int camID = 1);
  /// The caller deletes it. NULL if no service can see for the agent.
  ViewImage* captureView(ColorBitType colour = COLORBIT_24, ImageDataSize size = IMAGE_320X240, int camID = 1);
  /// What is said in a sound. The caller deletes it; NULL if no service understands it.
  Text* getText(RawSound& sound);

  // Time, s.
  double getSimulationTime();
  /// One step of the physics, in a world whose time does not go on by itself.
  void worldStep(double seconds);
  void worldQuickStep(double seconds);

  // Messages. `reach` and `distance`, cm, bound how far away listeners may be; negative: any distance. False if it
  // could not be sent.
  /// To onRecvText. `time` is the one that is passed there. A `to` of NULL: all.
  bool sendText(double time, const char* to, const char* text, double reach = -1.0);
  /// To onRecvMessage.
  bool sendMessage(const char* to, int argc, const char* const* argv);
  bool broadcastMessage(int argc, const char* const* argv);
  /// To onRecvSound.
  bool sendSound(double time, const char* to, RawSound& sound);
  /// To onRecvMsg, and to services.
  bool sendMsg(const std::string& to, const std::string& message, double distance = -1.0);
  bool sendMsg(const std::vector<std::string>& to, const std::string& message, double distance = -1.0);
  bool broadcastMsg(const std::string& message, double distance = -1.0);
  bool broadcastMsgToCtl(const std::string& message, double distance = -1.0);
  bool broadcastMsgToSrv(const std::string& message);

  // The same, and shown by viewers: `size` is that of the letters, 64 if it is 0 or less; `colour` is red, green, blue,
  // purple, yellow, brown or gray, anything else is the usual one. In numbers these are 1 to 7, and 0.
  bool sendDisplayText(double time, const char* to, const char* text, int size, const char* colour,
                       double reach = -1.0);
  bool sendDisplayMessage(const char* to, int argc, const char* const* argv, int size, const char* colour);
  bool broadcastDisplayMessage(int argc, const char* const* argv, int size, const char* colour);
  void displayText(const char* text, int size, const char* colour);
  // These use size 12 and the usual colour.
  bool sendDisplayText(double time, const char* to, const char* text, double reach = -1.0);
  bool sendDisplayMessage(const char* to, int argc, const char* const* argv);
  bool broadcastDisplayMessage(int argc, const char* const* argv);
  void displayText(const char* text, int size = 12, int colour = 0);

  // Services.
  bool checkService(const std::string& name);
  /// NULL if it is not there, or does not come within two seconds.
  BaseService* connectToService(const std::string& name);
  BaseService* connectToService(const std::string& name, int port);
  void disconnectToService(const std::string& name);
  BaseService* getService(const std::string& name);

  /// 0 <= number < 1. The numbers are the same in each run with the server's seed, and from each onInit on.
  double getRand();

  // Two driven wheels: parts of an object that the physics moves, each on a hinge, with a motor there. Of the agent
  // itself, or of the object that is named first.
  /// For each wheel, the left one first: the name of the part; what it consumes, which has no effect; its largest speed
  /// and the unit of its speed, rad/s; its slip noise, 0 to 1: the speed is off by up to that part of itself; the
  /// resolution of its encoder, rad; its largest torque, kg cm2/s2. False, with a line in the log and no effect, if one
  /// of the numbers cannot be.
  bool setWheelProperty(const char* leftWheel, double leftConsumption, double leftMaxSpeed, double leftSpeedUnit,
                        double leftSlipNoise, double leftEncoderResolution, double leftMaxTorque,
                        const char* rightWheel, double rightConsumption, double rightMaxSpeed, double rightSpeedUnit,
                        double rightSlipNoise, double rightEncoderResolution, double rightMaxTorque);
  bool setWheelProperty(const char* object, const char* leftWheel, double leftConsumption, double leftMaxSpeed,
                        double leftSpeedUnit, double leftSlipNoise, double leftEncoderResolution, double leftMaxTorque,
                        const char* rightWheel, double rightConsumption, double rightMaxSpeed, double rightSpeedUnit,
                        double rightSlipNoise, double rightEncoderResolution, double rightMaxTorque);
  /// rad/s, cut to the largest and rounded towards 0 to the unit. False if the wheels have no properties yet.
  bool differentialWheelsSetSpeed(double left, double right);
  bool differentialWheelsSetSpeed(const char* object, double left, double right);
  /// The distance between the wheels' centres, and their radius, cm, as the parts have them; 0 if they are not there.
  double getAxleLength(const char* object = NULL);
  double getLeftWheelRadius(const char* object = NULL);
  double getRightWheelRadius(const char* object = NULL);
  /// What an encoder is off by now, rad: at random, up to half of its resolution.
  double getLeftEncoderNoise(const char* object = NULL);
  double getRightEncoderNoise(const char* object = NULL);

 private:
  Controller(const Controller&);
  Controller& operator=(const Controller&);
};

#endif
