/// An encoded body: its decoded bytes and, if they are kept, the bytes as received.
struct EncodedBody {
  private var decoding: ContentDecoding?
  private(set) var problem: ContentCodingProblem?
  /// The bytes as received, if they are kept.
  private(set) var received: ReceivedBody?
  /// Decoded bytes not delivered yet.
  private var output: [UInt8] = []
  private var pending = 0..<0
  /// Number of bytes already decoded of the chunk that libcurl will deliver again after a pause.
  private var skip = 0
  /// Number of received bytes.
  private(set) var count = 0

  private static let outputSize = 32 << 10

  init(_ codings: [String], isKept: Bool) {
    received = isKept ? ReceivedBody() : nil
    do {
      decoding = try ContentDecoding(codings)
      output = [UInt8](repeating: 0, count: Self.outputSize)
    } catch {
      problem = error
    }
  }

  /// The problem if the body ends now.
  var problemAtEnd: ContentCodingProblem? { problem ?? decoding?.problemAtEnd }

  /// Delivers the decoded bytes of `chunk`. Undecodable bytes are kept, or delivered unchanged if the body is not kept.
  ///
  /// - Returns: The last disposition returned by `deliver`. After `.pause`, libcurl delivers the same bytes again,
  ///   possibly in other chunks.
  mutating func receive(
    _ chunk: UnsafeRawBufferPointer, memoryLimit: Int?, _ deliver: (UnsafeRawBufferPointer) -> ChunkDisposition
  ) -> ChunkDisposition {
    let skipped = min(skip, chunk.count)
    let fresh = UnsafeRawBufferPointer(rebasing: chunk[skipped...])
    var rest = fresh
    let disposition = decode(&rest, deliver)
    let consumed = fresh.count - rest.count
    if consumed > 0 {
      count += consumed
      received?.append(
        UnsafeRawBufferPointer(rebasing: fresh[..<consumed]), expected: nil, memoryLimit: memoryLimit)
    }
    if case .pause = disposition { skip += consumed } else { skip -= skipped }
    return disposition
  }

  private mutating func decode(
    _ rest: inout UnsafeRawBufferPointer, _ deliver: (UnsafeRawBufferPointer) -> ChunkDisposition
  ) -> ChunkDisposition {
    repeat {
      if !pending.isEmpty {
        let disposition = output.withUnsafeBytes { deliver(UnsafeRawBufferPointer(rebasing: $0[pending])) }
        guard case .taken = disposition else { return disposition }
        pending = 0..<0
      }
    } while decodeMore(&rest)
    if problem == nil || rest.isEmpty { return .taken }
    let remaining = rest
    if received == nil {
      let disposition = deliver(remaining)
      guard case .taken = disposition else { return disposition }
    }
    rest = UnsafeRawBufferPointer(rebasing: remaining[remaining.count...])
    return .taken
  }

  /// - Returns: Whether there are decoded bytes.
  private mutating func decodeMore(_ rest: inout UnsafeRawBufferPointer) -> Bool {
    guard problem == nil, let decoding else { return false }
    let result = output.withUnsafeMutableBytes { bytes in
      Result { () throws(ContentCodingProblem) in try decoding.read(&rest, into: bytes) }
    }
    switch result {
    case .success(let count):
      pending = 0..<count
      return count > 0
    case .failure(let failure):
      problem = failure
      return false
    }
  }
}
