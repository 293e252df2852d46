import Foundation
import RequestModel

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
    switch request.body {
    case .file(let path): [path]
    case .parts(let parts): parts.compactMap(\.file)
    case .none, .bytes: []
    }
  }

  var value: JSONValue {
    var comments = [request.name, "It was never sent."]
    comments += request.notes
    return [
      "startedDateTime": .string(UTCTime.milliseconds(date)), "time": 0, "request": .object(sent),
      "response": [
        "status": 0, "statusText": "", "httpVersion": "", "cookies": [], "headers": [],
        "content": ["size": 0, "mimeType": ""], "redirectURL": "", "headersSize": -1, "bodySize": -1,
      ], "cache": [:],
      "timings": ["blocked": -1, "dns": -1, "connect": -1, "send": 0, "wait": 0, "receive": 0, "ssl": -1],
      "comment": .string(comments.joined(separator: "\n")),
    ]
  }

  private var sent: JSONObject {
    var sent: JSONObject = [
      "method": .string(request.method), "url": .string(request.url), "httpVersion": "",
      "cookies": .array(HARCookies.sent(request.headers)), "headers": HAREntry.headers(request.headers),
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
    case .bytes(let bytes):
      let (text, encoding) = HAREntry.text(of: bytes)
      var data: JSONObject = ["mimeType": .string(type), "text": .string(text)]
      if let encoding { data["_encoding"] = .string(encoding) }
      return data
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
