// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/page_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "pages/page_response.h"

namespace rctp {
namespace {

constexpr std::string_view kIndex = "index.html";
constexpr std::string_view kScript = "text/javascript; charset=utf-8";
constexpr int kNotModified = 304;

}  // namespace

PageFiles::PageFiles(const std::vector<OfferedModule>& offered) {
  for (const pages::PageFile& file : page_files()) {
    // Translators are in folders of the page; files outside any folder belong to the page itself.
    const bool is_own = file.name.find('/') == file.name.npos;
    add((is_own ? "page/" : "") + std::string(file.name), file.type, file.text);
  }
  for (const OfferedModule& module : offered) add(module.address().substr(1), kScript, module.text);
}

void PageFiles::add(std::string path, std::string_view type, std::string_view text) {
  files_.push_back({std::move(path), std::string(type), std::make_shared<const std::string>(text),
                    fmt::format("\"{:x}\"", std::hash<std::string_view>()(text))});
}

spark::http::Response PageFiles::response(const File& file, const spark::http::Request& request) {
  const bool is_known = request.lists("If-None-Match", file.tag);
  // Translators run in Workers of the page, which have another origin.
  const auto respond =
      file.path.starts_with(OfferedModule::kTranslators + 1) ? pages::worker_response : pages::page_response;
  spark::http::Response response = respond(file.type, is_known ? nullptr : file.text, "no-cache");
  response.headers.push_back({"ETag", file.tag});
  if (is_known) response.status = kNotModified;
  return response;
}

spark::http::Response PageFiles::index(const spark::http::Request& request) const {
  return find(std::string("page/").append(kIndex), request).value();
}

std::optional<spark::http::Response> PageFiles::find(std::string_view path, const spark::http::Request& request) const {
  const auto file = std::ranges::find(files_, path, &File::path);
  return file == files_.end() ? std::nullopt : std::optional(response(*file, request));
}

}  // namespace rctp
