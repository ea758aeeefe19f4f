// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/python/values.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <type_traits>

namespace py = pybind11;

namespace rtm::python {

namespace {

double with_the_same_digits(float number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  double result = number;
  std::from_chars(text.data(), end, result);
  return result;
}

double number_of(py::handle object) {
  const double number = PyFloat_AsDouble(object.ptr());
  if (number == -1 && PyErr_Occurred()) throw py::error_already_set();
  return number;
}

bool is_number(py::handle object) {
  return !PyBool_Check(object.ptr()) && !PyComplex_Check(object.ptr()) && PyNumber_Check(object.ptr()) &&
         !PySequence_Check(object.ptr());
}

[[noreturn]] void refuse(ValueType type, py::handle object, const std::string& port) {
  throw py::type_error(fmt::format("{} takes {}, not {}", port, to_string(type),
                                   py::str(py::type::of(object).attr("__name__")).cast<std::string>()));
}

template <typename Numbers>
Value numbers_from(ValueType type, py::handle object, const std::string& port) {
  const bool is_text = PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr());
  if (is_text || !PySequence_Check(object.ptr())) refuse(type, object, port);
  const py::object items = py::reinterpret_steal<py::object>(PySequence_Fast(object.ptr(), "no sequence"));
  if (!items) throw py::error_already_set();
  const auto size = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(items.ptr()));
  if (size > Value::kMostElements)
    throw py::value_error(fmt::format("{} takes at most {} numbers, not {}", port, Value::kMostElements, size));
  Numbers numbers;
  numbers.reserve(size);
  for (std::size_t i = 0; i < size; ++i) {
    const py::handle item = PySequence_Fast_GET_ITEM(items.ptr(), static_cast<Py_ssize_t>(i));
    if (!is_number(item)) refuse(ValueType::float64, item, "each item of " + port);
    numbers.push_back(static_cast<typename Numbers::value_type>(number_of(item)));
  }
  return Value(Value::Content(std::move(numbers)));
}

}  // namespace

py::object to_python(const Value& value) {
  return std::visit(
      [](const auto& content) -> py::object {
        using Content = std::decay_t<decltype(content)>;
        if constexpr (std::is_same_v<Content, float>) {
          return py::float_(with_the_same_digits(content));
        } else if constexpr (std::is_same_v<Content, Value::Floats> || std::is_same_v<Content, Value::Doubles>) {
          py::list list(content.size());
          for (std::size_t i = 0; i < content.size(); ++i) {
            if constexpr (std::is_same_v<Content, Value::Floats>)
              list[i] = py::float_(with_the_same_digits(content[i]));
            else
              list[i] = py::float_(content[i]);
          }
          return list;
        } else if constexpr (std::is_same_v<Content, std::string>) {
          // Others may have sent octets that are no UTF-8.
          PyObject* const text =
              PyUnicode_DecodeUTF8(content.data(), static_cast<Py_ssize_t>(content.size()), "replace");
          if (!text) throw py::error_already_set();
          return py::reinterpret_steal<py::object>(text);
        } else {
          return py::cast(content);
        }
      },
      value.content());
}

Value from_python(ValueType type, py::handle object, const std::string& port) {
  switch (type) {
    case ValueType::float32:
    case ValueType::float64:
    case ValueType::int32:
      if (!is_number(object)) refuse(type, object, port);
      return Value(Value::Content(number_of(object)));
    case ValueType::boolean:
      if (!PyBool_Check(object.ptr())) refuse(type, object, port);
      return Value(Value::Content(object.ptr() == Py_True));
    case ValueType::string:
      if (!PyUnicode_Check(object.ptr())) refuse(type, object, port);
      return Value(Value::Content(py::cast<std::string>(object)));
    case ValueType::floats:
      return numbers_from<Value::Floats>(type, object, port);
    case ValueType::doubles:
      return numbers_from<Value::Doubles>(type, object, port);
  }
  refuse(type, object, port);
}

ValueType type_of_name(const std::string& name) {
  if (const auto type = value_type(std::string_view(name))) return *type;
  throw py::value_error(
      fmt::format("there is no type {}; there are float, double, long, boolean, string, floats and doubles", name));
}

void raise(Refusal refusal, const std::string& port, ValueType type) {
  if (refusal == Refusal::none) return;
  const std::string text = fmt::format("{} takes {}, and refuses this: {}", port, to_string(type), to_string(refusal));
  if (refusal == Refusal::type) throw py::type_error(text);
  throw py::value_error(text);
}

}  // namespace rtm::python
