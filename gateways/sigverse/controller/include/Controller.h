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

/// The base class of agents' controllers. Derive from it, and define
///
///     extern "C" Controller* createController() { return new MyController; }
///
/// in a shared library: the program runac loads it, attaches it to its agent and calls the handlers, all on one thread.
/// The methods must be called on that thread, from onInit on. There is one controller in a process.
///
/// Changes of handlers are sent when they return, in the order of the calls. An exception ends its handler; the changes
/// before it are sent, the exception is logged, and the controller continues. When the server is gone, methods that
/// query it return the last known values, and the program ends when the handler returns.
///
/// Objects and agents have the names of the world file; a controller may change any object.
class Controller {
 public:
  Controller() {}
  virtual ~Controller();

  // Handlers.
  /// Called each time the simulation starts from the beginning.
  virtual void onInit(InitEvent&) {}
  /// Returns the seconds until its next call; the next step if it is 0 or less.
  virtual double onAction(ActionEvent&) { return 1.0; }
  virtual void onRecvText(RecvTextEvent&) {}
  virtual void onRecvSound(RecvSoundEvent&) {}
  virtual void onRecvMessage(RecvMessageEvent&) {}
  virtual void onRecvMsg(RecvMsgEvent&) {}
  /// Called in each step in which the agent touches something.
  virtual void onCollision(CollisionEvent&) {}
  /// Called before and after each of those above.
  virtual void onPreEvent() {}
  virtual void onPostEvent() {}
  /// Is a handler running?
  virtual bool isProcessing();
  /// Is the simulation running?
  virtual bool getSimState();

  // Its identity.
  const char* myname();
  const char* server();  ///< the server's host; empty if the server itself has started the controller
  int port();            ///< 0 in that case
  bool isAttached();
  /// Ends the program when the handler returns.
  void detach();

  // Objects.
  /// NULL if there is no such object.
  SimObj* getObj(const char* name);
  RobotObj* getRobotObj(const char* name);
  /// Adds the sorted names of all objects to the list.
  bool getAllEntities(std::vector<std::string>& names);
  /// Adds the names of the objects that the agent sees to the list. True if there is at least one.
  bool detectEntities(std::vector<std::string>& names, int camID = 1);
  /// Takes a picture, which the caller deletes. NULL if no service can take one for the agent.
  ViewImage* captureView(ColorBitType colour = COLORBIT_24, ImageDataSize size = IMAGE_320X240, int camID = 1);
  /// Recognises the speech in a sound. The caller deletes the text; NULL if no service understands it.
  Text* getText(RawSound& sound);

  // Time, s.
  double getSimulationTime();
  /// Makes one step of the physics, in a world whose time does not advance by itself.
  void worldStep(double seconds);
  void worldQuickStep(double seconds);

  // Messages. `reach` and `distance`, cm, limit the distance of receivers; negative: any distance. False if the message
  // could not be sent.
  /// Calls onRecvText. `time` is passed to it. A `to` of NULL: all.
  bool sendText(double time, const char* to, const char* text, double reach = -1.0);
  /// Calls onRecvMessage.
  bool sendMessage(const char* to, int argc, const char* const* argv);
  bool broadcastMessage(int argc, const char* const* argv);
  /// Calls onRecvSound.
  bool sendSound(double time, const char* to, RawSound& sound);
  /// Calls onRecvMsg; also for services.
  bool sendMsg(const std::string& to, const std::string& message, double distance = -1.0);
  bool sendMsg(const std::vector<std::string>& to, const std::string& message, double distance = -1.0);
  bool broadcastMsg(const std::string& message, double distance = -1.0);
  bool broadcastMsgToCtl(const std::string& message, double distance = -1.0);
  bool broadcastMsgToSrv(const std::string& message);

  // The same, and shown by viewers: `size` is that of the letters, 64 if it is 0 or less; `colour` is red, green, blue,
  // purple, yellow, brown or gray, or else the default. As numbers these are 1 to 7, and 0.
  bool sendDisplayText(double time, const char* to, const char* text, int size, const char* colour,
                       double reach = -1.0);
  bool sendDisplayMessage(const char* to, int argc, const char* const* argv, int size, const char* colour);
  bool broadcastDisplayMessage(int argc, const char* const* argv, int size, const char* colour);
  void displayText(const char* text, int size, const char* colour);
  // These use size 12 and the default colour.
  bool sendDisplayText(double time, const char* to, const char* text, double reach = -1.0);
  bool sendDisplayMessage(const char* to, int argc, const char* const* argv);
  bool broadcastDisplayMessage(int argc, const char* const* argv);
  void displayText(const char* text, int size = 12, int colour = 0);

  // Services.
  bool checkService(const std::string& name);
  /// NULL if there is no such service, or if it does not connect within two seconds.
  BaseService* connectToService(const std::string& name);
  BaseService* connectToService(const std::string& name, int port);
  void disconnectToService(const std::string& name);
  BaseService* getService(const std::string& name);

  /// 0 <= number < 1. The numbers are the same in each run with the server's seed, and from each onInit on.
  double getRand();

  // Two driven wheels: parts of an object that the physics moves, each on a hinge with a motor. They belong to the
  // agent itself, or to the object that is named first.
  /// For each wheel, the left one first: the name of the part; its consumption, which has no effect; its maximum speed
  /// and the unit of its speed, rad/s; its slip noise, 0 to 1: the maximum relative error of the speed; the resolution
  /// of its encoder, rad; its maximum torque, kg cm2/s2. False, with a line in the log and no effect, if one of the
  /// numbers is invalid.
  bool setWheelProperty(const char* leftWheel, double leftConsumption, double leftMaxSpeed, double leftSpeedUnit,
                        double leftSlipNoise, double leftEncoderResolution, double leftMaxTorque,
                        const char* rightWheel, double rightConsumption, double rightMaxSpeed, double rightSpeedUnit,
                        double rightSlipNoise, double rightEncoderResolution, double rightMaxTorque);
  bool setWheelProperty(const char* object, const char* leftWheel, double leftConsumption, double leftMaxSpeed,
                        double leftSpeedUnit, double leftSlipNoise, double leftEncoderResolution, double leftMaxTorque,
                        const char* rightWheel, double rightConsumption, double rightMaxSpeed, double rightSpeedUnit,
                        double rightSlipNoise, double rightEncoderResolution, double rightMaxTorque);
  /// rad/s, clamped to the maximum and rounded towards 0 to a multiple of the unit. False if the wheels have no
  /// properties yet.
  bool differentialWheelsSetSpeed(double left, double right);
  bool differentialWheelsSetSpeed(const char* object, double left, double right);
  /// The distance between the wheels' centres, and their radius, cm, from the parts; 0 if there are none.
  double getAxleLength(const char* object = NULL);
  double getLeftWheelRadius(const char* object = NULL);
  double getRightWheelRadius(const char* object = NULL);
  /// The present error of an encoder, rad: random, up to half of its resolution.
  double getLeftEncoderNoise(const char* object = NULL);
  double getRightEncoderNoise(const char* object = NULL);

 private:
  Controller(const Controller&);
  Controller& operator=(const Controller&);
};

#endif
