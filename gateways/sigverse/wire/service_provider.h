// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace sigverse::wire {

/// For programs that do for controllers what the server does not: take pictures, detect objects, measure distances, or
/// recognise speech. This class implements the whole protocol; the program supplies one function for each service that
/// it provides.
///
///     SigServiceProvider::Options options;
///     options.name = "painter";
///     options.picture = [&](const SigServiceProvider::PictureRequest& request) { return paint(request); };
///     SigServiceProvider provider(options);  // connects to the server and registers
///     provider.run();                        // until the server ends
///
/// Threads. The functions are called by `run` and `work_one`, one at a time, on the thread that calls these. So they
/// may use objects that are bound to one thread (a graphics context, a recogniser). Everything else happens on threads
/// of this class:
///
///     controller or server --connects--> clerk --> connection thread --> requests --> run / work_one
///                         <--answer, closes------  connection thread <-- results  <--
///
///  * One clerk accepts connections and answers pings itself, so pings are answered even while a function works and
///    while all connection threads are busy. It ends everything when the server closes the connection of the
///    registration.
///  * A connection gets a thread as soon as the first packet of its request is complete; there are at most 16 threads
///    (`Options::max_threads`), and further connections wait. The thread reads the rest of the request (only sounds
///    have more than one packet), queues the request under an id, waits for the result with that id, sends it, and
///    closes the connection.
///  * If a connection, or only its sending side, is closed before its request's turn, the request is withdrawn: no
///    function is called for it.
///
/// `Options` has limits for all external input: connections, octets, and the time that each takes. Input that cannot be
/// read or is out of range gets the failing reply of its type, if its type is known, and one line in `log`, of which
/// there are at most 20 in 10 s.
///
/// Needs only the standard library (C++17) and POSIX. Never raises SIGPIPE.
class SigServiceProvider {
 public:
  /// The common part of all requests about what an agent sees.
  struct Eye {
    std::string agent;  ///< at most 255 octets; not checked to exist
    int camera = 1;     ///< as requested: -32768 to 32767
  };
  struct PictureRequest : Eye {
    enum Colour { bgr = 1, depth = 2 };
    Colour colour = bgr;
    int width = 320, height = 240;  ///< above 0; the picture has at most `Options::max_content` octets
    /// Octets per row: 3 (blue, green, red) or 1 (depth) per pixel, then zeros up to a multiple of 4.
    std::size_t row_octets() const { return (static_cast<std::size_t>(width) * (colour == bgr ? 3 : 1) + 3) / 4 * 4; }
    /// Octets of the whole picture.
    std::size_t octets() const { return row_octets() * static_cast<std::size_t>(height); }
  };
  struct DetectRequest : Eye {};
  struct DistanceRequest : Eye {
    double start = 0.0, end = 255.0;  ///< cm, finite, start below end
    int dimensions = 0;               ///< 0: the middle of the picture; 1: its middle row; 2: the whole picture
    static constexpr int kWidth = 320, kHeight = 240;
    /// The number of measurements, one octet each: 1; 320 from left to right; or 76,800 in rows from top to bottom.
    std::size_t octets() const { return dimensions == 0 ? 1 : dimensions == 1 ? kWidth : kWidth * kHeight; }
  };
  struct SpeechRequest {
    int channels = 1;     ///< 1 or 2
    int rate = 16000;     ///< samples per second, 1,000 to 65,535
    int bits = 16;        ///< of a sample: 8 (from 0, the middle is 128) or 16 (signed)
    bool little = true;   ///< byte order of samples
    std::string samples;  ///< whole frames of all channels, at most `Options::max_content` octets; may be empty
  };

  /// The services to provide, the server, and the limits for peers.
  struct Options {
    std::string server_host = "127.0.0.1";
    std::uint16_t server_port = 9000;

    /// The provider's name, 1 to 255 octets without a comma. Requests are forwarded to it by this name.
    std::string name;

