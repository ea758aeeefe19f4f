// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/motor_category.h"

#include <Motor.hh>
#include <utility>

#include "gateways/rtm/corba/category_servant.h"
#include "gateways/rtm/corba/motor_operations.h"

namespace rtm {
namespace {

class MotorServant final : public POA_Motor {
 public:
  explicit MotorServant(std::shared_ptr<ComponentFace> face) : face_(std::move(face)) {}
  void on() override { face_->on(); }
  void off() override { face_->off(); }
  ::InPortList* in_ports() override { return face_->in_ports(); }
  ::OutPortList* out_ports() override { return face_->out_ports(); }

  void go_home() override {
    const auto component = face_->component();
    operations(*component).go_home();
  }
  CORBA::Float limit() override {
    const auto component = face_->component();
    return operations(*component).limit();
  }

 private:
  /// The cast cannot fail: the servant is only made for a motor.
  static MotorOperations& operations(Component& component) { return dynamic_cast<MotorOperations&>(component); }
  std::shared_ptr<ComponentFace> face_;
};

class MotorCategory final : public CorbaPublisher::Category {
 public:
  PortableServer::ServantBase* make_servant(const std::shared_ptr<Component>& component,
                                            std::shared_ptr<ComponentFace> face) override {
    if (!dynamic_cast<MotorOperations*>(component.get())) return nullptr;
    return new MotorServant(std::move(face));
  }
};

}  // namespace

std::shared_ptr<CorbaPublisher::Category> motor_category() {
  return std::make_shared<MotorCategory>();
}

}  // namespace rtm
