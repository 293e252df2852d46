import FoundationEssentials

/// A request body, parsed by media type as in httpbin.
struct Payload: Sendable {
  private(set) var data = ""
  private(set) var files = Fields()
  private(set) var form = Fields()
  private(set) var json = JSON.null

  init(_ body: [UInt8], contentType: String) {
    let type = HeaderValue(contentType)
    switch type.name {
    case "application/x-www-form-urlencoded":
      form = Fields(urlEncoded: String(decoding: body, as: UTF8.self))
    case "multipart/form-data":
      for part in Multipart.parts(of: body, boundary: type["boundary"] ?? "") { add(part) }
    default:
      data = Self.text(body)
      json = (try? JSONText(body).value) ?? .null
    }
  }

  private mutating func add(_ part: Multipart.Part) {
    if part.fileName == nil {
      form.append(part.name, String(decoding: part.content, as: UTF8.self))
    } else {
      files.append(part.name, Self.text(part.content, type: part.contentType))
    }
  }

  /// Returns the text, or a `data:` URL if the bytes are not UTF-8.
  private static func text(_ bytes: [UInt8], type: String = "application/octet-stream") -> String {
    String(validating: bytes, as: UTF8.self) ?? "data:\(type);base64,\(Data(bytes).base64EncodedString())"
  }
}
