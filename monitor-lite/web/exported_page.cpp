// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/exported_page.h"

#include <fmt/format.h>
#include <sodium.h>

#include <stdexcept>

#include "monitor-lite/web/page_files.h"

namespace monitor {
namespace {

std::string hash_of(std::string_view text) {
  unsigned char hash[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(hash, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return "'sha256-" + base64({reinterpret_cast<const char*>(hash), sizeof hash}) + "'";
}

std::string_view file_text(std::string_view file) {
  return pages::find_file(page_files(), file)->text;
}

void replace(std::string& text, std::string_view what, const std::string& by) {
  const std::size_t at = text.find(what);
  if (at == text.npos) throw std::logic_error(fmt::format("index.html has no {}", what));
  text.replace(at, what.size(), by);
}

}  // namespace

std::string base64(std::string_view octets) {
  std::string text(sodium_base64_encoded_len(octets.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(octets.data()), octets.size(),
                    sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // the NUL
  return text;
}

std::string exported_page(std::string_view packed_log) {
  const std::string_view script = file_text("page.js"), style = file_text("page.css");
  std::string page(file_text("index.html"));
  const std::string policy = fmt::format(
      "default-src 'none'; script-src {}; style-src {}; img-src data: blob:; base-uri 'none'; form-action 'none'",
      hash_of(script), hash_of(style));
  replace(
      page, "<meta charset=\"utf-8\">",
      fmt::format("<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">", policy));
  replace(page, "<link rel=\"icon\" href=\"icon.svg\">", "<link rel=\"icon\" href=\"data:,\">");
  replace(page, "<link rel=\"stylesheet\" href=\"page.css\">", fmt::format("<style>{}</style>", style));
  replace(page, "<script src=\"page.js\" defer></script>", "");
  replace(page, "</body>",
          fmt::format("<template id=\"log\">{}</template>\n<script>{}</script>\n</body>", base64(packed_log), script));
  return page;
}

}  // namespace monitor
