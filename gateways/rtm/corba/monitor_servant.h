// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtmView.hh>
#include <memory>
#include <utility>

#include "gateways/rtm/corba/component_face.h"

namespace rtm {

/// The view of a component for the browser's page. Called on threads of the ORB.
class MonitorServant final : public POA_RtmView::Monitor {
 public:
  explicit MonitorServant(std::shared_ptr<ComponentFace> face) : face_(std::move(face)) {}

  char* name() override;
  char* category() override;
  RtmView::State component_state() override;
  char* fault() override;
  RtmView::LinkList* links() override;
  RtmView::PortValueList* values() override;

 private:
  std::shared_ptr<ComponentFace> face_;
};

}  // namespace rtm
