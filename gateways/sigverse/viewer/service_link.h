// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "gateways/sigverse/direct/request_link.h"
#include "gateways/sigverse/viewer/eyes.h"

namespace sigverse::viewer {

/// The connection of a service of SIGVerse 2.x that asks the viewer what agents see: pictures, distances, depths. The
/// service sends its name first. Each answer begins with a number that tells whether object and camera exist; if
/// nothing is seen, distances are 255.
class ServiceLink final : public direct::RequestLink {
 public:
  /// Real time in which the peer has to send its name.
  static constexpr std::chrono::seconds kMaxSilence{30};

  /// Eyes, loop and log outlive it.
  ServiceLink(spark::net::Socket socket, const std::string& peer, const std::string& own_name, Eyes& eyes,
              spark::net::Loop& loop, spark::Log& log);

  /// Tells the peer that the viewer is ending.
  void take_leave();
  /// Ends the connection if the peer has not sent its name in time.
  void check_silence();

 private:
  Work answer(const wire::Raw& raw) override;
  void answer_picture(std::string_view body);
  void answer_distance(std::string_view body);
  void answer_distances(std::string_view body, bool is_depth);
  /// Appends what precedes the octets: the result and, if `with_camera`, the camera's field of view and aspect ratio.
  void append_answer(const Eyes::Answer& answer, bool with_camera);
  void append_distances(const wire::SigServiceProvider::DistanceRequest& request, const Eyes::Answer& answer,
                        bool with_camera);

  Eyes& eyes_;
  spark::net::Loop& loop_;
  const spark::RealClock::Time silent_until_;
  bool has_name_ = false;
};

}  // namespace sigverse::viewer
