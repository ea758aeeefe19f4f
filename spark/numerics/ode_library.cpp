// SPDX-License-Identifier: Apache-2.0
#include "spark/numerics/ode_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "spark/core/flush_on_abort.h"

namespace spark {
namespace {

thread_local std::string ode_message;

/// By default ODE prints its messages; an unsolvable island would cost a line per step.
void keep_message(int, const char* format, va_list arguments) {
  char text[200] = "";
  std::vsnprintf(text, sizeof text, format, arguments);
  if (ode_message.empty()) ode_message = text;
}

/// ODE calls the two functions below when it cannot continue; they must not return.
void end_by(const char* kind, const char* format, va_list arguments) {
  char text[200] = "";
  std::vsnprintf(text, sizeof text, format, arguments);
  flush_before_abort(fmt::format("ODE cannot continue ({}): {}", kind, text));
  std::abort();
}

void end_by_error(int, const char* format, va_list arguments) {
  end_by("error", format, arguments);
}

void end_by_bug(int, const char* format, va_list arguments) {
  end_by("internal error", format, arguments);
}

bool take_ode_over() {
  dSetMessageHandler(keep_message);
  dSetErrorHandler(end_by_error);
  dSetDebugHandler(end_by_bug);
  return dInitODE2(0) != 0;
}

}  // namespace

std::string take_ode_message() {
  return std::exchange(ode_message, {});
}

void start_ode() {
  static const bool ready = take_ode_over();
  // Collision detection has data per thread, and a world may be built on another thread than it is stepped on.
  thread_local const bool thread_ready = ready && dAllocateODEDataForThread(dAllocateMaskAll) != 0;
  static_cast<void>(thread_ready);
}

bool is_sound(const Pose& pose) {
  if (!within(pose.position, kMaxDistance)) return false;
  const Mat3 product = transposed(pose.rotation) * pose.rotation;
  double worst = 0.0;
  for (std::size_t i = 0; i < product.size(); ++i) {
    const double error = std::abs(product[i] - kIdentity3[i]);
    if (!is_finite(error)) return false;
    worst = std::max(worst, error);
  }
  return worst < 1e-3;
}

void write_rotation(const Mat3& from, dMatrix3 to) {
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) to[4 * row + column] = from[3 * row + column];
    to[4 * row + 3] = 0.0;
  }
}

void leave_space(dGeomID geom) {
  dSpaceID space = dGeomGetSpace(geom);
  if (!space) return;
  dSpaceRemove(space, geom);
  if (dGeomGetClass(geom) != dPlaneClass) return;
  dVector4 plane;
  dGeomPlaneGetParams(geom, plane);
  dGeomPlaneSetParams(geom, plane[0], plane[1], plane[2], plane[3]);
}

}  // namespace spark
