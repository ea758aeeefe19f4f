// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/reset_command.h"

#include <cstdint>
#include <optional>

#include "spark/core/core.h"
#include "spark/core/number_text.h"
#include "spark/sim/control_aspect.h"

namespace spark {

std::string carry_out_reset(Core& core, const sexp::Expression& command) {
  std::optional<std::uint64_t> seed;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const sexp::Expression part = command[i];
    std::int64_t number = 0;
    if (!part.is_list() || part.name() != "seed" || part.size() < 2 || !whole_integer(part[1].text(), number) ||
        number < 0)
      return "it takes nothing, or (seed N) with a whole number from 0";
    seed = static_cast<std::uint64_t>(number);
  }
  auto* game = core.find_first<GameControlServer>();
  return game ? game->restart_match(seed) : "there is no simulation";
}

}  // namespace spark
