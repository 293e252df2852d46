/// A position in a stream where an event begins.
struct StreamPlace: Equatable, Sendable {
  /// The offset in bytes.
  var offset = 0
  /// The number of events before it.
  var number = 0
}

/// Finds the first event with an ID, to resume a stream after it (WHATWG HTML, section 9.2).
struct EventSearch {
  private let fields: [[UInt8]]
  private let lineLimit: Int
  private var splitter = StreamSplitter(.events)
  /// The start of the current line, up to one byte more than a line with the ID.
  private var line: [UInt8] = []
  private var isFound = false
  private var place = StreamPlace()

  init(_ id: String) {
    fields = ["id:", "id: "].map { Array(($0 + id).utf8) }
    lineLimit = id.utf8.count + 5
  }

  /// - Returns: The position after the event with the ID, which may be the end of the body; `nil` without such an event.
  static func place(after id: String, in reader: PieceReader) async -> StreamPlace? {
    var (search, reader) = (EventSearch(id), reader)
    while !Task.isCancelled {
      let piece = reader.next()
      if piece.isEmpty { return search.isFound ? search.place : nil }
      if search.finds(in: piece) { return search.place }
      await Task.yield()
    }
    return nil
  }

  /// Whether the piece contains the start of the event after the one with the ID.
  private mutating func finds(in piece: [UInt8]) -> Bool {
    for byte in piece {
      if splitter.begins(with: byte) {
        if isFound { return true }
        place.number += 1
      }
      place.offset += 1
      if byte == 0x0A || byte == 0x0D { endLine() } else if line.count < lineLimit { line.append(byte) }
    }
    return false
  }

  private mutating func endLine() {
    // Of several IDs of an event, the last one counts.
    if line.starts(with: "id:".utf8) { isFound = fields.contains(line) }
    line.removeAll(keepingCapacity: true)
  }
}
