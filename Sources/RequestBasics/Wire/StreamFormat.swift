/// How a body separates the parts of a stream.
package enum StreamFormat: Sendable {
  /// Server-sent events, which an empty line ends (WHATWG HTML, section 9.2).
  case events
  /// JSON lines.
  case lines
  /// The records of a JSON sequence, which a byte 1E begins (RFC 7464).
  case records

  private static let lineTypes: Set<String> = [
    "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl", "application/jsonlines",
    "application/x-jsonlines", "application/stream+json", "application/x-json-stream",
  ]

  /// - Parameter contentType: The value of the header.
  /// - Returns: `nil` for a media type that is not a stream.
  package init?(contentType: String?) {
    let type = (contentType ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
    switch type {
    case "text/event-stream": self = .events
    case "application/json-seq": self = .records
    case _ where type.hasSuffix("+json-seq"): self = .records
    case _ where Self.lineTypes.contains(type): self = .lines
    default: return nil
    }
  }
}
