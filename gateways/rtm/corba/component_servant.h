// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>
#include <memory>
#include <utility>

#include "gateways/rtm/corba/component_face.h"

namespace rtm {

/// A component without operations of its own, on the network.
class ComponentServant final : public POA_RtComponent {
 public:
  explicit ComponentServant(std::shared_ptr<ComponentFace> face) : face_(std::move(face)) {}
  void on() override { face_->on(); }
  void off() override { face_->off(); }
  ::InPortList* in_ports() override { return face_->in_ports(); }
  ::OutPortList* out_ports() override { return face_->out_ports(); }

 private:
  std::shared_ptr<ComponentFace> face_;
};

}  // namespace rtm
