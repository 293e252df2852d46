internal import CTls

/// The server side of a TLS connection, working on bytes in memory instead of a socket.
final class TLSEngine {
  private let connection: OpaquePointer
  /// Buffers owned by the connection: bytes received from the client, and bytes to send to it.
  private let (received, unsent): (OpaquePointer, OpaquePointer)

  enum Step: Equatable {
    case done
    case needsBytes
    /// The client has ended its stream.
    case ended
    case failed(String)
  }

  init?(_ context: TLSContext) {
    guard let connection = context.makeConnection() else { return nil }
    guard let received = tls_buffer(), let unsent = tls_buffer() else {
      SSL_free(connection)
      return nil
    }
    SSL_set_bio(connection, received, unsent)
    SSL_set_accept_state(connection)
    (self.connection, self.received, self.unsent) = (connection, received, unsent)
  }

  deinit { SSL_free(connection) }

  /// Receives bytes of the client.
  func receive(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { BIO_write(received, $0.baseAddress, Int32(clamping: $0.count)) }
  }

  /// The bytes to send to the client, once.
  func takeUnsent() -> [UInt8] { unsent.takePending() }

  func handshake() -> Step {
    ERR_clear_error()
    return step(SSL_do_handshake(connection))
  }

  func read() -> (Step, [UInt8]) {
    ERR_clear_error()
    var result: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
      result = SSL_read(connection, buffer.baseAddress, Int32(buffer.count))
      count = max(0, Int(result))
    }
    return (step(result), bytes)
  }

  /// - Parameter bytes: Not empty.
  func write(_ bytes: ArraySlice<UInt8>) -> Step {
    ERR_clear_error()
    return step(bytes.withUnsafeBytes { SSL_write(connection, $0.baseAddress, Int32(clamping: $0.count)) })
  }

  /// Creates the message that ends the stream.
  func finish() {
    ERR_clear_error()
    _ = SSL_shutdown(connection)
    ERR_clear_error()
  }

  private func step(_ result: Int32) -> Step {
    guard result <= 0 else { return .done }
    switch SSL_get_error(connection, result) {
    case SSL_ERROR_WANT_READ: return .needsBytes
    case SSL_ERROR_ZERO_RETURN: return .ended
    default: return .failed(TLSError.lastReason())
    }
  }
}
