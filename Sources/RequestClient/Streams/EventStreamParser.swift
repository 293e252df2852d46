internal import Foundation

/// Parses a `text/event-stream` (WHATWG HTML, section 9.2.6). An event cut off by the end of the stream is dropped.
struct EventStreamParser: Sendable {
  private let limit: Int
  private var line: [UInt8] = []
  private var data = ""
  private var hasData = false
  private var event = ""
  private var idField: String
  private var retry: Duration?
  /// The last ID that was committed by an empty line, with or without an event.
  private(set) var lastID: String
  /// The last reconnection time set by the stream.
  private(set) var reconnectionTime: Duration?
  private var isAfterCR = false
  private var isAtStart = true
  private var isTooLong = false

  /// - Parameters:
  ///   - limit: Maximum number of bytes of a line and of an event's data.
  ///   - lastID: Last event ID of an earlier connection.
  init(limit: Int, lastID: String = "") {
    self.limit = limit
    self.lastID = lastID
    idField = lastID
  }

  /// Returns the events and comments completed by `chunk`.
  mutating func parse(_ chunk: Data) -> [StreamItem] {
    var items: [StreamItem] = []
    for byte in chunk {
      let wasAfterCR = isAfterCR
      isAfterCR = byte == 0x0D
      if byte == 0x0A, wasAfterCR { continue }
      if byte == 0x0A || byte == 0x0D {
        if let item = endLine() { items.append(item) }
      } else if line.count < limit {
        line.append(byte)
      } else {
        isTooLong = true
      }
    }
    return items
  }

  private mutating func endLine() -> StreamItem? {
    defer { line.removeAll(keepingCapacity: true) }
    if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isAtStart = false
    if line.isEmpty { return dispatch() }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      handle(field: line[...], value: "")
      return nil
    }
    var value = line[(colon + 1)...]
    if value.first == 0x20 { value.removeFirst() }
    let text = String(decoding: value, as: UTF8.self)
    if colon == 0 { return .comment(text) }
    handle(field: line[..<colon], value: text)
    return nil
  }

  private mutating func handle(field: ArraySlice<UInt8>, value: String) {
    switch String(decoding: field, as: UTF8.self) {
    case "data":
      if data.utf8.count + value.utf8.count > limit { isTooLong = true } else { data += (hasData ? "\n" : "") + value }
      hasData = true
    case "event": event = value
    case "id": if !value.utf8.contains(0) { idField = value }
    case "retry":
      let isNumber = value.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      if isNumber, let milliseconds = Int(value) {
        retry = .milliseconds(milliseconds)
        reconnectionTime = retry
      }
    default: break  // Unknown fields.
    }
  }

  private mutating func dispatch() -> StreamItem? {
    lastID = idField
    defer {
      data = ""
      hasData = false
      event = ""
      isTooLong = false
    }
    if isTooLong { return .tooLong(FrameTooLong(limit: limit)) }
    if !hasData { return nil }
    // A `retry` field without data is reported with the next event.
    defer { retry = nil }
    return .event(ServerSentEvent(event: event.isEmpty ? "message" : event, data: data, id: lastID, retry: retry))
  }
}

/// The events of a `text/event-stream`, without its comments.
struct ServerSentEventParser: StreamParser {
  private var stream: EventStreamParser

  init(limit: Int, lastID: String = "") { stream = EventStreamParser(limit: limit, lastID: lastID) }

  var lastID: String { stream.lastID }
  var reconnectionTime: Duration? { stream.reconnectionTime }

  mutating func parse(_ chunk: Data) -> [Result<ServerSentEvent, any Error>] {
    stream.parse(chunk).compactMap { item in
      switch item {
      case .event(let event): .success(event)
      case .tooLong(let problem): .failure(problem)
      case .comment, .line: nil
      }
    }
  }

  mutating func end() -> [Result<ServerSentEvent, any Error>] { [] }
}
