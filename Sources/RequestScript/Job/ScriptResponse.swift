package import Foundation

/// A response in the form that scripts see, without its body.
package struct ScriptResponse: Equatable, Sendable {
  package var code: Int
  package var reason: String
  package var headers: [ScriptRow] = []
  /// The trailers, which followed the body.
  package var trailers: [ScriptRow] = []
  package var responseTime = Duration.zero
  /// The size in bytes, as received.
  package var bodySize = 0
  package var headerSize = 0
  package var cookies: [ScriptCookie] = []
  /// The milliseconds of each phase.
  package var timings: JSONValue?
  /// The JSON that a body of MessagePack or CBOR means, or why it has none; `nil` for any other body.
  package var meaning: Result<String, UnreadBody>?
  /// The messages of a WebSocket or a stream; `nil` for any other response.
  package var messages: [ScriptMessage]?
  /// The number of further messages, which are too many for a script.
  package var omittedMessages = 0

  package init(code: Int, reason: String) { (self.code, self.reason) = (code, reason) }

  /// Why bytes have no JSON.
  package struct UnreadBody: Error, Equatable {
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
  }
}

/// A message of a WebSocket, or an event or a line of a stream, in the form that scripts see.
package struct ScriptMessage: Equatable, Sendable {
  package var isSent: Bool
  /// `text`, `binary`, `ping`, `pong`, `close`, or `ack` of Socket.IO; of a stream, `event`, `line` or `comment`.
  package var type: String
  /// From the start of the exchange.
  package var time: Duration
  package var content: Data
  /// The JSON that bytes of MessagePack or CBOR mean; `nil` for others.
  package var meaning: String?
  /// The name of an event, and its ID, which may be empty; `nil` for others.
  package var event: String?
  package var id: String?

  package init(isSent: Bool, type: String, time: Duration, content: Data) {
    (self.isSent, self.type, self.time, self.content) = (isSent, type, time, content)
  }

  var json: JSONValue {
    var object: JSONObject = [
      "direction": .string(isSent ? "sent" : "received"), "type": .string(type),
      "time": .number(time.wholeMilliseconds),
    ]
    object.add("event", event.map { .string($0) })
    object.add("id", id.map { .string($0) })
    let text = type == "binary" ? nil : String(validating: content, as: UTF8.self)
    object.add("text", text.map { .string($0) })
    if text == nil { object.add("base64", .string(content.base64EncodedString())) }
    object.add("meaning", meaning.map { .string($0) })
    return .object(object)
  }
}

package struct ScriptCookie: Equatable, Sendable {
  package var name: String
  package var value: String
  package var domain = ""
  package var path = "/"
  /// The expiry, in the format of `Set-Cookie`.
  package var expires: String?
  package var isSecure = false
  package var isHTTPOnly = false

  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

extension ScriptResponse {
  package var json: JSONValue {
    var object: JSONObject = ["code": .number(code), "status": .string(reason)]
    object.add("headers", .array(headers.map(\.json)))
    if !trailers.isEmpty { object.add("trailers", .array(trailers.map(\.json))) }
    object.add("responseTime", .number(responseTime.wholeMilliseconds))
    object.add(
      "size",
      ["body": .number(bodySize), "header": .number(headerSize), "total": .number(bodySize + headerSize)])
    object.add("cookies", .array(cookies.map(\.json)))
    object.add("timings", timings)
    switch meaning {
    case .success(let json)?: object.add("meaning", .string(json))
    case .failure(let unread)?: object.add("unread", .string(unread.reason))
    case nil: break
    }
    object.add("messages", messages.map { .array($0.map(\.json)) })
    if omittedMessages > 0 { object.add("omittedMessages", .number(omittedMessages)) }
    return .object(object)
  }
}

extension ScriptCookie {
  package var json: JSONValue {
    var object: JSONObject = ["name": .string(name), "value": .string(value)]
    object.add("domain", .string(domain))
    object.add("path", .string(path))
    object.add("expires", expires.map { .string($0) })
    if isSecure { object.add("secure", true) }
    if isHTTPOnly { object.add("httpOnly", true) }
    return .object(object)
  }
}
