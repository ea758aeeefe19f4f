// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/include/Service.h"

#include "gateways/sigverse/controller/services.h"
#include "gateways/sigverse/controller/sight.h"

namespace sight = sigverse::sight;

BaseService::~BaseService() = default;
const char* BaseService::getName() const {
  return state_->name.c_str();
}
bool BaseService::sendMsgToSrv(const std::string& message) {
  return state_->services.send(*state_, message);
}

ViewService::~ViewService() = default;
ViewImage* ViewService::captureView(int camID, ColorBitType colour, ImageDataSize size) {
  if (state_->stream) return sight::capture(*state_, colour, size, camID);
  // The server's own SIGViewer takes no pictures, but another provider may.
  ViewImage* const picture = sight::capture(state_->name, colour, size, camID);
  return picture ? picture : sight::capture("", colour, size, camID);
}
bool ViewService::detectEntities(std::vector<std::string>& names, int camID) {
  return state_->stream ? sight::detect(*state_, names, camID) : sight::detect(state_->name, names, camID);
}
unsigned char ViewService::distanceSensor(double start, double end, int camID, ColorBitType) {
  return state_->stream ? sight::distance(*state_, start, end, camID)
                        : sight::distance(state_->name, start, end, camID);
}
ViewImage* ViewService::distanceSensor1D(double start, double end, int camID, ColorBitType, ImageDataSize) {
  return state_->stream ? sight::distances(*state_, start, end, camID, 1)
                        : sight::distances(state_->name, start, end, camID, 1);
}
ViewImage* ViewService::distanceSensor2D(double start, double end, int camID, ColorBitType, ImageDataSize) {
  return state_->stream ? sight::distances(*state_, start, end, camID, 2)
                        : sight::distances(state_->name, start, end, camID, 2);
}
