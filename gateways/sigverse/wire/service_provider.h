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

/// A program that does for controllers what the server does not: it takes pictures, detects objects, measures
/// distances, or recognises speech. This class is the whole of its protocol; the program gives a function for each
/// service that it provides.
///
///     SigServiceProvider::Options options;
///     options.name = "painter";
///     options.picture = [&](const SigServiceProvider::PictureRequest& request) { return paint(request); };
///     SigServiceProvider provider(options);  // connects to the server and registers
///     provider.run();                        // until the server ends
///
/// Threads. The functions are called by `run` and `work_one`, on the thread that calls these and one at a time: they
/// may use what only one thread may use (a graphics context, a recogniser). Everything else happens on threads of this
/// class:
///
///     controller or server --connects--> clerk --> connection thread --> requests --> run / work_one
///                         <--answer, closes------  connection thread <-- results  <--
///
///  * One clerk accepts connections and answers pings itself, so pings are answered while a function works, and while
///    all connection threads are busy. It ends everything when the server closes the connection of the registration.
///  * A connection has a thread as soon as the first packet of its request is whole, 16 of them at once; further ones
///    wait. The thread reads the rest of the request, which only a sound has, queues it under an id, waits for the
///    result of that id, sends it, and closes the connection.
///  * Results are for one connection. One that is closed before its turn, even if only its sending side, withdraws its
///    request: no function is called for it.
///
/// Everything that comes from outside is bounded, by `Options`: connections, octets, and the time that each takes.
/// Whatever cannot be read or is out of range gets the failing reply of its type, if its type is known, and one line in
/// `log`; at most 20 lines in 10 s.
///
/// Needs the standard library (C++17) and POSIX only. SIGPIPE is never raised.
class SigServiceProvider {
 public:
  /// For all requests about what an agent sees.
  struct Eye {
    std::string agent;  ///< its name, at most 255 octets; whether there is such an agent is not known here
    int camera = 1;     ///< as it was asked for: -32768 to 32767
  };
  struct PictureRequest : Eye {
    enum Colour { bgr = 1, depth = 2 };
    Colour colour = bgr;
    int width = 320, height = 240;  ///< above 0; the picture has at most `Options::max_content` octets
    /// Octets of one row: 3 (blue, green, red) or 1 (depth) for each pixel, then zeros up to a multiple of 4.
    std::size_t row_octets() const { return (static_cast<std::size_t>(width) * (colour == bgr ? 3 : 1) + 3) / 4 * 4; }
    /// Octets of the picture.
    std::size_t octets() const { return row_octets() * static_cast<std::size_t>(height); }
  };
  struct DetectRequest : Eye {};
  struct DistanceRequest : Eye {
    double start = 0.0, end = 255.0;  ///< cm, finite, start below end
    int dimensions = 0;               ///< 0: the middle of the picture; 1: its middle row; 2: all of it
    static constexpr int kWidth = 320, kHeight = 240;
    /// Measurements, one octet each: 1, 320 from the left, or 76,800 in rows from the top.
    std::size_t octets() const { return dimensions == 0 ? 1 : dimensions == 1 ? kWidth : kWidth * kHeight; }
  };
  struct SpeechRequest {
    int channels = 1;     ///< 1 or 2
    int rate = 16000;     ///< samples per second, 1,000 to 65,535
    int bits = 16;        ///< of a sample: 8 (from 0, the middle is 128) or 16 (signed)
    bool little = true;   ///< the order of octets in a sample
    std::string samples;  ///< whole frames of all channels, at most `Options::max_content` octets; may be empty
  };

  /// What is to be provided, to which server, and the limits for peers.
  struct Options {
    std::string server_host = "127.0.0.1";
    std::uint16_t server_port = 9000;

    /// The provider's name, 1 to 255 octets without a comma; requests are forwarded to it by this name.
    std::string name;

    // What it provides: the functions that are set, at least one. Whatever a function throws is a line in `log` and the
    // failing reply. A reply of a wrong size is handled in the same way.

    /// As many octets as the request says (`PictureRequest::octets`), rows from the top; empty: there is no picture.
    std::function<std::string(const PictureRequest&)> picture;
    /// The names of the objects that it sees. They are sent sorted, without empty ones; at most 65,000 octets.
    std::function<std::vector<std::string>(const DetectRequest&)> detect;
    /// As many octets as the request says, each 0 at `start` and nearer to 255 at `end` and farther; empty: none, which
    /// a controller sees as 255 (0 dimensions), or as no picture.
    std::function<std::string(const DistanceRequest&)> distance;
    /// What was said, ASCII or UTF-8, at most 65,000 octets; empty: nothing was recognised.
    std::function<std::string(const SpeechRequest&)> recognise;

    /// Where the server and controllers reach it. Empty: the address from which it connects to the server; only there
    /// it listens then. Otherwise it listens on all addresses of the machine, and this is passed on as it is.
    std::string host;
    std::uint16_t port = 0;  ///< where it listens; 0: any free port

    /// Gets each line for people, without a name in front or an end of line. Called on any thread, one call at a time;
    /// must not call this class. Empty: lines go to stderr, behind the provider's name.
    std::function<void(const std::string& line)> log;

    /// For connecting to the server, for each of its replies to the registration, and (silence) for a peer in the
    /// middle of a request or of its answer. The library of controllers waits for 5 s.
    std::chrono::milliseconds silence{2'000};
    /// From the first octet of a request to the end of its first packet, from there to its last octet, and for sending
    /// an answer.
    std::chrono::milliseconds transfer{10'000};
    std::size_t max_threads = 16;        ///< connections that are served at once; at least 1
    std::size_t max_connections = 256;   ///< all of them; beyond it the oldest without a whole packet is closed
    std::size_t max_content = 10 << 20;  ///< octets of a sound or a picture
    /// Octets of all sounds and pictures that are on their way at one time. Requests beyond it wait until others have
    /// been answered, no longer than `transfer`. At least `max_content`.
    std::size_t max_memory = 24 << 20;
  };

  /// Listens, connects and registers: one registration for all of pictures, detecting and speech, and one for
  /// distances, which are a kind of their own. From then on requests are accepted; they are carried out by `run` or
  /// `work_one`. Throws `std::invalid_argument` for options that make no sense, else `std::runtime_error` whose text is
  /// a whole line: "cannot connect to localhost:9000: Connection refused", "the server refuses the provider eye:
  /// there is one of that name".
  explicit SigServiceProvider(Options options);
  /// Ends everything as `stop` does, and waits for the threads of this class. No thread may be in `run` or `work_one`
  /// meanwhile.
  ~SigServiceProvider();
  SigServiceProvider(const SigServiceProvider&) = delete;
  SigServiceProvider& operator=(const SigServiceProvider&) = delete;

  /// Where it listens.
  std::uint16_t port() const;

  /// Carries out requests in the order in which they are complete, until it ends.
  void run();
  /// Waits for a request for so long, and carries it out. False if none has come, or it has ended. With 0 it does not
  /// wait: for programs with a loop of their own.
  bool work_one(std::chrono::milliseconds timeout);
  /// Readable while there is something for `work_one` to do, and from the end on: for programs that wait for other
  /// things, too. It must not be read, and is valid as long as this object.
  int descriptor() const;

  /// It has ended: no request is carried out any more.
  bool has_ended() const;
  /// Whether it ended because the server closed the connection (rather than by `stop`). A program that wants to go on
  /// makes a new one of this class.
  bool lost_server() const;
  /// Ends it: `run` returns after the function that is at work. May be called on any thread and in a signal handler.
  void stop() noexcept;

 private:
  class Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace sigverse::wire
