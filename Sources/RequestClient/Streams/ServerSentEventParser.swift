internal import Foundation

/// Frames a `text/event-stream` as WHATWG HTML, section 9.2.6 says: lines end in CR, LF or CRLF, an empty one ends an
/// event, comments are left out, and an event that the end cuts off is dropped.
struct ServerSentEventParser: StreamParser {
  private let limit: Int
  private var line: [UInt8] = []
  private var data = ""
  private var hasData = false
  private var event = ""
  private var idField: String
  private var retry: Duration?
  /// The last identifier of what was ended by an empty line, an event or not.
  private(set) var lastID: String
  /// The last time that the stream wants between its end and the next connection.
  private(set) var reconnectionTime: Duration?
  private var isAfterCR = false
  private var isAtStart = true
  private var isTooLong = false

  /// - Parameters:
  ///   - limit: In bytes, for a line and for the data of an event.
  ///   - lastID: Where an earlier connection broke off.
  init(limit: Int, lastID: String = "") {
    self.limit = limit
    self.lastID = lastID
    idField = lastID
  }

  mutating func take(_ piece: Data) -> [Result<ServerSentEvent, any Error>] {
    var results: [Result<ServerSentEvent, any Error>] = []
    for byte in piece {
      let wasAfterCR = isAfterCR
      isAfterCR = byte == 0x0D
      if byte == 0x0A, wasAfterCR { continue }
      if byte == 0x0A || byte == 0x0D {
        if let result = endLine() { results.append(result) }
      } else if line.count < limit {
        line.append(byte)
      } else {
        isTooLong = true
      }
    }
    return results
  }

  mutating func end() -> [Result<ServerSentEvent, any Error>] { [] }

  private mutating func endLine() -> Result<ServerSentEvent, any Error>? {
    defer { line.removeAll(keepingCapacity: true) }
    if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isAtStart = false
    if line.isEmpty { return dispatch() }
    let text = String(decoding: line, as: UTF8.self)
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      take(field: text, value: "")
      return nil
    }
    var value = text[text.utf8.index(after: colon)...]
    if value.utf8.first == 0x20 { value = value.dropFirst() }
    take(field: String(text[..<colon]), value: String(value))
    return nil
  }

  private mutating func take(field: String, value: String) {
    switch field {
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
    default: break  // Comments and fields that the standard does not know.
    }
  }

  private mutating func dispatch() -> Result<ServerSentEvent, any Error>? {
    lastID = idField
    defer {
      data = ""
      hasData = false
      event = ""
      isTooLong = false
    }
    if isTooLong { return .failure(FrameTooLong(limit: limit)) }
    if !hasData { return nil }
    // One that comes without data counts from then on, and is told with the next event.
    defer { retry = nil }
    return .success(ServerSentEvent(event: event.isEmpty ? "message" : event, data: data, id: lastID, retry: retry))
  }
}