    // The services: set at least one of these functions. An exception in a function results in a line in `log` and the
    // failing reply. A result of the wrong size is handled in the same way.

    /// Returns as many octets as requested (`PictureRequest::octets`), rows from top to bottom; empty: there is no
    /// picture.
    std::function<std::string(const PictureRequest&)> picture;
    /// Returns the names of the visible objects. They are sent sorted, without empty ones; at most 65,000 octets.
    std::function<std::vector<std::string>(const DetectRequest&)> detect;
    /// Returns as many octets as requested: 0 at `start` and nearer, 255 at `end` and farther. Empty: there are none,
    /// which a controller gets as 255 (0 dimensions) or as no picture.
    std::function<std::string(const DistanceRequest&)> distance;
    /// Returns the recognised speech, ASCII or UTF-8, at most 65,000 octets; empty: nothing was recognised.
    std::function<std::string(const SpeechRequest&)> recognise;

    /// The host at which the server and controllers can reach the provider. If empty, it is the local address of the
    /// connection to the server, and the provider listens only there. Otherwise the provider listens on all addresses
    /// of the machine, and this text is passed on unchanged.
    std::string host;
    std::uint16_t port = 0;  ///< the port to listen on; 0: any free port

    /// Receives each line for users, without a prefix or a line end. Called on any thread, one call at a time; must not
    /// call this class. If empty, lines go to stderr, prefixed with the provider's name.
    std::function<void(const std::string& line)> log;

    /// Timeout for connecting to the server, for each of its replies to the registration, and for silence of a peer in
    /// the middle of a request or of its answer. The controllers' library waits for 5 s.
    std::chrono::milliseconds silence{2'000};
    /// Timeout from the first octet of a request to the end of its first packet, from there to its last octet, and for
    /// sending an answer.
    std::chrono::milliseconds transfer{10'000};
    std::size_t max_threads = 16;        ///< connections that are served at once; at least 1
    std::size_t max_connections = 256;   ///< of all kinds; beyond it the oldest without a complete packet is closed
    std::size_t max_content = 10 << 20;  ///< octets of a sound or a picture
    /// Maximum total size of all sounds and pictures in progress. Further requests wait until others have been
    /// answered, but no longer than `transfer`. At least `max_content`.
    std::size_t max_memory = 24 << 20;
  };

  /// Listens, connects and registers: one registration for pictures, detection and speech together, and one for
  /// distances, which are a separate kind. From then on requests are accepted; `run` or `work_one` carries them out.
  /// Throws `std::invalid_argument` for invalid options, otherwise `std::runtime_error` whose text is a complete line:
  /// "cannot connect to localhost:9000: Connection refused", "the server refuses the provider eye: there is one of that
  /// name".
  explicit SigServiceProvider(Options options);
  /// Ends everything as `stop` does, and waits for the threads of this class. No thread may be in `run` or `work_one`
  /// at that time.
  ~SigServiceProvider();
  SigServiceProvider(const SigServiceProvider&) = delete;
  SigServiceProvider& operator=(const SigServiceProvider&) = delete;

  /// The port on which it listens.
  std::uint16_t port() const;

  /// Carries out requests, in the order in which they were completely received, until the provider ends.
  void run();
  /// Waits at most `timeout` for a request and carries it out. Returns false if none has arrived or if the provider has
  /// ended. With 0 it does not wait: for programs that have a loop of their own.
  bool work_one(std::chrono::milliseconds timeout);
  /// Readable while `work_one` has work to do, and from the end on: for programs that also wait for other things. It
  /// must not be read, and is valid as long as this object.
  int descriptor() const;

  /// Whether the provider has ended: no more requests are carried out.
  bool has_ended() const;
  /// Whether it ended because the server closed the connection, and not because of `stop`. To continue, make a new
  /// object of this class.
  bool lost_server() const;
  /// Ends the provider: `run` returns after the function in progress. May be called on any thread and in a signal
  /// handler.
  void stop() noexcept;

 private:
  class Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace sigverse::wire
