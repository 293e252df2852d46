internal import BodyDocument
internal import Foundation

/// The `messages` of an example: what the mock server sends as a WebSocket.
///
/// Messages without `after` follow the one above; the first ones are sent at the start. One with `after` waits for such a
/// message of the client. The search for it begins behind the last one that was found, and starts again at the top.
struct ExampleScript: Sendable {
  struct Group: Sendable {
    /// `nil` for the start.
    var after: JSONValue?
    var messages: [JSONObject] = []
  }

  private(set) var groups: [Group] = [Group(after: nil)]
  /// The mistake in the first row that cannot be sent.
  private(set) var problem: String?

  /// - Returns: `nil` for an example that is a response.
  init?(_ example: SavedExample) {
    guard let rows = example.messages else { return nil }
    for (index, row) in rows.enumerated() {
      guard let row = row.object, let type = Self.typeName(row) else {
        problem = problem ?? "message \(index + 1) has no type of text, json, binary or close"
        continue
      }
      if type == "binary", Data(base64Encoded: Self.text(row)) == nil {
        problem = problem ?? "message \(index + 1) is not base64"
        continue
      }
      if let delay = row["delay"]?.number?.double, !EventDelays.limits.contains(delay) {
        problem = problem ?? "message \(index + 1) has a delay that is not from 0 to 3600000 milliseconds"
        continue
      }
      if let after = row["after"] { groups.append(Group(after: after)) }
      groups[groups.count - 1].messages.append(row)
    }
  }

  private static func typeName(_ row: JSONObject) -> String? {
    let name = row["type"] ?? "text"
    return name.string.flatMap { types.contains($0) ? $0 : nil }
  }

  private static let types: Set = ["text", "json", "binary", "close"]

  /// The text with its templates. JSON other than a string is sent as its text.
  static func text(_ row: JSONObject) -> String { row["value"].map { $0.string ?? $0.compact } ?? "" }

  /// All texts, in which templates are replaced.
  var texts: [String] { groups.flatMap(\.messages).map(Self.text) }

  /// The group that answers a message; `nil` if none does.
  func group(for message: MockMessage, behind position: Int) -> Int? {
    let places = groups.indices.dropFirst()
    let order = places.filter { $0 > position } + places.filter { $0 <= position }
    return order.first { index in groups[index].after.map { Self.isMeant(message, by: $0) } ?? false }
  }

  /// Whether a message of the client is the expected one: a text in which `*` is any text, or JSON whose members it has.
  private static func isMeant(_ message: MockMessage, by expected: JSONValue) -> Bool {
    if let text = expected.string {
      let sent = message.kind == .binary ? Data(message.bytes).base64EncodedString() : nil
      return ExamplePattern(text).matches(sent ?? String(decoding: message.bytes, as: UTF8.self))
    }
    let meaning = message.kind == .binary ? BodyDocument.meaning(of: Data(message.bytes), contentType: nil) : nil
    let json = meaning.map { [UInt8]($0) } ?? message.bytes
    guard let sent = (try? JSONText(json))?.value else { return false }  // Other texts are not JSON.
    return sent.contains(expected)
  }

  /// The row as the server sends it.
  static func message(_ row: JSONObject, resolve: (String) -> [UInt8]) -> MockMessage {
    let delay = (row["delay"]?.number?.double ?? 0) / 1000
    switch row["type"]?.string {
    case "binary": return MockMessage(.binary, Array(Data(base64Encoded: text(row)) ?? Data()), delay: delay)
    case "close": return MockMessage(.close(row["code"]?.number?.int ?? 1000), resolve(text(row)), delay: delay)
    default: return MockMessage(.text, resolve(text(row)), delay: delay)
    }
  }
}

extension JSONValue {
  /// Whether it has all members of an object, at any depth, and otherwise the same value.
  fileprivate func contains(_ part: JSONValue) -> Bool {
    guard case .object(let wanted) = part, case .object(let own) = self else { return isSame(as: part) }
    return wanted.members.allSatisfy { member in own[member.key.value]?.contains(member.value) ?? false }
  }
}
