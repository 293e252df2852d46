package import Foundation

extension LogEvent {
  /// A message as a line of JSON: `time` in seconds from the start, `direction`, `type` and `data`. Bytes are in base64,
  /// a close has its `code`, and an event of a stream its `event` and `id`. `nil` for other events.
  ///
  /// - Parameter meaning: The JSON that the bytes mean.
  package func jsonLine(meaning: JSONValue?) -> Data? {
    guard case .message(let message) = content else { return nil }
    let bytes = message.body.content
    var line: JSONObject = [
      "time": .number(JSONNumber(text: Self.seconds(time))), "direction": .string(message.direction.rawValue),
      "type": .string(message.part?.kind.rawValue ?? message.type),
    ]
    if let part = message.part, part.kind == .event {
      line["event"] = .string(part.event)
      if !part.id.isEmpty { line["id"] = .string(part.id) }
    }
    if message.type == "close" {
      let reason = CloseReason(String(decoding: bytes, as: UTF8.self))
      line["code"] = reason.map { JSONValue.number($0.code) }
      line["data"] = .string(reason?.text ?? "")
    } else if message.type != "binary", let text = String(validating: bytes, as: UTF8.self) {
      line["data"] = .string(text)
    } else {
      line["encoding"] = "base64"
      line["data"] = .string(bytes.base64EncodedString())
      line["json"] = meaning
    }
    return Data((JSONValue.object(line).compact + "\n").utf8)
  }

  /// Seconds with three decimals.
  package static func seconds(_ time: Duration) -> String {
    let milliseconds = max(0, Int(time / .milliseconds(1)))
    return "\(milliseconds / 1000)." + (milliseconds % 1000).padded(to: 3)
  }
}
