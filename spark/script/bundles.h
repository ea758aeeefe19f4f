// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace spark {

class ClassRegistry;
struct Core;

/// The modules whose classes a script loads with `importBundle`: shared objects `name.so` in the module path, each with
/// a function `extern "C" void spark_register_bundle(spark::ClassRegistry&)`. They stay loaded until the process ends.
class Bundles {
 public:
  using Register = void (*)(ClassRegistry&);

  /// Makes `import(name)` call this function instead of loading a module; for programs that contain the bundle.
  void provide(const std::string& name, Register register_classes) { provided_[name] = register_classes; }

  /// The names of provided bundles.
  std::vector<std::string> provided() const;

  /// Registers the bundle's classes; does nothing the second time, and for 0.5.2 bundles that are built into every
  /// server. The result is empty, or lists the classes of a bundle of 0.5.2 that this server lacks. Throws
  /// `std::runtime_error` if there is no such module, it cannot be loaded, or it was built against other headers than
  /// this library.
  std::string import(Core& core, const std::string& name);

 private:
  std::map<std::string, Register> provided_;
  std::set<std::string> imported_;
};

}  // namespace spark
