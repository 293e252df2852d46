internal import CFiles
internal import FlyingSocks
internal import Glibc

/// A bidirectional stream of bytes.
protocol ByteChannel: Sendable {
  /// Waits for bytes. Returns an empty array at the end, after the timeout, or after an error.
  func read(within seconds: Double) async -> [UInt8]
  /// - Returns: Whether all bytes were written.
  func write(_ bytes: some Collection<UInt8> & Sendable) async -> Bool
  /// Signals the end of the stream.
  func finish() async
  /// Whether the client has closed the connection or shut down its sending side.
  func isClosed() async -> Bool
}

/// An accepted TCP connection.
struct SocketChannel: ByteChannel {
  let descriptor: Int32
  private let socket: Socket
  private let pool: any AsyncSocketPool

  /// The timeout for a client that accepts no bytes.
  private let secondsToWrite: Double

  init(_ descriptor: Int32, _ pool: any AsyncSocketPool, secondsToWrite: Double) {
    self.descriptor = descriptor
    self.secondsToWrite = secondsToWrite
    socket = Socket(file: .init(rawValue: descriptor))
    self.pool = pool
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  func read(within seconds: Double) async -> [UInt8] {
    while true {
      var received = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
        received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        count = max(0, received)
      }
      if received > 0 { return bytes }
      if received < 0, errno == EINTR { continue }
      guard received < 0, errno == EAGAIN, await wait(for: .read, seconds, shutting: SHUT_RD) else { return [] }
    }
  }

  func write(_ bytes: some Collection<UInt8> & Sendable) async -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        guard errno == EAGAIN, await wait(for: .write, secondsToWrite, shutting: SHUT_RDWR) else { return false }
      }
    }
    return true
  }

  func finish() async { shutdown(descriptor, Int32(SHUT_WR)) }

  func isClosed() async -> Bool { cfiles_is_closed(descriptor) != 0 }

  /// Makes closing the connection reset it.
  func reset() {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
  }

  /// Waits until the socket is ready. After the timeout, shutting it down wakes the waiting task.
  private func wait(for events: Socket.Events, _ seconds: Double, shutting side: Int) async -> Bool {
    guard seconds > 0 else { return false }
    let timer = Task { [descriptor] in
      try await Task.sleep(for: .seconds(seconds))
      shutdown(descriptor, Int32(side))
    }
    defer { timer.cancel() }
    do {
      try await pool.suspendSocket(socket, untilReadyFor: events)
      return true
    } catch {
      return false
    }
  }
}
