// SPDX-License-Identifier: Apache-2.0
#include "spark/core/class_registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>

#include "spark/core/check.h"
#include "spark/core/core.h"

namespace spark {

const MethodInfo* ClassInfo::find_method(std::string_view name) const {
  for (const ClassInfo* info = this; info; info = info->base_)
    for (const auto& method : info->methods_)
      if (method.name == name) return &method;
  return nullptr;
}

ClassInfo& ClassInfo::add_method(std::string_view name, std::string_view parameters, std::string_view help,
                                 std::initializer_list<detail::KindOfType> takes, ValueKind gives,
                                 std::function<Value(Leaf&, const Values&, bool& accepted)> call) {
  MethodInfo& info = methods_.emplace_back();
  info.name = name;
  info.parameters = parameters;
  info.help = help;
  for (const auto& [kind, number] : takes) info.takes.insert(info.takes.end(), static_cast<std::size_t>(number), kind);
  info.gives = gives;
  info.call = std::move(call);
  return *this;
}

ClassInfo& ClassRegistry::add_info(std::string_view name, std::string_view base, std::string_view help) {
  SPARK_DEMAND(!by_name_.contains(name));
  const ClassInfo* base_info = base.empty() ? nullptr : find(base);
  SPARK_DEMAND(base.empty() || base_info);
  classes_.push_back(std::make_unique<ClassInfo>(std::string(name), base_info, std::string(help)));
  classes_.back()->module_ = module_;
  by_name_[classes_.back()->name()] = classes_.back().get();
  return *classes_.back();
}

const ClassInfo* ClassRegistry::find(std::string_view name) const {
  const auto it = by_name_.find(name);
  return it == by_name_.end() ? nullptr : it->second;
}

std::unique_ptr<Leaf> ClassRegistry::create(std::string_view name) const {
  const ClassInfo* info = find(name);
  if (!info) throw std::runtime_error(fmt::format("there is no class '{}'", printable(name)));
  if (info->is_abstract()) throw std::runtime_error(fmt::format("class '{}' is abstract", name));
  auto leaf = info->make_();
  leaf->class_info_ = info;
  leaf->core_ = &core_;
  leaf->serial_ = ++objects_made_;
  return leaf;
}

namespace detail {

const Value* ArgumentReader::next() {
  if (at >= values.size()) {
    ok = false;
    return nullptr;
  }
  return &values[at++];
}

double ArgumentReader::real() {
  const Value* value = next();
  const auto number = value ? as_real(*value) : std::nullopt;
  // One NaN that reaches ODE aborts the process, so no number that is not finite passes this check.
  if (!number || !std::isfinite(*number)) {
    ok = false;
    return 0.0;
  }
  return *number;
}

void ArgumentReader::read(int& out) {
  const Value* value = next();
  const auto number = value ? as_integer(*value) : std::nullopt;
  if (!number || *number < std::numeric_limits<int>::min() || *number > std::numeric_limits<int>::max())
    ok = false;
  else
    out = static_cast<int>(*number);
}

void ArgumentReader::read(bool& out) {
  const Value* value = next();
  const auto flag = value ? as_bool(*value) : std::nullopt;
  ok = ok && flag;
  out = flag.value_or(false);
}

void ArgumentReader::read(std::string& out) {
  const Value* value = next();
  auto text = value ? as_text(*value) : std::nullopt;
  ok = ok && text;
  if (text) out = std::move(*text);
}

void ArgumentReader::read(Values& out) {
  out.assign(values.begin() + static_cast<std::ptrdiff_t>(std::min(at, values.size())), values.end());
  at = values.size();
}

}  // namespace detail
}  // namespace spark
