// SPDX-License-Identifier: Apache-2.0
#include "spark/core/standard_streams.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>

namespace spark {
namespace {
constexpr int kMayBeFull = 1000;  // ms
std::array<bool, 3> were_closed;
}  // namespace

void open_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    were_closed.at(static_cast<std::size_t>(descriptor)) = true;
    // The lowest free number is the missing one: those below it are open by now.
    [[maybe_unused]] const int opened = ::open("/dev/null", O_RDWR);
  }
}

bool was_closed(int descriptor) {
  return were_closed.at(static_cast<std::size_t>(descriptor));
}

int write_text(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd output{descriptor, POLLOUT, 0};
      if (::poll(&output, 1, kMayBeFull) == 0) return EAGAIN;
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

}  // namespace spark
