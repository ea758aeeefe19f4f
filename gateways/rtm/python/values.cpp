// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/python/values.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

#include "gateways/rtm/component/value_kinds.h"

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

template <typename Integer>
Integer integer_from(ValueType type, py::handle object, const std::string& port) {
  const double number = std::round(number_of(object));
  using Limits = std::numeric_limits<Integer>;
  if (!(number >= Limits::min() && number <= Limits::max()))
    throw py::value_error(fmt::format("{} takes {}, and {} is out of range", port, to_string(type), number));
  return static_cast<Integer>(number);
}

/// The octets of a text, one for each Latin-1 character.
std::string octets_of(ValueType type, py::handle object, const std::string& port) {
  PyObject* const octets = PyUnicode_AsLatin1String(object.ptr());
  if (!octets) {
    PyErr_Clear();
    throw py::value_error(fmt::format("{} takes {}, of characters of ISO 8859-1", port, to_string(type)));
  }
  return py::reinterpret_steal<py::bytes>(octets);
}

template <typename Element>
Element element_from(ValueType type, py::handle item, const std::string& port) {
  const std::string each = "each item of " + port;
  if constexpr (std::is_same_v<Element, std::string>) {
    if (!PyUnicode_Check(item.ptr())) refuse(ValueType::string, item, each);
    return py::cast<std::string>(item);
  } else if constexpr (std::is_same_v<Element, bool>) {
    if (!PyBool_Check(item.ptr())) refuse(ValueType::boolean, item, each);
    return item.ptr() == Py_True;
  } else {
    if (!is_number(item)) refuse(ValueType::float64, item, each);
    if constexpr (std::is_integral_v<Element>) return integer_from<Element>(type, item, port);
    return static_cast<Element>(number_of(item));
  }
}

/// Calls `begin` with the number of items of a list, tuple or other sequence that is not a text, and `take` for each.
template <typename Begin, typename Take>
void each_item(ValueType type, py::handle object, const std::string& port, const Begin& begin, const Take& take) {
  const bool is_text = PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr());
  if ((is_text && type != ValueType::octets) || !PySequence_Check(object.ptr())) refuse(type, object, port);
  const py::object items = py::reinterpret_steal<py::object>(PySequence_Fast(object.ptr(), "no sequence"));
  if (!items) throw py::error_already_set();
  const auto size = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(items.ptr()));
  if (size > Value::kMaxElements)
    throw py::value_error(fmt::format("{} takes at most {} items, not {}", port, Value::kMaxElements, size));
  begin(size);
  for (std::size_t i = 0; i < size; ++i) take(i, PySequence_Fast_GET_ITEM(items.ptr(), static_cast<Py_ssize_t>(i)));
}

void read(ValueType type, py::handle object, const std::string& port, std::string& content) {
  if (!PyUnicode_Check(object.ptr())) refuse(type, object, port);
  content = py::cast<std::string>(object);
}

void read(ValueType type, py::handle object, const std::string& port, bool& content) {
  if (!PyBool_Check(object.ptr())) refuse(type, object, port);
  content = object.ptr() == Py_True;
}

void read(ValueType type, py::handle object, const std::string& port, char& content) {
  if (!PyUnicode_Check(object.ptr())) refuse(type, object, port);
  const std::string octets = octets_of(type, object, port);
  if (octets.size() != 1) throw py::value_error(fmt::format("{} takes one character", port));
  content = octets.front();
}

void read(ValueType type, py::handle object, const std::string& port, Value::Chars& content) {
  if (!PyUnicode_Check(object.ptr())) refuse(type, object, port);
  const std::string octets = octets_of(type, object, port);
  content.assign(octets.begin(), octets.end());
}

template <typename Content>
void read(ValueType type, py::handle object, const std::string& port, Content& content) {
  if constexpr (is_vector3d<Content>) {
    const auto begin = [&](std::size_t size) {
      if (size != content.size())
        throw py::value_error(
            fmt::format("{} takes {}, which is {} numbers, not {}", port, to_string(type), content.size(), size));
    };
    each_item(type, object, port, begin,
              [&](std::size_t i, py::handle item) { content[i] = element_from<double>(type, item, port); });
  } else {
    using Element = typename Content::value_type;
    each_item(
        type, object, port, [&](std::size_t size) { content.reserve(size); },
        [&](std::size_t, py::handle item) { content.push_back(element_from<Element>(type, item, port)); });
  }
}

/// Converts from ISO 8859-1.
py::str text_of(std::string_view octets) {
  PyObject* const text = PyUnicode_DecodeLatin1(octets.data(), static_cast<Py_ssize_t>(octets.size()), nullptr);
  if (!text) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(text);
}

py::object to_object(float number) {
  return py::float_(with_the_same_digits(number));
}

/// Other programs may have sent octets that are not UTF-8.
py::object to_object(const std::string& text) {
  PyObject* const decoded = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (!decoded) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(decoded);
}

py::object to_object(char character) {
  return text_of({&character, 1});
}

py::object to_object(const Value::Chars& characters) {
  return text_of({characters.data(), characters.size()});
}

py::object to_object(const Value::Octets& octets) {
  return py::bytes(reinterpret_cast<const char*>(octets.data()), octets.size());
}

template <typename Content>
py::object to_object(const Content& content) {
  if constexpr (std::is_same_v<Content, StateCode>) {
    return py::int_(static_cast<std::int16_t>(content));
  } else if constexpr (std::is_arithmetic_v<Content>) {
    return py::cast(content);
  } else {
    py::list list(content.size());
    std::size_t i = 0;
    for (const auto& element : content)
      list[i++] = to_object(static_cast<const typename Content::value_type&>(element));
    return list;
  }
}

}  // namespace

py::object to_python(const Value& value) {
  return std::visit([](const auto& content) { return to_object(content); }, value.content());
}

Value from_python(ValueType type, py::handle object, const std::string& port) {
  Value value(type);
  std::optional<double> number;
  std::visit(
      [&](auto& content) {
        using Content = std::decay_t<decltype(content)>;
        if constexpr (rtm::is_number<Content> && !std::is_same_v<Content, bool>) {
          // The port converts the number, and reports what it refuses.
          if (!is_number(object)) refuse(type, object, port);
          number = number_of(object);
        } else {
          read(type, object, port, content);
        }
      },
      value.content());
  return number ? Value(Value::Content(*number)) : value;
}

ValueType type_of_name(const std::string& name) {
  if (const auto type = value_type(std::string_view(name))) return *type;
  throw py::value_error(fmt::format("there is no type {}; there are {}", name, value_type_names()));
}

void raise(Refusal refusal, const std::string& port, ValueType type) {
  if (refusal == Refusal::none) return;
  const std::string text = fmt::format("{} takes {}, and refuses this: {}", port, to_string(type), to_string(refusal));
  if (refusal == Refusal::type) throw py::type_error(text);
  throw py::value_error(text);
}

}  // namespace rtm::python
