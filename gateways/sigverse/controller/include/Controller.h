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
  enum SimState { SIM_READY = 0, SIM_RUNNING = 1, SIM_STOPPED = 2 };

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
  virtual SimState getSimState();

  // Who it is.
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
  /// The caller deletes it. NULL if nobody can see for the agent.
  ViewImage* captureView(ColorBitType colour = COLORBIT_24, ImageDataSize size = IMAGE_320X240, int camID = 1);
  /// What is said in a sound. The caller deletes it; NULL if nobody understands it.
  Text* getText(RawSound& sound);

  // Time, s.
  double getSimulationTime();
  /// One step of the physics, in a world whose time does not go on by itself.
  void worldStep(double seconds);
  void worldQuickStep(double seconds);

  // Messages. `reach` and `distance`, cm, bound how far away listeners may be; negative: any distance. False if it
  // could not be sent.
  /// To onRecvText. `time` is the one that is told there. A `to` of NULL: all.
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

  // The same, and shown by viewers.
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

  // Two driven wheels: hinge joints of an object that the physics moves. cm, rad/s, kg cm2/s2; noise is a part of what
  // it disturbs. Of the agent itself, or of the object that is named.
  bool setWheelProperty(const char* leftJoint, const char* rightJoint, double axleLength, double leftRadius,
                        double rightRadius, double leftMaxSpeed, double rightMaxSpeed, double leftMaxTorque,
                        double rightMaxTorque, double speedUnit, double leftSlipNoise, double rightSlipNoise,
                        double leftEncoderNoise, double rightEncoderNoise);
  bool setWheelProperty(const char* object, const char* leftJoint, const char* rightJoint, double axleLength,
                        double leftRadius, double rightRadius, double leftMaxSpeed, double rightMaxSpeed,
                        double leftMaxTorque, double rightMaxTorque, double speedUnit, double leftSlipNoise,
                        double rightSlipNoise, double leftEncoderNoise, double rightEncoderNoise);
  /// In units of speedUnit.
  bool differentialWheelsSetSpeed(double left, double right);
  double getAxleLength();
  double getLeftWheelRadius();
  double getRightWheelRadius();
  double getLeftEncoderNoise();
  double getRightEncoderNoise();

 private:
  Controller(const Controller&);
  Controller& operator=(const Controller&);
};

#endif
