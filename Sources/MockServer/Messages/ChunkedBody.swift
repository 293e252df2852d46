/// Decodes a chunked body piece by piece (RFC 9112, section 7.1).
struct ChunkedBody {
  private(set) var body: [UInt8] = []
  private(set) var isComplete = false
  private var state = State.size
  private var line: [UInt8] = []
  private var trailerBytes = 0

  private enum State {
    case size
    case data(Int)
    case dataEnd
    case trailer
  }

  private static let lineLimit = 4096

  /// Decodes bytes up to the end of the body.
  ///
  /// - Returns: The bytes after the body.
  mutating func decode(_ bytes: ArraySlice<UInt8>) throws(RequestHead.Refusal) -> ArraySlice<UInt8> {
    var rest = bytes
    while !rest.isEmpty, !isComplete {
      if case .data(let left) = state {
        body += rest.prefix(left)
        state = left > rest.count ? .data(left - rest.count) : .dataEnd
        rest = rest.dropFirst(left)
      } else if let newline = rest.firstIndex(of: 0x0A) {
        line += rest[..<newline]
        rest = rest[(newline + 1)...]
        if line.last == 0x0D { line.removeLast() }
        try endLine()
      } else {
        line += rest
        rest = rest[rest.endIndex...]
        guard line.count <= Self.lineLimit else { throw RequestHead.Refusal(400, "A line of a chunk is too long") }
      }
    }
    return rest
  }

  private mutating func endLine() throws(RequestHead.Refusal) {
    defer { line.removeAll(keepingCapacity: true) }
    switch state {
    case .size:
      let size = try size()
      guard body.count + size <= RequestHead.bodyLimit else {
        throw RequestHead.Refusal(413, "The body is larger than \(RequestHead.bodyLimit >> 20) MiB")
      }
      state = size == 0 ? .trailer : .data(size)
    case .dataEnd:
      guard line.isEmpty else { throw RequestHead.Refusal(400, "A chunk is longer than its size") }
      state = .size
    case .trailer:
      trailerBytes += line.count
      guard trailerBytes <= RequestHead.sizeLimit else { throw RequestHead.Refusal(431, "The trailer is too long") }
      isComplete = line.isEmpty
    case .data: break
    }
  }

  /// The size of the next chunk. Extensions after the size are ignored.
  private func size() throws(RequestHead.Refusal) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
    guard (1...15).contains(digits.count), digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw RequestHead.Refusal(400, "The size of a chunk is not a hexadecimal number") }
    return size
  }
}
