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

/// The base class of agents' controllers. Derive a class from it and define
///
///     extern "C" Controller* createController() { return new MyController; }
///
/// in a shared library. The program runac loads the library, attaches the controller to its agent and calls the
/// handlers, all on one thread. Methods may be called only on that thread, from onInit on. A process has only one
/// controller.
///
/// Changes made by handlers are sent when they return, in the order of the calls. An exception ends its handler;
/// changes made before it are sent, the exception is logged, and the controller continues. When the server has gone,
/// methods that query it return the last known values, and the program ends when the handler returns.
///
/// Objects and agents are identified by their names in the world file. A controller may change any object, unless the
/// server's variable Sig.OwnObjectsOnly is set.
class Controller {
 public:
  Controller() {}
  virtual ~Controller();

  // Handlers.
  /// Called whenever the simulation starts from the beginning.
  virtual void onInit(InitEvent&) {}
  /// Returns the seconds until its next call; 0 or less means the next step.
  virtual double onAction(ActionEvent&) { return 1.0; }
  virtual void onRecvText(RecvTextEvent&) {}
  virtual void onRecvSound(RecvSoundEvent&) {}
  virtual void onRecvMessage(RecvMessageEvent&) {}
  virtual void onRecvMsg(RecvMsgEvent&) {}
  /// Called in each step in which the agent touches something.
  virtual void onCollision(CollisionEvent&) {}
  /// Called before and after each of the handlers above.
  virtual void onPreEvent() {}
  virtual void onPostEvent() {}
  /// Whether a handler is running.
  virtual bool isProcessing();
  /// Whether the simulation is running.
  virtual bool getSimState();

  // Its identity.
  const char* myname();
  const char* server();  ///< the server's host; empty if the server started the controller
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
  /// Adds the names of the objects that the agent sees to the list. Returns true if there is at least one.
  bool detectEntities(std::vector<std::string>& names, int camID = 1);
  /// Takes a picture, which the caller deletes. Returns NULL if no service can take one for the agent.
  ViewImage* captureView(ColorBitType colour = COLORBIT_24, ImageDataSize size = IMAGE_320X240, int camID = 1);
  /// Recognises the speech in a sound. The caller deletes the text. Returns NULL if no service understands it.
  Text* getText(RawSound& sound);

  // Time, s.
  double getSimulationTime();
  /// Make one step of the physics, in a world whose time does not advance by itself.
  void worldStep(double seconds);
  void worldQuickStep(double seconds);

  // Messages. `reach` and `distance` limit the distance of receivers, in cm; a negative value means no limit. All
  // return false if the message could not be sent.
  /// Calls onRecvText of the receiver, which gets `time`. If `to` is NULL, all agents receive it.
  bool sendText(double time, const char* to, const char* text, double reach = -1.0);
  /// Calls onRecvMessage of the receiver.
  bool sendMessage(const char* to, int argc, const char* const* argv);
  bool broadcastMessage(int argc, const char* const* argv);
  /// Calls onRecvSound of the receiver.
  bool sendSound(double time, const char* to, RawSound& sound);
  /// Calls onRecvMsg of the receiver, which may also be a service.
  bool sendMsg(const std::string& to, const std::string& message, double distance = -1.0);
  bool sendMsg(const std::vector<std::string>& to, const std::string& message, double distance = -1.0);
  bool broadcastMsg(const std::string& message, double distance = -1.0);
  bool broadcastMsgToCtl(const std::string& message, double distance = -1.0);
  bool broadcastMsgToSrv(const std::string& message);

  // The same, and viewers display the text. `size` is the font size; 0 or less means 64. `colour` is red, green, blue,
  // purple, yellow, brown or gray, anything else means the default. As numbers these are 1 to 7, and 0.
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
  /// Returns NULL if there is no such service, or if it does not connect within two seconds.
  BaseService* connectToService(const std::string& name);
  BaseService* connectToService(const std::string& name, int port);
  void disconnectToService(const std::string& name);
  BaseService* getService(const std::string& name);

  /// 0 <= number < 1. The sequence depends only on the server's seed, and restarts at each onInit.
  double getRand();

  // Two driven wheels: parts of an object that the physics moves, each on a hinge with a motor. The object is the agent
  // itself unless the first argument names another one.
  /// For each wheel, left one first: the name of the part; its consumption, which has no effect; its maximum speed and
  /// the unit of its speed, rad/s; its slip noise, 0 to 1, which is the maximum relative error of the speed; the
  /// resolution of its encoder, rad; its maximum torque, kg cm2/s2. Returns false, with a log line and no effect, if
  /// one of the numbers is invalid.
  bool setWheelProperty(const char* leftWheel, double leftConsumption, double leftMaxSpeed, double leftSpeedUnit,
                        double leftSlipNoise, double leftEncoderResolution, double leftMaxTorque,
                        const char* rightWheel, double rightConsumption, double rightMaxSpeed, double rightSpeedUnit,
                        double rightSlipNoise, double rightEncoderResolution, double rightMaxTorque);
  bool setWheelProperty(const char* object, const char* leftWheel, double leftConsumption, double leftMaxSpeed,
                        double leftSpeedUnit, double leftSlipNoise, double leftEncoderResolution, double leftMaxTorque,
                        const char* rightWheel, double rightConsumption, double rightMaxSpeed, double rightSpeedUnit,
                        double rightSlipNoise, double rightEncoderResolution, double rightMaxTorque);
  /// rad/s; clamped to the maximum and rounded towards 0 to a multiple of the unit. Returns false if the wheels have no
  /// properties yet.
  bool differentialWheelsSetSpeed(double left, double right);
  bool differentialWheelsSetSpeed(const char* object, double left, double right);
  /// The distance between the wheels' centres, and their radius, in cm, computed from the parts; 0 if there are no
  /// wheels.
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
