import RequestModel

/// The cookies of a message as HAR lists them beside its headers.
enum HARCookies {
  static func sent(_ headers: [Header]) -> [JSONValue] {
    headers.filter { $0.name.lowercased() == "cookie" }.flatMap { $0.value.split(separator: ";") }.map { pair in
      .object(cookie(pair))
    }
  }

  static func received(_ headers: [Header]) -> [JSONValue] {
    headers.filter { $0.name.lowercased() == "set-cookie" }.map { header in
      let parts = header.value.split(separator: ";")
      var result = cookie(parts.first ?? "")
      for attribute in parts.dropFirst().map(pair) {
        switch attribute.name.lowercased() {
        case "path": result["path"] = .string(attribute.value)
        case "domain": result["domain"] = .string(attribute.value)
        case "httponly": result["httpOnly"] = true
        case "secure": result["secure"] = true
        default: break
        }
      }
      return .object(result)
    }
  }

  private static func cookie(_ text: Substring) -> JSONObject {
    let (name, value) = pair(text)
    return ["name": .string(name), "value": .string(value)]
  }

  private static func pair(_ text: Substring) -> (name: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
