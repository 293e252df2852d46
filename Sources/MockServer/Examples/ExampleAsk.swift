/// The example that a client requests by name, status or identifier.
///
/// Supports the headers of Postman's mock servers, `Prefer: code=404, example=name` and `?__code=404`.
struct ExampleAsk: Equatable {
  var id: String?
  var name: String?
  var status: Int?

  init(_ request: MockRequest) {
    let preferences = Self.preferences(request.combinedHeader("Prefer") ?? "")
    id = request.header("x-mock-response-id")
    name = request.header("x-mock-response-name") ?? preferences["example"] ?? request.queryValue("__example")
    let code = request.header("x-mock-response-code") ?? preferences["code"] ?? request.queryValue("__code")
    status = code.flatMap { Int($0) }
  }

  /// Parses `Prefer` (RFC 7240). Preferences are separated by commas or semicolons; a value may be quoted.
  private static func preferences(_ text: String) -> [String: String] {
    var found: [String: String] = [:]
    for preference in text.split(whereSeparator: { $0 == "," || $0 == ";" }) {
      let parts = preference.split(separator: "=", maxSplits: 1).map { part in
        String(part.trimming { $0 == " " || $0 == "\t" })
      }
      if parts.count == 2 { found[parts[0].lowercased()] = parts[1].unquoted }
    }
    return found
  }

  /// The query parameters that ask for an example, and say nothing to the server whose examples they are.
  static let parameters = ["__code", "__example"]

  var isEmpty: Bool { id == nil && name == nil && status == nil }

  func accepts(_ example: SavedExample) -> Bool {
    if let id, example.id != id { return false }
    if let name, !example.name.isExactly(name) { return false }
    if let status, example.status ?? 200 != status { return false }
    return true
  }

  /// Completes "No example …".
  var description: String {
    [
      id.map { "with the id \"\($0)\"" }, name.map { "named \"\($0)\"" }, status.map { "with the status \($0)" },
    ].compactMap(\.self).joined(separator: " and ")
  }
}

extension String {
  fileprivate var unquoted: String {
    count > 1 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}
