/// The wire log of a hop: one block of bytes and where its lines are, so that keeping it costs little and only the lines
/// that somebody looks at become text.
public struct WireLog: Sendable {
  private struct Entry: Sendable {
    var time: Duration
    var kind: WireLine.Kind
    /// Bytes on the wire, line end included.
    var byteCount: Int
    var start: Int
    /// Of the text, line end left out.
    var length: Int
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []

  /// A log without lines.
  public init() {}

  /// Adds a line; `text` is UTF-8, or Latin-1 as old servers send it.
  package mutating func append(
    _ kind: WireLine.Kind, at time: Duration, byteCount: Int, text: UnsafeRawBufferPointer
  ) {
    entries.append(Entry(time: time, kind: kind, byteCount: byteCount, start: bytes.count, length: text.count))
    bytes.append(contentsOf: text)
  }

  /// Adds a line at the end.
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
  /// 0
  public var startIndex: Int { 0 }
  /// The number of lines.
  public var endIndex: Int { entries.count }

  /// Made when it is asked for; the cost is that of its text.
  public subscript(position: Int) -> WireLine {
    let entry = entries[position]
    let text = bytes.withUnsafeBytes { bytes in
      String(wire: UnsafeRawBufferPointer(rebasing: bytes[entry.start..<entry.start + entry.length]))
    }
    return WireLine(time: entry.time, kind: entry.kind, text: text, byteCount: entry.byteCount)
  }

  /// The log with other lines in place of its own.
  public func mapLines(_ change: (WireLine) -> WireLine) -> WireLog { WireLog(map(change)) }

  /// A log of these lines, in their order.
  public init(_ lines: some Sequence<WireLine>) {
    for line in lines { append(line) }
  }
}

extension WireLog: ExpressibleByArrayLiteral {
  /// A log of these lines, in their order.
  public init(arrayLiteral lines: WireLine...) { self.init(lines) }
}

extension WireLog: Hashable {
  /// Whether all lines are equal. The cost is that of making them.
  public static func == (a: WireLog, b: WireLog) -> Bool { a.elementsEqual(b) }

  /// Hashes all lines.
  public func hash(into hasher: inout Hasher) {
    for line in self { hasher.combine(line) }
  }
}
