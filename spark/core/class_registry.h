// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "spark/core/node.h"
#include "spark/core/value.h"
#include "spark/core/vec3.h"

namespace spark {

using Values = std::vector<Value>;

/// The type of a method's argument or result. `any` stands for the rest of the arguments, of any number and type.
enum class ValueKind { nothing, real, integer, truth, text, any };

namespace detail {
/// The number and kind of the values that a C++ parameter takes: a vector takes three numbers.
struct KindOfType {
  ValueKind kind;
  int number = 1;
};
}  // namespace detail

/// One method of a registered class, for scripts, scene files and the generated reference.
struct MethodInfo {
  std::string name;
  std::string parameters;  ///< human-readable names and units: "mass (kg), radius (m)"
  std::string help;
  bool immediate = false;          ///< scene files run it in place, not after the whole file (behaviour 10.3)
  std::vector<ValueKind> takes{};  ///< as scripts write it: a vector is three numbers
  ValueKind gives = ValueKind::nothing;
  /// Converts the arguments and calls the method. If their number or type is wrong, or a number is not finite,
  /// `accepted` becomes false and nothing is called.
  std::function<Value(Leaf&, const Values&, bool& accepted)> call{};
};

/// A registered class: its name, base, factory and methods. Ruby, `.rsg` files and the docs all use this list.
class ClassInfo {
 public:
  ClassInfo(std::string name, const ClassInfo* base, std::string help)
      : name_(std::move(name)), base_(base), help_(std::move(help)) {}

  const std::string& name() const { return name_; }
  const ClassInfo* base() const { return base_; }
  const std::string& help() const { return help_; }
  const std::string& module() const { return module_; }  ///< the module that registered it; empty: every server has it
  bool is_abstract() const { return !make_; }
  const std::vector<MethodInfo>& methods() const { return methods_; }  ///< without those of the base
  /// Looks in this class, then in its bases; null if there is none.
  const MethodInfo* find_method(std::string_view name) const;

  /// Registers a member function. Parameters may be double, int, bool, std::string and Vec3 (three arguments), and the
  /// last one `const Values&` for the rest; results void, bool, int, double, std::string. See behaviour 11.3 for
  /// conversions.
  template <typename T, typename R, typename... Args>
  ClassInfo& method(std::string_view name, R (T::*function)(Args...), std::string_view parameters,
                    std::string_view help);
  template <typename T, typename R, typename... Args>
  ClassInfo& method(std::string_view name, R (T::*function)(Args...) const, std::string_view parameters,
                    std::string_view help);
  /// The same for a function that takes the object as its first argument. In this way a higher room adds a method to a
  /// class of a lower one.
  template <typename T, typename R, typename... Args>
  ClassInfo& method(std::string_view name, R (*function)(T&, Args...), std::string_view parameters,
                    std::string_view help);
  /// Marks the last registered method as one that scene files run at once.
  ClassInfo& immediate() {
    methods_.back().immediate = true;
    return *this;
  }

 private:
  friend class ClassRegistry;
  template <typename T, typename F, typename R, typename... Args>
  ClassInfo& add_method(std::string_view name, F function, std::string_view parameters, std::string_view help);

  /// The part of `method` that is the same for all types, so that it is compiled only once.
  ClassInfo& add_method(std::string_view name, std::string_view parameters, std::string_view help,
                        std::initializer_list<detail::KindOfType> takes, ValueKind gives,
                        std::function<Value(Leaf&, const Values&, bool& accepted)> call);

  std::string name_;
  const ClassInfo* base_;
  std::string help_;
  std::string module_;
  std::function<std::unique_ptr<Leaf>()> make_;
  std::vector<MethodInfo> methods_;
};

/// All classes of one server. Owned by `Core`.
class ClassRegistry {
 public:
  explicit ClassRegistry(Core& core) : core_(core) {}

  /// Registers T under `name` ("oxygen/Body"); `base` must be registered already ("" for none). If T is abstract or has
  /// no default constructor, the class is abstract. Registering a name twice is a programming error.
  template <typename T>
  ClassInfo& add(std::string_view name, std::string_view base, std::string_view help) {
    ClassInfo& info = add_info(name, base, help);
    if constexpr (std::is_default_constructible_v<T>) info.make_ = [] { return std::make_unique<T>(); };
    return info;
  }

  /// Classes added from now on belong to this module; empty: every server has them.
  void begin_module(std::string name) { module_ = std::move(name); }

