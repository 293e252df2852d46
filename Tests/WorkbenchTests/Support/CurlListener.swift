import TestSupport

/// A server that records whole messages and answers each with 200.
final class CurlListener: Sendable {
  let server: RawServer
  private let messages = Recorder<String>()

  init(headers: [String] = []) throws {
    server = try RawServer { [messages] connection in
      while true {
        let head = try connection.readHead()
        if head.contains("Expect: 100-continue") { try connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length: ") }
        let body = try connection.readBody(length.flatMap { Int($0.dropFirst(16)) } ?? 0)
        messages.record(head + "\r\n\r\n" + body)
        try connection.respond(headers: headers, body: head.hasPrefix("HEAD") ? "" : "body")
      }
    }
  }

  var all: [String] { messages.values }
  var last: String? { messages.values.last }
  var count: Int { messages.values.count }
}
