// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/node.h"

namespace spark {

class ScriptEngine;

/// /sys/server/script: where the rest of the server finds the script engine. The engine sets and clears itself.
class ScriptServer : public Leaf {
 public:
  ScriptEngine* engine = nullptr;
  bool released = false;  ///< the engine has been here and gone
};

}  // namespace spark
