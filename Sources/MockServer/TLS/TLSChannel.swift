/// A TLS connection over another channel.
actor TLSChannel<Inner: ByteChannel>: ByteChannel {
  private let inner: Inner
  private let engine: TLSEngine

  /// The number of bytes encrypted at a time.
  private static var pieceSize: Int { 1 << 16 }

  /// - Returns: `nil` if there is no memory.
  init?(_ context: TLSContext, over inner: Inner) {
    guard let engine = TLSEngine(context) else { return nil }
    self.engine = engine
    self.inner = inner
  }

  /// - Parameters:
  ///   - first: Bytes that were read before.
  ///   - seconds: The timeout for the whole handshake.
  /// - Returns: The error; `nil` on success.
  func handshake(after first: [UInt8], within seconds: Double) async -> String? {
    let end = ContinuousClock.now + .seconds(seconds)
    engine.receive(first)
    while true {
      let step = engine.handshake()
      let isSent = await flush()
      switch step {
      case .done: return isSent ? nil : "the client went away"
      case .ended: return "the client went away"
      case .failed(let reason): return reason
      case .needsBytes:
        let bytes = await inner.read(within: (end - .now) / .seconds(1))
        guard !bytes.isEmpty else { return "the client went away, or took longer than \(Int(seconds)) s" }
        engine.receive(bytes)
      }
    }
  }

  func read(within seconds: Double) async -> [UInt8] {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      let (step, bytes) = engine.read()
      // A client may update its keys, which requires a response.
      guard await flush() else { return [] }
      switch step {
      case .done: return bytes
      case .ended, .failed: return []
      case .needsBytes:
        let bytes = await inner.read(within: (end - .now) / .seconds(1))
        guard !bytes.isEmpty else { return [] }
        engine.receive(bytes)
      }
    }
  }

  func write(_ bytes: some Collection<UInt8> & Sendable) async -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      guard engine.write(rest.prefix(Self.pieceSize)) == .done, await flush() else { return false }
      rest = rest.dropFirst(Self.pieceSize)
    }
    return true
  }

  func finish() async {
    engine.finish()
    _ = await flush()
    await inner.finish()
  }

  func isClosed() async -> Bool { await inner.isClosed() }

  private func flush() async -> Bool {
    let bytes = engine.takeUnsent()
    return bytes.isEmpty ? true : await inner.write(bytes)
  }
}
