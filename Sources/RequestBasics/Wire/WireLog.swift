/// The wire log of a hop.
///
/// Stores one block of bytes and the offsets of its lines; a line becomes a `String` only when it is read.
public struct WireLog: Sendable {
  private struct Entry: Sendable {
    var time: Duration
    var kind: WireLine.Kind
    /// Bytes on the wire, including the line ending.
    var byteCount: Int
    var start: Int
    /// The length of the text, without the line ending.
    var length: Int
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []

  /// Creates an empty log.
  public init() {}

  /// Appends a line. `text` is UTF-8, or Latin-1 from old servers.
  package mutating func append(
    _ kind: WireLine.Kind, at time: Duration, byteCount: Int, text: UnsafeRawBufferPointer
  ) {
    entries.append(Entry(time: time, kind: kind, byteCount: byteCount, start: bytes.count, length: text.count))
    bytes.append(contentsOf: text)
  }

  /// Appends a line.
  public mutating func append(_ line: WireLine) {
    var text = line.text
    text.withUTF8 { append(line.kind, at: line.time, byteCount: line.byteCount, text: UnsafeRawBufferPointer($0)) }
  }

  package mutating func reserve(lines: Int, bytes byteCount: Int) {
    entries.reserveCapacity(lines)
    bytes.reserveCapacity(byteCount)
  }
}

extension WireLog: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of lines.
  public var endIndex: Int { entries.count }

  /// Decodes a line. Complexity: O(*n*) in its length.
  public subscript(position: Int) -> WireLine {
    let entry = entries[position]
    let text = bytes.withUnsafeBytes { bytes in
      String(wire: UnsafeRawBufferPointer(rebasing: bytes[entry.start..<entry.start + entry.length]))
    }
    return WireLine(time: entry.time, kind: entry.kind, text: text, byteCount: entry.byteCount)
  }

  /// Returns a log with each line transformed.
  public func mapLines(_ change: (WireLine) -> WireLine) -> WireLog { WireLog(map(change)) }

  /// Creates a log of these lines.
  public init(_ lines: some Sequence<WireLine>) {
    for line in lines { append(line) }
  }
}

extension WireLog: ExpressibleByArrayLiteral {
  /// Creates a log of these lines.
  public init(arrayLiteral lines: WireLine...) { self.init(lines) }
}

extension WireLog: Hashable {
  /// Returns whether all lines are equal. Decodes every line.
  public static func == (a: WireLog, b: WireLog) -> Bool { a.elementsEqual(b) }

  /// Hashes all lines.
  public func hash(into hasher: inout Hasher) {
    for line in self { hasher.combine(line) }
  }
}
