/// Finds the end of a response body on a connection that libcurl only opened (RFC 9112, section 6.3).
struct RawBody: Equatable {
  private enum Framing: Equatable {
    case length(Int)
    case chunks(ChunkedBody)
    case untilClose
  }

  private var framing: Framing

  /// - Parameter head: The head of a response to a GET.
  init(_ head: ResponseHead) {
    let isChunked = head.headers.values(for: "Transfer-Encoding").contains { $0.lowercased().contains("chunked") }
    if head.status == 204 || head.status == 304 {
      framing = .length(0)
    } else if isChunked {
      framing = .chunks(ChunkedBody())
    } else if let length = head.headers.first("Content-Length").flatMap({ Int($0) }) {
      framing = .length(length)
    } else {
      framing = .untilClose
    }
  }

  /// Whether all of the body was read; that of `untilClose` ends with the connection.
  var isComplete: Bool {
    switch framing {
    case .length(let rest): rest == 0
    case .chunks(let chunks): chunks.isComplete
    case .untilClose: false
    }
  }

  /// Whether the body may end with the connection.
  var mayEnd: Bool { isComplete || framing == .untilClose }

  /// The next bytes of the body in `bytes`, and how many bytes they and their framing take. Zero if it is complete.
  mutating func next(
    _ bytes: UnsafeRawBufferPointer
  ) throws(RequestError) -> (body: UnsafeRawBufferPointer, used: Int) {
    switch framing {
    case .length(let rest):
      let count = min(rest, bytes.count)
      framing = .length(rest - count)
      return (UnsafeRawBufferPointer(rebasing: bytes[..<count]), count)
    case .untilClose: return (bytes, bytes.count)
    case .chunks(var chunks):
      defer { framing = .chunks(chunks) }
      return try chunks.next(bytes)
    }
  }
}

/// A body in chunks (RFC 9112, section 7.1). Extensions and trailers are read and dropped.
struct ChunkedBody: Equatable {
  private enum Place: Equatable {
    case size, extensions, data, dataEnd, trailer, end
  }

  private var place = Place.size
  private var remaining = 0
  private var digits = 0
  private var lineLength = 0

  var isComplete: Bool { place == .end }

  mutating func next(
    _ bytes: UnsafeRawBufferPointer
  ) throws(RequestError) -> (body: UnsafeRawBufferPointer, used: Int) {
    var used = 0
    while used < bytes.count, place != .end {
      if place == .data {
        let count = min(remaining, bytes.count - used)
        remaining -= count
        if remaining == 0 { place = .dataEnd }
        return (UnsafeRawBufferPointer(rebasing: bytes[used..<used + count]), used + count)
      }
      try parseFraming(bytes[used])
      used += 1
    }
    return (UnsafeRawBufferPointer(rebasing: bytes[..<0]), used)
  }

  private mutating func parseFraming(_ byte: UInt8) throws(RequestError) {
    switch (place, byte) {
    case (.size, 0x0A), (.extensions, 0x0A):
      guard digits > 0 else { throw .protocolError("chunked-encoding without a size") }
      (place, digits, lineLength) = (remaining == 0 ? .trailer : .data, 0, 0)
    case (.size, 0x3B), (.size, 0x20), (.size, 0x0D): place = .extensions
    case (.size, _): try addDigit(byte)
    case (.extensions, _): break
    case (.dataEnd, 0x0A): place = .size
    case (.dataEnd, 0x0D), (.trailer, 0x0D): break
    case (.trailer, 0x0A):
      if lineLength == 0 { place = .end }
      lineLength = 0
    case (.trailer, _): lineLength += 1
    default: throw .protocolError("chunked-encoding with other bytes after a chunk")
    }
  }

  private mutating func addDigit(_ byte: UInt8) throws(RequestError) {
    guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, digits < 15 else {
      throw .protocolError("chunked-encoding with a size that is not a number")
    }
    remaining = remaining << 4 | digit
    digits += 1
  }
}
