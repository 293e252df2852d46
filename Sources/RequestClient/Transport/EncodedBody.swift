/// A body that comes encoded: what it was decoded to, and the bytes as received for a reader who wants them all the same.
struct EncodedBody {
  private var decoding: ContentDecoding?
  private(set) var problem: ContentCodingProblem?
  /// The bytes as received, where somebody keeps them.
  private(set) var received: ReceivedBody?
  /// Decoded bytes that nobody has taken yet.
  private var output: [UInt8] = []
  private var pending = 0..<0
  /// Bytes that were decoded before libcurl was told that it has to come again with them.
  private var skip = 0
  /// Of the bytes as received.
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

  /// What is wrong with the body where it ends now.
  var problemAtEnd: ContentCodingProblem? { problem ?? decoding?.problemAtEnd }

  /// Hands over what `piece` stands for. What cannot be decoded is kept; where nobody keeps it, it is handed over as it is.
  ///
  /// - Returns: The verdict of the last call of `deliver`. After `.pause` libcurl comes again with the same bytes, in
  ///   pieces of other sizes.
  mutating func take(
    _ piece: UnsafeRawBufferPointer, memoryLimit: Int?, _ deliver: (UnsafeRawBufferPointer) -> PieceVerdict
  ) -> PieceVerdict {
    let skipped = min(skip, piece.count)
    let fresh = UnsafeRawBufferPointer(rebasing: piece[skipped...])
    var rest = fresh
    let verdict = decode(&rest, deliver)
    let consumed = fresh.count - rest.count
    if consumed > 0 {
      count += consumed
      received?.append(
        UnsafeRawBufferPointer(rebasing: fresh[..<consumed]), expected: nil, memoryLimit: memoryLimit)
    }
    if case .pause = verdict { skip += consumed } else { skip -= skipped }
    return verdict
  }

  private mutating func decode(
    _ rest: inout UnsafeRawBufferPointer, _ deliver: (UnsafeRawBufferPointer) -> PieceVerdict
  ) -> PieceVerdict {
    repeat {
      if !pending.isEmpty {
        let verdict = output.withUnsafeBytes { deliver(UnsafeRawBufferPointer(rebasing: $0[pending])) }
        guard case .taken = verdict else { return verdict }
        pending = 0..<0
      }
    } while decodeMore(&rest)
    if problem == nil || rest.isEmpty { return .taken }
    let remaining = rest
    if received == nil {
      let verdict = deliver(remaining)
      guard case .taken = verdict else { return verdict }
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
