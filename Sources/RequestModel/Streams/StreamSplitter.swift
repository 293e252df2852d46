package import Foundation

/// Finds where the events, lines or records of a stream begin, byte by byte.
///
/// A part includes the separator after it. The byte 1E belongs to the record after it.
package struct StreamSplitter: Sendable {
  private let format: StreamFormat
  /// Whether the next byte that is not a separator begins a part.
  private var isBetweenParts = true
  private var isAtLineStart = true
  private var isAfterCR = false
  /// Whether a record has only its first byte so far.
  private var isBareRecord = false

  package init(_ format: StreamFormat) { self.format = format }

  /// Whether a part begins with the next byte of the stream.
  package mutating func begins(with byte: UInt8) -> Bool {
    switch format {
    case .events: beginsEvent(byte)
    case .lines: beginsLine(byte)
    case .records: beginsRecord(byte)
    }
  }

  private mutating func beginsEvent(_ byte: UInt8) -> Bool {
    let wasAfterCR = isAfterCR
    isAfterCR = byte == 0x0D
    guard byte == 0x0A || byte == 0x0D else {
      isAtLineStart = false
      return enterPart()
    }
    if byte == 0x0A, wasAfterCR { return false }
    if isAtLineStart { isBetweenParts = true }
    isAtLineStart = true
    return false
  }

  private mutating func beginsLine(_ byte: UInt8) -> Bool {
    if byte == 0x0A { isBetweenParts = true }
    return byte > 0x20 && enterPart()
  }

  private mutating func beginsRecord(_ byte: UInt8) -> Bool {
    if byte == 0x1E {
      if isBareRecord { return false }
      isBareRecord = true
      isBetweenParts = false
      return true
    }
    guard byte > 0x20 else { return false }
    isBareRecord = false
    return enterPart()
  }

  private mutating func enterPart() -> Bool {
    defer { isBetweenParts = false }
    return isBetweenParts
  }
}

extension StreamSplitter {
  /// The first parts of a body.
  ///
  /// - Parameter most: The maximum number of parts.
  package static func parts(of body: Data, _ format: StreamFormat, most: Int) -> [Data] {
    var splitter = StreamSplitter(format)
    var starts: [Int] = []
    for (offset, byte) in body.enumerated() where splitter.begins(with: byte) {
      starts.append(body.startIndex + offset)
      if starts.count > most { break }
    }
    let ends = Array(starts.dropFirst()) + [body.endIndex]
    return zip(starts, ends).prefix(most).map { start, end in body[start..<end] }
  }
}
