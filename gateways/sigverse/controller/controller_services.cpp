// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/controller/include/Controller.h"
#include "gateways/sigverse/controller/sight.h"

using sigverse::Agent;
namespace sight = sigverse::sight;

bool Controller::detectEntities(std::vector<std::string>& names, int camID) {
  return sight::detect("", names, camID);
}
ViewImage* Controller::captureView(ColorBitType colour, ImageDataSize size, int camID) {
  return sight::capture("", colour, size, camID);
}

bool Controller::checkService(const std::string& name) {
  Agent* const agent = Agent::current();
  return agent && agent->services.is_there(name);
}
BaseService* Controller::connectToService(const std::string& name) {
  return connectToService(name, 0);
}
BaseService* Controller::connectToService(const std::string& name, int port) {
  Agent* const agent = Agent::current();
  return agent ? agent->services.connect(name, static_cast<std::uint16_t>(port)) : nullptr;
}
void Controller::disconnectToService(const std::string& name) {
  if (Agent* const agent = Agent::current()) agent->services.disconnect(name);
}
BaseService* Controller::getService(const std::string& name) {
  Agent* const agent = Agent::current();
  return agent ? agent->services.find(name) : nullptr;
}

BaseService::~BaseService() = default;
const char* BaseService::getName() const {
  return state_->name.c_str();
}
bool BaseService::sendMsgToSrv(const std::string& message) {
  return state_->services.send(*state_, message);
}

ViewService::~ViewService() = default;
ViewImage* ViewService::captureView(int camID, ColorBitType colour, ImageDataSize size) {
  return state_->stream ? sight::capture(*state_, camID) : sight::capture(state_->name, colour, size, camID);
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
