internal import DequeModule

/// The hops that wait because as many as allowed are running with their server: one line for each server.
///
/// Hops take connections of HTTP/1.1 one each. Those of HTTP/2 share one, so they wait only until the server's first
/// response shows that it speaks HTTP/2.
struct HopLines {
  typealias HopStart = CurlCommandQueue.HopStart

  /// Whom a hop is sent to.
  struct Server: Hashable {
    let isSecure: Bool
    let host: String
    let port: Int
    let socketPath: String?

    init(of hop: HopRequest) {
      isSecure = hop.url.isSecure
      host = hop.url.host
      port = hop.url.effectivePort
      socketPath = hop.options.unixSocketPath
    }
  }

  private struct Line {
    var running = 0
    var waiting = Deque<HopStart>()
  }

  private let limit: Int
  private var lines: [Server: Line] = [:]
  private var multiplexed: Set<Server> = []
  /// Servers with which another hop may start.
  private var free: [Server] = []
  private var places: [UInt64: Server] = [:]

  /// - Parameter limit: Maximum number of hops with one server; `nil` for any number.
  init(limit: Int?) { self.limit = limit ?? .max }

  var isLimited: Bool { limit != .max }
  var isEmpty: Bool { places.isEmpty }
  func has(_ id: UInt64) -> Bool { places[id] != nil }
  var waiting: [HopStart] { places.values.isEmpty ? [] : lines.values.flatMap(\.waiting) }

  /// Adds a hop. One that asks for another protocol may keep its connection for ever, so it does not count.
  ///
  /// - Returns: Whether it may start now; otherwise it waits.
  mutating func admit(_ start: HopStart) -> Bool {
    if !isLimited || start.hop.upgrade != nil { return true }
    let server = Server(of: start.hop)
    if mayStart(server) {
      lines[server, default: Line()].running += 1
      return true
    }
    lines[server, default: Line()].waiting.append(start)
    places[start.id] = server
    return false
  }

  private func mayStart(_ server: Server) -> Bool {
    let line = lines[server]
    // Those that came first go first.
    guard line?.waiting.isEmpty ?? true else { return false }
    return (line?.running ?? 0) < limit || multiplexed.contains(server)
  }

  /// A hop that was started has ended.
  mutating func end(_ hop: HopRequest) {
    if !isLimited || hop.upgrade != nil { return }
    let server = Server(of: hop)
    lines[server]?.running -= 1
    if lines[server]?.waiting.isEmpty == false {
      free.append(server)
    } else if lines[server]?.running == 0 {
      lines[server] = nil
    }
  }

  /// Takes the next hop that may start.
  mutating func next() -> HopStart? {
    while let server = free.last {
      guard let line = lines[server], line.running < limit || multiplexed.contains(server),
        let start = lines[server]?.waiting.popFirst()
      else {
        free.removeLast()
        continue
      }
      lines[server]?.running += 1
      places[start.id] = nil
      return start
    }
    return nil
  }

  /// Takes a hop that waits.
  mutating func remove(_ id: UInt64) -> HopStart? {
    guard let server = places.removeValue(forKey: id),
      let index = lines[server]?.waiting.firstIndex(where: { $0.id == id })
    else { return nil }
    let start = lines[server]?.waiting.remove(at: index)
    if lines[server]?.running == 0, lines[server]?.waiting.isEmpty == true { lines[server] = nil }
    return start
  }

  /// The server of `hop` has responded in this version of HTTP.
  mutating func note(_ httpVersion: String, of hop: HopRequest) {
    let sharesConnections = httpVersion == "HTTP/2" || httpVersion == "HTTP/3"
    if !isLimited || !sharesConnections && multiplexed.isEmpty { return }
    let server = Server(of: hop)
    if !sharesConnections {
      multiplexed.remove(server)
    } else if multiplexed.insert(server).inserted {
      free.append(server)
    }
  }
}

extension HopReport {
  /// The end of a hop that was not started.
  init(unsent start: CurlCommandQueue.HopStart, _ error: RequestError) {
    let hop = start.hop
    self.init(
      hop: Timeline.Hop(
        attempt: hop.attempt, method: hop.method, url: hop.text(of: hop.url.target),
        start: hop.exchangeStart.duration(to: start.handedOver),
        phases: Timeline.Phases(queue: start.handedOver.duration(to: .now)),
        failure: error.sentence(method: hop.httpMethod)),
      error: error)
  }
}
