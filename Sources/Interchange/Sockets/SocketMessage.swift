import Foundation

/// A saved message between formats.
///
/// | format | name | content | types |
/// |---|---|---|---|
/// | Postman v3, `*.message.yaml` | file stem | `content` | `contentType`: text, json, xml, html, hex, base64 |
/// | Postman's extensible collection | `title` | `payload.content` | `type`: text, json, xml, html; binary with `subtype` |
/// | Insomnia v4, `websocket_payload` | `name` | `value` | `mode`: application/json, text/plain |
/// | Bruno, `body:ws` and `websocket.message` | `name`, `title` | `content`, `message.data` | json, text, xml |
/// | .http of JetBrains | none | lines up to `===` | the header Content-Type, for all |
/// | HAR of Chrome | none | `data` | `opcode`: 1 text, 2 binary in base64 |
///
/// Sources: Postman's field reference and runtime.models; websocket-payload.ts; bruToJson.js and
/// parseWebsocketRequest.ts; JetBrains' documentation of the HTTP Client; the HAR exporter of Chrome's DevTools.
enum SocketMessage {
  /// The row of a message of another program.
  ///
  /// - Parameters:
  ///   - name: Empty for none; the message gets the number then.
  ///   - type: The other program's word: a type, or a media type.
  ///   - isTemplate: Whether braces in the text are variables.
  static func row(
    _ name: String, number: Int, _ text: String, type: String, isTemplate: Bool = true,
    _ context: inout InterchangeContext
  ) -> JSONObject {
    let name = name.trimmed.isEmpty ? standardName(number) : name
    var row: JSONObject = ["name": .string(name)]
    let type = type.lowercased()
    switch type {
    case "base64", "binary": (row["value"], row["type"]) = (.string(text), "binary")
    case "hex":
      if let bytes = bytes(ofHex: text) {
        (row["value"], row["type"]) = (.string(Data(bytes).base64EncodedString()), "binary")
      } else {
        row["value"] = .string(text)
        context.note(.changed, "Message \"\(name)\": it is not hexadecimal, so it is a text")
      }
    default:
      let json = type.contains("json") ? (try? JSONText(text).value) : nil
      row["value"] = value(of: text, json, isTemplate: isTemplate)
      // The type json refuses what is not JSON, which only other programs send.
      if json != nil { row["type"] = "json" }
    }
    return row
  }

  static func standardName(_ number: Int) -> String { "Message \(number)" }

  /// JSON without blanks is JSON in the file; other text keeps its bytes.
  private static func value(of text: String, _ json: JSONValue?, isTemplate: Bool) -> JSONValue {
    let text = isTemplate ? text : Template.escaping(text)
    guard let json, json.object != nil || json.array != nil, json.compact.isExactly(text) else { return .string(text) }
    return json
  }

  /// The bytes of pairs of digits, with blanks between them.
  private static func bytes(ofHex text: String) -> [UInt8]? {
    let digits = text.unicodeScalars.filter { !$0.properties.isWhitespace }
    guard digits.count % 2 == 0, digits.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }) else { return nil }
    let all = Array(digits)
    return stride(from: 0, to: all.count, by: 2).compactMap { index in
      UInt8(String(String.UnicodeScalarView([all[index], all[index + 1]])), radix: 16)
    }
  }

  // MARK: Writing

  /// A message that another program can hold.
  struct Written: Equatable {
    var name: String
    var text: String
    var kind: SavedMessage.Kind
    var row: JSONObject
  }

  /// The messages of a request. Those that the other program cannot hold are noted.
  static func written(
    _ document: JSONObject, _ program: String, _ context: inout InterchangeContext
  ) -> [Written] {
    var written: [Written] = []
    for (index, row) in document["messages"].objects.enumerated() {
      let message = SavedMessage(document: row)
      let name = message.name.isEmpty ? standardName(index + 1) : message.name
      if let problem = problem(of: message, program) {
        context.note(.dropped, "Message \"\(name)\": \(problem)")
        continue
      }
      if row["description"] != nil { context.note(.dropped, "Message \"\(name)\": its description") }
      written.append(Written(name: name, text: message.text, kind: kind(of: message), row: row))
    }
    return written
  }

  private static func problem(of message: SavedMessage, _ program: String) -> String? {
    if let file = message.file { return "\(program) has no place for the file \(file)" }
    if message.isOff { return "it is off, which \(program) does not know" }
    return message.kind == .binary ? "\(program) sends no binary messages" : nil
  }

  /// JSON in the file is JSON for other programs, too.
  private static func kind(of message: SavedMessage) -> SavedMessage.Kind {
    if let kind = message.kind { return kind }
    let value = message.document["value"]
    return value?.object != nil || value?.array != nil ? .json : .text
  }
}
