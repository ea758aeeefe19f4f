// SPDX-License-Identifier: Apache-2.0
#include "spark/script/ruby_call.h"

#include "spark/script/ruby_vm.h"

namespace spark {
namespace {

VALUE wrong_setting = Qnil;

}  // namespace

void define_wrong_setting(VALUE module) {
  wrong_setting = protect([&] { return rb_define_class_under(module, "WrongSetting", rb_eException); });
}

VALUE wrong_setting_class() {
  return wrong_setting;
}

VALUE make_error(VALUE error_class, const char* text) {
  int state = 0;
  struct Parts {
    VALUE error_class;
    const char* text;
  } parts{error_class, text};
  const VALUE error = rb_protect(
      [](VALUE data) -> VALUE {
        const auto& p = detail::carried<const Parts>(data);
        return rb_exc_new_str(p.error_class, rb_utf8_str_new_cstr(p.text));
      },
      reinterpret_cast<VALUE>(&parts), &state);
  if (state == 0) return error;
  const VALUE out_of_memory = rb_errinfo();
  rb_set_errinfo(Qnil);
  return out_of_memory;
}

}  // namespace spark
