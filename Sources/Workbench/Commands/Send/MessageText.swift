import Foundation
import RequestModel

/// A message of a conversation as a line of standard output.
enum MessageText {
  /// The text of a received message, or base64 of a binary one; `nil` for pings and the like.
  static func plain(_ message: LogEvent.Message) -> Data? {
    guard message.direction == .received else { return nil }
    switch message.type {
    case "text", "ack": return message.body.content + Data("\n".utf8)
    case "binary": return Data((message.body.content.base64EncodedString() + "\n").utf8)
    default: return nil
    }
  }

  /// A message of either direction as JSON. The time is in seconds from the start.
  static func json(_ message: LogEvent.Message, at time: Duration) -> Data {
    let content = message.body.content
    var line: JSONObject = [
      "time": .number(JSONNumber(text: seconds(time))), "direction": .string(message.direction.rawValue),
      "type": .string(message.type),
    ]
    if message.type == "close" {
      let reason = CloseReason(String(decoding: content, as: UTF8.self))
      line["code"] = reason.map { JSONValue.number($0.code) }
      line["data"] = .string(reason?.text ?? "")
    } else if message.type != "binary", let text = String(validating: content, as: UTF8.self) {
      line["data"] = .string(text)
    } else {
      line["encoding"] = "base64"
      line["data"] = .string(content.base64EncodedString())
    }
    return Data((JSONValue.object(line).compact + "\n").utf8)
  }

  /// In milliseconds of precision.
  private static func seconds(_ time: Duration) -> String {
    let milliseconds = max(0, Int(time / .milliseconds(1)))
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}
