internal import RequestModel

/// The media type, charset and boundary of a `Content-Type` header.
struct ContentType: Equatable {
  /// The media type in lower case, without parameters; empty if missing.
  var type = ""
  /// The charset in lower case, without quotes.
  var charset: String?
  /// The boundary of a multipart body.
  var boundary: String?

  init(_ header: String?) {
    let parts = (header ?? "").split(separator: ";", omittingEmptySubsequences: false)
    type = parts.first.map { $0.trimming(while: \.isWhitespace).lowercased() } ?? ""
    for parameter in parts.dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1).map { $0.trimming(while: \.isWhitespace) }
      guard pair.count == 2 else { continue }
      let value = String(pair[1].trimmingPrefix("\"").prefix { $0 != "\"" })
      switch pair[0].lowercased() {
      case "charset": charset = charset ?? value.lowercased()
      case "boundary": boundary = boundary ?? value
      default: break
      }
    }
  }

  /// The format of the type; `nil` if it is unknown and the bytes must decide.
  var format: BodyFormat? {
    switch type {
    case "application/json", "text/json": .json
    case _ where type.hasSuffix("+json"): .json
    case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
      "application/jsonlines":
      .jsonLines
    case "application/xml", "text/xml": .xml
    case "image/svg+xml": .xml
    case "text/html", "application/xhtml+xml": .html
    case _ where type.hasSuffix("+xml"): .xml
    case "application/x-www-form-urlencoded": .form
    case _ where type.hasPrefix("multipart/"): .multipart
    case "text/csv", "application/csv", "text/tab-separated-values": .table
    case "application/javascript", "application/x-javascript", "application/yaml", "application/x-yaml",
      "application/graphql", "application/sql", "application/toml":
      .text
    case _ where type.hasPrefix("text/"): .text
    case _ where type.hasPrefix("image/"): .image
    case _ where encoding != nil: .binary
    case _ where type.hasPrefix("audio/") || type.hasPrefix("video/") || type.hasPrefix("font/"): .binary
    case "application/pdf", "application/zip", "application/gzip", "application/x-gzip", "application/x-tar",
      "application/wasm", "application/x-protobuf", "application/protobuf":
      .binary
    default: nil
    }
  }
}
