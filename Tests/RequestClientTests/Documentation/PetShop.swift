import Foundation
import RequestClient
import TestSupport

/// The server of the samples.
struct PetShop: Sendable {
  let session = Session.plain()
  let interface = DispatchQueue(label: "interface")
  let shown = Recorder<[Pet]>()
  let reported = Recorder<String>()
  let cached = Recorder<Data?>()
  private let server: RawServer

  init() throws { server = try RawServer(Self.serve) }

  var api: String { server.url }
  /// The same server, but it disconnects in the middle of complete bodies.
  var tornAPI: String { server.url + "/torn" }
  var port: Int { server.port }
  var received: [String] { server.received }
}

extension PetShop {
  private static let json = "Content-Type: application/json"
  private static let rexAndAda = #"[{"id": 1, "name": "Rex"}, {"id": 2, "name": "Ada"}]"#
  static let archive = String(repeating: "0123456789", count: 100)

  /// Responds to one request after another.
  static func serve(_ client: RawConnection) throws {
    while true {
      let head = try client.readHead()
      let line = head.prefix { $0 != "\r\n" }.split(separator: " ")
      let length = field("Content-Length", of: head).flatMap { Int($0) }
      let body = try length.map { try client.readBody($0).utf8.count } ?? chunks(client, head)
      try response(String(line[0]), String(line[1].prefix { $0 != "?" }), head, bodySize: body, client)
    }
  }

  private static func response(
    _ method: String, _ path: String, _ head: String, bodySize: Int, _ client: RawConnection
  ) throws {
    switch (method, path) {
    case ("POST", "/pets"): try client.respond("201 Created", headers: [json], body: #"{"id": 3, "name": "Ada"}"#)
    case ("POST", "/token"): try client.respond(headers: [json], body: #"{"access": "new", "refresh": "later"}"#)
    case ("PUT", _): try client.respond(body: "named")
    case (_, "/pets"): try client.respond(headers: [json], body: rexAndAda)
    case (_, "/pets/1"): try client.respond(headers: [json], body: #"{"id": 1, "name": "Rex"}"#)
    case (_, "/pets/2"): try client.respond(headers: [json], body: #"{"id": 2, "name": "Ada"}"#)
    case (_, "/pets/7"):
      try client.respond("404 Not Found", headers: [json], body: #"{"message": "There is no pet 7"}"#)
    case (_, "/upload"): try client.respond(body: "\(bodySize) bytes")
    case (_, "/changes"):
      try client.respond(headers: [json], body: "{\"id\": 1, \"name\": \"Rex\"}\n{\"id\": 2}\n")
    case (_, "/events"):
      try client.respond(
        headers: ["Content-Type: text/event-stream"], body: "event: hello\ndata: 1\n\nevent: bye\ndata: 2\n\n")
    case (_, "/licence"): try client.respond(body: "free")
    case (_, "/whoami"): try client.respond(body: field("Authorization", of: head) ?? "nobody")
    case (_, "/private") where field("Authorization", of: head) == nil:
      try client.respond("401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"pets\""])
    case (_, "/private"): try client.respond(body: "yours")
    case (_, "/mine") where field("Authorization", of: head) != "Bearer new": try client.respond("401 Unauthorized")
    case (_, "/mine"): try client.respond(headers: [json], body: rexAndAda)
    case (_, "/cookies"): try client.respond(body: field("Cookie", of: head) ?? "none")
    case (_, "/old"): try client.respond("302 Found", headers: ["Location: /pets"])
    case (_, "/busy"): try client.respond("503 Service Unavailable")
    case (_, "/torn/archive"): try tear(head, client)
    case (_, "/archive"): try client.respond(headers: ["ETag: \"1\""], body: archive)
    default: try client.respond("404 Not Found")
    }
  }

  /// Sends half of the archive, and the rest to range requests.
  private static func tear(_ head: String, _ client: RawConnection) throws {
    if let range = field("Range", of: head), let start = Int(range.filter(\.isNumber)) {
      let headers = ["ETag: \"1\"", "Content-Range: bytes \(start)-\(archive.count - 1)/\(archive.count)"]
      return try client.respond("206 Partial Content", headers: headers, body: String(archive.dropFirst(start)))
    }
    try client.send("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: \(archive.count)\r\n\r\n\(archive.prefix(500))")
    client.close()
  }

  private static func field(_ name: String, of head: String) -> String? {
    let prefix = name.lowercased() + ": "
    return head.lines.first { $0.lowercased().hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  /// - Returns: Number of bytes of a chunked body, including chunk headers; 0 without a body.
  private static func chunks(_ client: RawConnection, _ head: String) throws -> Int {
    if field("Transfer-Encoding", of: head) == nil { return 0 }
    var bytes: [UInt8] = []
    while !bytes.suffix(5).elementsEqual("0\r\n\r\n".utf8) { bytes += try client.readBytes(1) }
    return bytes.count
  }
}
