// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_SERVICE_H
#define SIGVERSE_SERVICE_H

#include "ViewImage.h"
#include "systemdef.h"

namespace sigverse {
class ServiceState;
}

/// A service to which a controller is connected. The library owns it. After the connection has ended it does nothing.
class BaseService {
 public:
  virtual ~BaseService();
  const char* getName() const;
  /// Returns false if the message could not be sent.
  bool sendMsgToSrv(const std::string& message);

 protected:
  explicit BaseService(sigverse::ServiceState* state) : state_(state) {}
  sigverse::ServiceState* state_;

 private:
  BaseService(const BaseService&);
  BaseService& operator=(const BaseService&);
};

/// A service that can see. The caller deletes pictures; NULL means that there is none.
class ViewService : public BaseService {
 public:
  explicit ViewService(sigverse::ServiceState* state) : BaseService(state) {}
  ~ViewService() SIGVERSE_OVERRIDE;

  ViewImage* captureView(int camID = 1, ColorBitType colour = COLORBIT_24, ImageDataSize size = IMAGE_320X240);
  /// Adds the names of the objects that the camera sees to the list. Returns true if there is at least one.
  bool detectEntities(std::vector<std::string>& names, int camID = 1);
  /// Distances, from 0 at `start` cm and nearer to 255 at `end` and farther: in the middle of the picture,
  unsigned char distanceSensor(double start = 0.0, double end = 255.0, int camID = 1, ColorBitType colour = DEPTHBIT_8);
  /// in its middle row,
  ViewImage* distanceSensor1D(double start = 0.0, double end = 255.0, int camID = 1, ColorBitType colour = DEPTHBIT_8,
                              ImageDataSize size = IMAGE_320X1);
  /// and in the whole picture.
  ViewImage* distanceSensor2D(double start = 0.0, double end = 255.0, int camID = 1, ColorBitType colour = DEPTHBIT_8,
                              ImageDataSize size = IMAGE_320X240);
};

#endif
