// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_SERVICE_H
#define SIGVERSE_SERVICE_H

#include "ViewImage.h"
#include "systemdef.h"

namespace sigverse {
class ServiceState;
}

/// A service to which a controller is connected. It belongs to the library. Disconnected, it
/// does nothing any more.
class BaseService {
 public:
  virtual ~BaseService();
  const char* getName() const;
  /// False if it could not be sent.
  bool sendMsgToSrv(const std::string& message);

 protected:
  explicit BaseService(sigverse::ServiceState* state) : state_(state) {}
  sigverse::ServiceState* state_;

 private:
  BaseService(const BaseService&);
  BaseService& operator=(const BaseService&);
};

/// One that sees. Pictures are the caller's, who deletes them; NULL if there is none.
class ViewService : public BaseService {
 public:
  explicit ViewService(sigverse::ServiceState* state) : BaseService(state) {}
  ~ViewService() SIGVERSE_OVERRIDE;

  ViewImage* captureView(int camID = 1, ColorBitType colour = COLORBIT_24, ImageDataSize size = IMAGE_320X240);
  /// The names of what the camera sees, added to the list. True if there is at least one.
  bool detectEntities(std::vector<std::string>& names, int camID = 1);
  /// 0 at `start` cm and nearer, 255 at `end` and farther: of what is in the middle of the picture,
  unsigned char distanceSensor(double start = 0.0, double end = 255.0, int camID = 1, ColorBitType colour = DEPTHBIT_8);
  /// in its middle row,
  ViewImage* distanceSensor1D(double start = 0.0, double end = 255.0, int camID = 1, ColorBitType colour = DEPTHBIT_8,
                              ImageDataSize size = IMAGE_320X1);
  /// in all of it.
  ViewImage* distanceSensor2D(double start = 0.0, double end = 255.0, int camID = 1, ColorBitType colour = DEPTHBIT_8,
                              ImageDataSize size = IMAGE_320X240);
};

#endif
