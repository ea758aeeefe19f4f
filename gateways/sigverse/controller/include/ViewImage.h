// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_VIEWIMAGE_H
#define SIGVERSE_VIEWIMAGE_H

#include "systemdef.h"

/// The format of a picture and the meaning of a pixel, each one of these.
typedef int ImageDataType;
enum { IMAGE_DATA_TYPE_ANY = 0, IMAGE_DATA_WINDOWS_BMP = 1, IMAGE_DATA_TYPE_WINDOWS_BMP = IMAGE_DATA_WINDOWS_BMP };
typedef int ColorBitType;
enum { COLORBIT_ANY = 0, COLORBIT_24 = 1, DEPTHBIT_8 = 2 };
enum ImageDataSize { IMAGE_320X240 = 0, IMAGE_320X1 = 1 };

/// The format of a picture.
class ViewImageInfo {
 public:
  ViewImageInfo(ImageDataType type = IMAGE_DATA_WINDOWS_BMP, ColorBitType colour = COLORBIT_24,
                ImageDataSize size = IMAGE_320X240)
      : type_(type), colour_(colour), width_(320), height_(size == IMAGE_320X1 ? 1 : 240) {}
  ViewImageInfo(ImageDataType type, ColorBitType colour, int width, int height = 240)
      : type_(type), colour_(colour), width_(width), height_(height) {}
  ImageDataType getDataType() const { return type_; }
  ImageDataType getImageDataType() const { return type_; }
  ColorBitType getColorBitType() const { return colour_; }
  int getBytesPerOnePixel() const { return colour_ == DEPTHBIT_8 ? 1 : 3; }
  int getWidth() const { return width_; }
  int getHeight() const { return height_; }

 private:
  ImageDataType type_;
  ColorBitType colour_;
  int width_, height_;
};

/// A picture: rows from top to bottom, pixels of 24 bits (blue, green, red) or 8 bits (a distance, or grey), each row
/// padded to a multiple of four octets. Owns its octets.
class ViewImage {
 public:
  explicit ViewImage(const ViewImageInfo& info);
  ViewImage(const ViewImage& other);
  ViewImage& operator=(const ViewImage& other);
  ~ViewImage();

  const ViewImageInfo& getInfo() const { return info_; }
  int getWidth() const { return info_.getWidth(); }
  int getHeight() const { return info_.getHeight(); }
  char* getBuffer() { return buffer_; }
  const char* getBuffer() const { return buffer_; }
  int getBufferLength() const { return length_; }
  /// Copies at most `length` octets into the picture, starting at its first octet.
  void setBuffer(const char* octets, int length);
  void copyBuffer(const char* octets, int length) { setBuffer(octets, length); }
  /// Returns a copy of all octets; the caller deletes it with delete[].
  char* copyBuffer() const;

  /// The camera that took it: its vertical field of view, degrees, and the aspect ratio of its view, which may differ
  /// from that of the pixels. For a picture that the controller has made: 45 and 1.5.
  double getFOVy() const { return fov_; }
  double getAspectRatio() const { return aspect_; }
  void setFOVy(double degrees) { fov_ = degrees; }
  void setAspectRatio(double ratio) { aspect_ = ratio; }

  /// Returns false if the file cannot be written.
  bool saveAsWindowsBMP(const char* file) const;

 private:
  ViewImageInfo info_;
  char* buffer_;
  int length_;
  double fov_, aspect_;
};

#endif
