import FoundationEssentials

extension Endpoints {
  static func echo(_ call: Call) -> MockReply {
    .json(["args": call.arguments.json, "headers": call.headers, "origin": call.origin, "url": call.url])
  }

  static func echoWithBody(_ call: Call) -> MockReply {
    .json(bodyEcho(call))
  }

  /// The members of `/post` and the method, in httpbin's alphabetical order.
  static func echoAnything(_ call: Call) -> MockReply {
    guard case .object(var object) = bodyEcho(call) else { return .json(.null) }
    let place = object.members.firstIndex { $0.key.value > "method" } ?? object.members.endIndex
    object.members.insert(
      JSONMember(key: JSONString("method"), value: .string(call.request.method)), at: place)
    return .json(.object(object))
  }

  static func bodyEcho(_ call: Call) -> JSON {
    let payload = Payload(call.request.body, contentType: call.request.header("Content-Type") ?? "")
    return [
      "args": call.arguments.json, "data": .string(payload.data), "files": payload.files.json,
      "form": payload.form.json, "headers": call.headers, "json": payload.json, "origin": call.origin, "url": call.url,
    ]
  }

  static func headers(_ call: Call) -> MockReply {
    .json(["headers": call.headers])
  }

  static func address(_ call: Call) -> MockReply {
    .json(["origin": call.origin])
  }

  static func userAgent(_ call: Call) -> MockReply {
    .json(["user-agent": call.request.header("User-Agent").map(JSON.string) ?? .null])
  }

  static func uuid(_ call: Call) -> MockReply {
    .json(["uuid": .string(UUID().uuidString.lowercased())])
  }

  static func responseHeaders(_ call: Call) throws -> MockReply {
    // Written by the server; duplicates would break the response.
    let framing = ["content-length", "transfer-encoding", "connection"]
    let sent = call.arguments.all.filter { !framing.contains($0.name.lowercased()) }
    var shown = Fields()
    for (name, value) in sent { shown.append(name, value) }
    var response = MockReply.json(shown.json)
    for (name, value) in sent {
      let header = Header(try name.asHeaderValue, try value.asHeaderValue)
      if name.lowercased() == "content-type" {
        response.set(name, header.value)
      } else {
        response.headers.append(header)
      }
    }
    return response
  }
}

extension Call {
  /// The request headers, sorted by name.
  var headers: JSON {
    var fields = Fields()
    for header in request.headers { fields.append(header.name, header.value) }
    return fields.json
  }

  /// The server listens on this address only.
  var origin: JSON { "127.0.0.1" }

  var url: JSON { .string(absolute(request.target)) }

  /// Returns the absolute URL of a path, with the host of the request.
  func absolute(_ path: String) -> String {
    "http://\(request.header("Host") ?? "127.0.0.1")\(path)"
  }
}
