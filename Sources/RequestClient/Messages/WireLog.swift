internal import RequestBasics

extension TransferTimeline {
  /// One line of the wire log: a header line, a note by the transport, or the size of a chunk of a body.
  public struct WireLine: Hashable, Sendable {
    /// The direction and part of the message.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// A note by the transport: connecting, negotiating, reusing a connection.
      case note
      /// A line of a head, including the request or status line.
      case sentHead, receivedHead
      /// A chunk of a body; `text` is empty.
      case sentBody, receivedBody
    }

    /// Time since the start of the request.
    public var time: Duration
    /// The direction and part of the message.
    public var kind: Kind
    /// The text without its line ending.
    public var text: String
    /// Bytes on the wire, including the line ending.
    public var byteCount: Int

    /// Creates a line.
    package init(time: Duration, kind: Kind, text: String, byteCount: Int) {
      self.time = time
      self.kind = kind
      self.text = text
      self.byteCount = byteCount
    }
  }

  /// The wire log of a hop. Its lines are stored as one block of bytes and decoded on access.
  public struct WireLog: Sendable {
    private struct Entry: Sendable {
      var time: Duration
      var kind: WireLine.Kind
      /// Bytes on the wire, including the line ending.
      var byteCount: Int
      /// Range of the text in `bytes`, without the line ending.
      var text: Range<Int>
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    /// Creates an empty log.
    package init() {}

    /// Creates a log of `lines`.
    package init(_ lines: some Sequence<WireLine>) {
      for line in lines { append(line) }
    }

    /// Adds a line at the end.
    package mutating func append(_ line: WireLine) {
      var text = line.text
      text.withUTF8 { append(line.kind, at: line.time, byteCount: line.byteCount, text: UnsafeRawBufferPointer($0)) }
    }

    /// Adds a line whose text is UTF-8, or Latin-1 as old servers send it.
    mutating func append(_ kind: WireLine.Kind, at time: Duration, byteCount: Int, text: UnsafeRawBufferPointer) {
      let start = bytes.count
      bytes.append(contentsOf: text)
      entries.append(Entry(time: time, kind: kind, byteCount: byteCount, text: start..<bytes.count))
    }

    mutating func reserve(lines: Int, bytes byteCount: Int) {
      entries.reserveCapacity(lines)
      bytes.reserveCapacity(byteCount)
    }

    /// Calls `body` with every line, its text as bytes.
    package func forEachLine(
      _ body: (_ kind: WireLine.Kind, _ time: Duration, _ byteCount: Int, _ text: UnsafeRawBufferPointer) -> Void
    ) {
      bytes.withUnsafeBytes { bytes in
        for entry in entries {
          body(entry.kind, entry.time, entry.byteCount, UnsafeRawBufferPointer(rebasing: bytes[entry.text]))
        }
      }
    }
  }
}

extension TransferTimeline.WireLog: RandomAccessCollection, ExpressibleByArrayLiteral {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of lines.
  public var endIndex: Int { entries.count }

  /// The line at `position`, created on each access.
  public subscript(position: Int) -> TransferTimeline.WireLine {
    let entry = entries[position]
    let text = bytes.withUnsafeBytes { String(wire: UnsafeRawBufferPointer(rebasing: $0[entry.text])) }
    return TransferTimeline.WireLine(time: entry.time, kind: entry.kind, text: text, byteCount: entry.byteCount)
  }

  /// Creates a log of `lines`.
  public init(arrayLiteral lines: TransferTimeline.WireLine...) { self.init(lines) }
}

extension TransferTimeline.WireLog: Hashable {
  /// Compares line by line.
  public static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }

  /// Hashes line by line.
  public func hash(into hasher: inout Hasher) {
    for line in self { hasher.combine(line) }
  }
}
