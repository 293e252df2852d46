import Foundation

/// A response of an archive as an example.
struct HARExample: Equatable {
  private enum Body: Equatable {
    case none
    case text(String)
    /// The size of a body that is not text.
    case binary(Int)
  }

  private let status: Int
  private let reason: String
  private let headers: [JSONValue]
  private let body: Body
  let hasSetCookie: Bool

  /// How much text of examples a request's file holds, in bytes.
  static let sizeLimit = 2_000_000

  /// - Returns: `nil` if there was no response.
  init?(_ response: JSONObject) {
    guard let status = response.text("status").flatMap({ Int($0) ?? Double($0).flatMap(Int.init(exactly:)) }),
      (100...599).contains(status)
    else { return nil }
    self.status = status
    reason = response.text("statusText") ?? ""
    let all = HARHeaders.pairs(response["headers"])
    hasSetCookie = all.contains { $0.name.lowercased() == "set-cookie" }
    headers = all.filter { !Self.isLeftOut($0.name) }.map {
      ["name": .string($0.name), "value": .string($0.value)]
    }
    body = Self.body(response["content"]?.object)
  }

  var name: String { reason.isEmpty ? String(status) : "\(status) \(reason)" }

  /// - Parameter room: How many bytes are left for bodies.
  func row(name: String, _ room: inout Int, _ context: inout InterchangeContext) -> JSONObject {
    var row: JSONObject = ["name": .string(name), "status": .number(status)]
    if !reason.isEmpty { row["reason"] = .string(reason) }
    if !headers.isEmpty { row["headers"] = .array(headers) }
    switch body {
    case .none: break
    case .binary(let count): context.note(.dropped, "Example \"\(name)\": its body is not text (\(count) bytes)")
    case .text(let text) where text.utf8.count > room:
      context.note(.dropped, "Example \"\(name)\": its body is too large (\(text.utf8.count) bytes)")
    case .text(let text):
      room -= text.utf8.count
      row["body"] = .wireText(text)
    }
    return row
  }

  private static func body(_ content: JSONObject?) -> Body {
    guard let text = content?.filledText("text") else { return .none }
    guard content?.text("encoding")?.lowercased() == "base64" else { return .text(text) }
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return .text(text) }
    return String(validating: data, as: UTF8.self).map(Body.text) ?? .binary(data.count)
  }

  /// Whether to omit a header: it describes the connection or the encoded body, or contains cookies.
  private static func isLeftOut(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix(":")
      || [
        "content-length", "content-encoding", "transfer-encoding", "connection", "keep-alive", "set-cookie",
        "set-cookie2",
      ].contains(name)
  }
}

extension JSONValue {
  /// Text that keeps its bytes: with line feeds alone as an array of lines, else in one string.
  static func wireText(_ text: String) -> JSONValue { text.utf8.contains(0x0D) ? .string(text) : .exactLines(text) }
}