  Core& core() const { return core_; }
  const ClassInfo* find(std::string_view name) const;
  /// A new object of that class, not in the tree yet. Throws `std::runtime_error` for unknown and abstract classes.
  std::unique_ptr<Leaf> create(std::string_view name) const;
  const std::vector<std::unique_ptr<ClassInfo>>& all() const { return classes_; }
  /// The serial number of the latest object; later ones have greater numbers.
  std::uint64_t objects_made() const { return objects_made_; }

 private:
  ClassInfo& add_info(std::string_view name, std::string_view base, std::string_view help);

  Core& core_;
  std::string module_;
  mutable std::uint64_t objects_made_ = 0;
  std::vector<std::unique_ptr<ClassInfo>> classes_;
  std::map<std::string, ClassInfo*, std::less<>> by_name_;
};

namespace detail {

/// Reads the arguments in order; `ok` becomes false at the first that does not fit.
struct ArgumentReader {
  const Values& values;
  std::size_t at = 0;
  bool ok = true;

  const Value* next();
  double real();
  void read(double& out) { out = real(); }
  void read(int& out);
  void read(bool& out);
  void read(std::string& out);
  void read(Vec3& out) { out.x = real(), out.y = real(), out.z = real(); }
  void read(Values& out);
  bool complete() const { return ok && at == values.size(); }
};

/// The values that correspond to a C++ type.
template <typename T>
constexpr KindOfType kind_of() {
  if constexpr (std::is_same_v<T, Vec3>)
    return {ValueKind::real, 3};
  else if constexpr (std::is_void_v<T>)
    return {ValueKind::nothing};
  else if constexpr (std::is_same_v<T, bool>)
    return {ValueKind::truth};
  else if constexpr (std::is_integral_v<T>)
    return {ValueKind::integer};
  else if constexpr (std::is_floating_point_v<T>)
    return {ValueKind::real};
  else if constexpr (std::is_same_v<T, Values> || std::is_same_v<T, Value>)
    return {ValueKind::any};
  else
    return {ValueKind::text};
}

/// Converts the result of a method for scripts.
template <typename R>
Value to_value(R result) {
  if constexpr (std::is_same_v<R, bool> || std::is_same_v<R, Value>)
    return result;
  else if constexpr (std::is_integral_v<R>)
    return static_cast<std::int64_t>(result);
  else if constexpr (std::is_floating_point_v<R>)
    return static_cast<double>(result);
  else
    return std::string(std::move(result));
}

}  // namespace detail

template <typename T, typename F, typename R, typename... Args>
ClassInfo& ClassInfo::add_method(std::string_view name, F function, std::string_view parameters,
                                 std::string_view help) {
  const auto call = [function](Leaf& leaf, const Values& values, bool& accepted) -> Value {
    auto* object = dynamic_cast<T*>(&leaf);
    std::tuple<std::remove_cvref_t<Args>...> arguments;
    detail::ArgumentReader reader{values};
    return std::apply(
        [&](auto&... argument) -> Value {
          (reader.read(argument), ...);
          accepted = object && reader.complete();
          if (!accepted) return false;
          const auto invoke = [&]() -> R {
            if constexpr (std::is_member_pointer_v<F>)
              return (object->*function)(argument...);
            else
              return function(*object, argument...);
          };
          if constexpr (std::is_void_v<R>) {
            invoke();
            return true;
          } else {
            return detail::to_value<std::remove_cvref_t<R>>(invoke());
          }
        },
        arguments);
  };
  return add_method(name, parameters, help, {detail::kind_of<std::remove_cvref_t<Args>>()...},
                    detail::kind_of<std::remove_cvref_t<R>>().kind, call);
}

template <typename T, typename R, typename... Args>
ClassInfo& ClassInfo::method(std::string_view name, R (T::*function)(Args...), std::string_view parameters,
                             std::string_view help) {
  return add_method<T, decltype(function), R, Args...>(name, function, parameters, help);
}

template <typename T, typename R, typename... Args>
ClassInfo& ClassInfo::method(std::string_view name, R (T::*function)(Args...) const, std::string_view parameters,
                             std::string_view help) {
  return add_method<T, decltype(function), R, Args...>(name, function, parameters, help);
}

template <typename T, typename R, typename... Args>
ClassInfo& ClassInfo::method(std::string_view name, R (*function)(T&, Args...), std::string_view parameters,
                             std::string_view help) {
  return add_method<T, decltype(function), R, Args...>(name, function, parameters, help);
}

}  // namespace spark
