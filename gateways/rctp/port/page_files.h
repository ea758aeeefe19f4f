// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pages/page_file.h"
#include "spark/http/message.h"

namespace rctp {

/// The files of the page on which people operate a robot, those of gateways/rctp/page.
std::span<const pages::PageFile> page_files();

/// A JavaScript module that a script offers to pages in addition to theirs: a device translator for an object.
struct OfferedModule {
  std::string name;  ///< "arm.js"
  std::string text;

  std::string address() const { return kTranslators + name; }
  /// The folder in which all translators are, for clients.
  static constexpr const char* kTranslators = "/translators/";
};

/// Answers requests for files of the page, from a fixed list and never from the disk. Used on the network thread.
class PageFiles {
 public:
  explicit PageFiles(const std::vector<OfferedModule>& offered);

  /// The page itself.
  spark::http::Response index(const spark::http::Request& request) const;
  /// A file below "/page/" or "/translators/", by its path without the first '/'. Nothing if there is no such file.
  std::optional<spark::http::Response> find(std::string_view path, const spark::http::Request& request) const;

 private:
  struct File {
    std::string path;  ///< "page/page.js"
    std::string type;
    std::shared_ptr<const std::string> text;
    std::string tag;  ///< for `ETag`
  };
  void add(std::string path, std::string_view type, std::string_view text);
  static spark::http::Response response(const File& file, const spark::http::Request& request);

  std::vector<File> files_;
};

}  // namespace rctp
