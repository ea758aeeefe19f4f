// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

namespace spark {

/// What is still to be done when a library on this thread finds that it cannot continue and ends the process, as ODE
/// does: logs are written out. Applies to the thread that made it, as long as it exists; those made later come first.
class FlushOnAbort {
 public:
  using Flush = std::function<void(std::string_view why)>;
  explicit FlushOnAbort(Flush flush);
  ~FlushOnAbort();
  FlushOnAbort(const FlushOnAbort&) = delete;
  FlushOnAbort& operator=(const FlushOnAbort&) = delete;

 private:
  friend void flush_before_abort(std::string_view why) noexcept;
  Flush flush_;
};

/// Calls all of this thread, each once, whatever happens meanwhile; the caller ends the process then.
void flush_before_abort(std::string_view why) noexcept;

}  // namespace spark
