package import Foundation

/// The conversation of a WebSocket as the `messages` of an example.
package enum ExampleConversation {
  /// A message of either side.
  package struct Line: Equatable, Sendable {
    package var isSent: Bool
    package var isBinary: Bool
    package var content: Data

    package init(isSent: Bool, isBinary: Bool = false, _ content: Data) {
      (self.isSent, self.isBinary, self.content) = (isSent, isBinary, content)
    }
  }

  /// The messages of the server: each after the one of the client right before it, if there is one.
  package static func rows(_ lines: [Line]) -> [JSONValue] {
    var asked: JSONValue?
    var rows: [JSONValue] = []
    for line in lines {
      guard !line.isSent else {
        asked = value(of: line)
        continue
      }
      var row = JSONObject()
      row["after"] = asked
      row["value"] = value(of: line)
      if line.isBinary { row["type"] = "binary" }
      rows.append(.object(row))
      asked = nil
    }
    return rows
  }

  /// JSON without blanks as JSON, bytes in base64.
  private static func value(of line: Line) -> JSONValue {
    if line.isBinary { return .string(line.content.base64EncodedString()) }
    let text = String(decoding: line.content, as: UTF8.self)
    guard let json = try? JSONText(text).value, json.object != nil || json.array != nil, json.compact.isExactly(text)
    else { return .string(text) }
    return json
  }

  /// An example with these rows. Braces in them are not templates.
  package static func example(named name: String, _ rows: [JSONValue]) -> JSONObject {
    var example: JSONObject = ["name": .string(name), "messages": .array(rows)]
    if JSONValue.array(rows).compact.containsExactly("{{") { example["templates"] = false }
    return example
  }
}

extension Exchange {
  /// The texts and bytes of its messages.
  package var conversation: [ExampleConversation.Line] {
    log.messages.compactMap { event in
      guard case .message(let message) = event.content, message.type == "text" || message.type == "binary" else {
        return nil
      }
      return ExampleConversation.Line(
        isSent: message.direction == .sent, isBinary: message.type == "binary", message.body.content)
    }
  }
}
