import FlyingFox
import FoundationEssentials
import RequestBasics

extension Endpoints {
  static func echo(_ call: Call) -> HTTPResponse {
    .json(["args": call.arguments.json, "headers": call.headers, "origin": call.origin, "url": call.url])
  }

  static func echoWithBody(_ call: Call) -> HTTPResponse {
    .json(bodyEcho(call))
  }

  /// The members of `/post` and the method, in httpbin's alphabetical order.
  static func echoAnything(_ call: Call) -> HTTPResponse {
    guard case .object(var object) = bodyEcho(call) else { return .json(.null) }
    let place = object.members.firstIndex { $0.key.value > "method" } ?? object.members.endIndex
    object.members.insert(
      JSONMember(key: JSONString("method"), value: .string(call.request.method.rawValue)), at: place)
    return .json(.object(object))
  }

  static func bodyEcho(_ call: Call) -> JSON {
    let payload = Payload(call.body, contentType: call.request.headers[.contentType] ?? "")
    return [
      "args": call.arguments.json, "data": .string(payload.data), "files": payload.files.json,
      "form": payload.form.json, "headers": call.headers, "json": payload.json, "origin": call.origin, "url": call.url,
    ]
  }

  static func headers(_ call: Call) -> HTTPResponse {
    .json(["headers": call.headers])
  }

  static func address(_ call: Call) -> HTTPResponse {
    .json(["origin": call.origin])
  }

  static func userAgent(_ call: Call) -> HTTPResponse {
    .json(["user-agent": call.request.headers[.userAgent].map(JSON.string) ?? .null])
  }

  static func uuid(_ call: Call) -> HTTPResponse {
    .json(["uuid": .string(UUID().uuidString.lowercased())])
  }

  static func responseHeaders(_ call: Call) throws -> HTTPResponse {
    // Written by FlyingFox; duplicates would break the response.
    let framing = ["content-length", "transfer-encoding", "connection"]
    let sent = call.arguments.all.filter { !framing.contains($0.name.lowercased()) }
    var shown = Fields()
    for (name, value) in sent { shown.append(name, value) }
    var response = HTTPResponse.json(shown.json)
    for (name, value) in sent {
      let header = HTTPHeader(try name.asHeaderValue)
      if header == .contentType {
        response.headers[header] = try value.asHeaderValue
      } else {
        response.headers.addValue(try value.asHeaderValue, for: header)
      }
    }
    return response
  }
}

extension Call {
  /// The request headers, sorted by name.
  var headers: JSON {
    var fields = Fields()
    for (header, value) in request.headers { fields.append(header.rawValue, value) }
    return fields.json
  }

  var origin: JSON { .string(request.remoteIPAddress ?? "127.0.0.1") }

  var url: JSON { .string(absolute(request.target.rawValue)) }

  /// Returns the absolute URL of a path, with the host of the request.
  func absolute(_ path: String) -> String {
    "http://\(request.headers[.host] ?? "127.0.0.1")\(path)"
  }
}
