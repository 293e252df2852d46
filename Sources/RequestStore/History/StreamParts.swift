internal import Foundation
internal import Glibc

/// Stores the messages that are parts of a response body as ranges of it.
struct StreamParts {
  private var body = Data()
  /// The number of bytes that history keeps of the body.
  private var keptCount = 0
  /// The end of the last part.
  private var position = 0

  /// How far a part may begin behind the last one: field names and line endings are in between.
  private static let reach = 4096

  init() {}

  /// - Parameter body: Its messages follow in order.
  init(_ body: Data, keptCount: Int) { (self.body, self.keptCount) = (body, keptCount) }

  /// Whether history keeps this part of the body.
  func keeps(_ range: Range<Int>) -> Bool { range.upperBound <= keptCount }

  /// Returns the range of the next part; `nil` if it has to be stored itself, such as data of several lines.
  mutating func next(_ content: Data) -> Range<Int>? {
    let window = position..<min(body.count, position + content.count + Self.reach)
    guard !content.isEmpty, let start = body.offset(of: content, in: window) else { return nil }
    position = start + content.count
    return start..<position
  }

  /// The part that a stored range means; `nil` without a range.
  static func body(_ range: JSONValue?, of body: Data) -> LogEvent.Body? {
    guard let numbers = range?.array?.compactMap({ $0.number?.int }), numbers.count == 2,
      numbers.allSatisfy({ $0 >= 0 })
    else { return nil }
    let start = body.startIndex + min(numbers[0], body.count)
    let part = body.subdata(in: start..<start + min(numbers[1], body.endIndex - start))
    guard part.count < numbers[1] else { return LogEvent.Body(part) }
    return LogEvent.Body(
      part, omission: BodyOmission(byteCount: numbers[1] - part.count, reason: "it is missing in history"))
  }

  static func document(_ part: StreamPart) -> JSONObject {
    var object: JSONObject = ["kind": .string(part.kind.rawValue)]
    if !part.event.isEmpty { object["event"] = .string(part.event) }
    if !part.id.isEmpty { object["id"] = .string(part.id) }
    return object
  }

  static func part(_ object: JSONObject) -> StreamPart? {
    StreamPart.Kind(rawValue: object["kind"]?.string ?? "").map { kind in
      StreamPart(kind, event: object["event"]?.string ?? "", id: object["id"]?.string ?? "")
    }
  }
}

extension Data {
  /// The first place of `part` in a range of offsets; `nil` also if too many places nearly have it. A server chooses both,
  /// and a comparison at each place could take hours.
  fileprivate func offset(of part: Data, in range: Range<Int>) -> Int? {
    guard range.count >= part.count else { return nil }
    return withUnsafeBytes { all in
      part.withUnsafeBytes { part in
        guard let base = all.baseAddress, let wanted = part.baseAddress else { return nil }
        let last = part.count - 1
        // The bytes that may still be compared.
        var rest = 4 * part.count + 16_384
        for start in range.lowerBound...range.upperBound - part.count
        where all[start] == part[0] && all[start + last] == part[last] {
          if memcmp(base + start, wanted, part.count) == 0 { return start }
          rest -= part.count
          if rest < part.count { return nil }
        }
        return nil
      }
    }
  }
}
