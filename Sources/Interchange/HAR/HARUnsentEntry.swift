import Foundation

/// A request that was never sent as an entry of an archive, with an empty response of status 0, as browsers write it.
struct HARUnsentEntry {
  private let request: CodeRequest
  private let date: Date

  init(_ request: CodeRequest, at date: Date) { (self.request, self.date) = (request, date) }

  var notes: [InterchangeNote] {
    let sent = InterchangeNote(.changed, [request.name], "It was never sent: it has no response")
    let lost = files.map { "The bytes of the file \($0)" } + (request.login == nil ? [] : [Self.login])
    return [sent] + lost.map { InterchangeNote(.dropped, [request.name], $0) }
  }

  private static let login = "Auth: the credentials are sent once the server asks for them"

  private var files: [String] {
    let messages = (request.socket?.messages ?? []).compactMap { message -> String? in
      if case .file(let path, _) = message { path } else { nil }
    }
    switch request.body {
    case .file(let path): return [path] + messages
    case .parts(let parts): return parts.compactMap(\.file) + messages
    case .none, .bytes: return messages
    }
  }

  var value: JSONValue {
    var comments = [request.name, "It was never sent."]
    comments += request.notes
    var entry: JSONObject = [
      "startedDateTime": .string(UTCTime.milliseconds(date)), "time": 0, "request": .object(sent),
      "response": [
        "status": 0, "statusText": "", "httpVersion": "", "cookies": [], "headers": [],
        "content": ["size": 0, "mimeType": ""], "redirectURL": "", "headersSize": -1, "bodySize": -1,
      ], "cache": [:],
      "timings": ["blocked": -1, "dns": -1, "connect": -1, "send": 0, "wait": 0, "receive": 0, "ssl": -1],
      "comment": .string(comments.joined(separator: "\n")),
    ]
    if let socket = request.socket {
      entry["_resourceType"] = "websocket"
      entry["_webSocketMessages"] = HARMessages.value(of: socket, at: date)
    }
    return .object(entry)
  }

  private var headers: [Header] {
    let offered = (request.socket?.subprotocols ?? []).joined(separator: ", ")
    return request.headers + (offered.isEmpty ? [] : [Header(SocketDocument.protocolHeader, offered)])
  }

  private var sent: JSONObject {
    var sent: JSONObject = [
      "method": .string(request.method), "url": .string(request.url), "httpVersion": "",
      "cookies": .array(HARCookies.sent(request.headers)), "headers": HAREntry.headers(headers),
      "queryString": .array(HAREntry.query(of: request.url)),
    ]
    if let data = postData { sent["postData"] = .object(data) }
    sent["headersSize"] = -1
    sent["bodySize"] = .number(bodySize)
    return sent
  }

  private var bodySize: Int {
    switch request.body {
    case .none: 0
    case .bytes(let bytes): bytes.count
    case .file, .parts: -1
    }
  }

  private var postData: JSONObject? {
    let type = request.headers.first("Content-Type") ?? ""
    switch request.body {
    case .none: return nil
    case .bytes(let bytes) where bytes.isEmpty: return nil
    case .bytes(let bytes): return HAREntry.postData(bytes, request.headers)
    case .file(let path):
      return ["mimeType": .string(type), "text": "", "comment": .string("The bytes of the file \(path)")]
    case .parts(let parts):
      return ["mimeType": "multipart/form-data", "text": "", "params": .array(parts.map(Self.parameter))]
    }
  }

  private static func parameter(_ part: Parameter) -> JSONValue {
    var parameter: JSONObject = ["name": .string(part.name)]
    if part.file == nil { parameter["value"] = .string(part.value) }
    if let name = part.partFileName { parameter["fileName"] = .string(name) }
    if let type = part.contentType { parameter["contentType"] = .string(type) }
    return .object(parameter)
  }
}
