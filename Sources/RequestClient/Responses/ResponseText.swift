internal import Foundation
internal import RequestBasics

/// An exchange written out for a reader.
///
/// Values of headers that prove who sends, or that would, are left out, so that the text can go into a log; bodies and
/// URLs are written as they are.
struct ResponseText {
  /// In bytes; larger bodies are counted and not written.
  private static let longestBody = 100_000
  private static let secretHeaders = HeaderNames.credentials.union(["Set-Cookie"])

  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") }

  mutating func addRequest(_ request: OutgoingRequest?) {
    guard let request else { return lines.append("[Request]: None") }
    lines.append("[Request]: \(request.method.rawValue) \(request.url)")
    add(request.headers, hiding: request.sensitiveHeaders)
    lines.append("  [Body]: \(Self.describe(request.body))")
  }

  mutating func addHead(_ head: ResponseHead?) {
    guard let head else { return lines.append("[Response]: None") }
    let status = head.response.status
    let phrase = status.reasonPhrase.isEmpty ? "" : " " + status.reasonPhrase
    lines.append("[Response]: \(head.httpVersion) \(status.code)\(phrase)")
    add(head.headers)
  }

  mutating func add(_ name: String, _ value: String) { lines.append("[\(name)]: \(value)") }

  mutating func addBody(_ data: Data?) { lines.append("  [Body]: \(Self.describe(data))") }

  mutating func addTimes(_ times: RequestTimes, serialization: Duration) {
    let isKnown = times.requestStarted != nil && times.requestCompleted != nil
    add("Request Duration", isKnown ? "\(times.requestDuration)" : "None")
    add("Serialization Duration", "\(serialization)")
  }

  private mutating func add(_ headers: HTTPHeaders, hiding sensitive: HeaderNames = []) {
    lines.append(headers.isEmpty ? "  [Headers]: None" : "  [Headers]:")
    for header in headers {
      let isSecret = Self.secretHeaders.contains(header.name) || sensitive.contains(header.name)
      lines.append("    \(header.name): \(isSecret ? "(hidden)" : header.value)")
    }
  }

  private static func describe(_ data: Data?) -> String {
    guard let data, !data.isEmpty else { return "None" }
    guard data.count <= longestBody, let text = data.argumentText else { return "\(data.count) bytes" }
    return (["\(data.count) bytes"] + text.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 })
      .joined(separator: "\n")
  }

  private static func describe(_ body: HTTPBody?) -> String {
    let length = body?.knownLength.map { "\($0) bytes" } ?? "an unknown number of bytes"
    return switch body {
    case nil: "None"
    case .data(let data): describe(data)
    case .file(let file): "\(length) from \(file.path)"
    case .stream: "\(length) from a stream"
    case .multipart: "\(length) of a form"
    }
  }
}
