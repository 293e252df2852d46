import RequestModel

/// The cookies of a message as HAR lists them beside its headers.
enum HARCookies {
  static func sent(_ headers: [Header]) -> [JSONValue] {
    headers.filter { $0.name.lowercased() == "cookie" }.flatMap { $0.value.parts(separatedBy: ";") }.map { pair in
      .object(cookie(pair))
    }
  }

  static func received(_ headers: [Header]) -> [JSONValue] {
    headers.filter { $0.name.lowercased() == "set-cookie" }.map { header in
      let parts = header.value.parts(separatedBy: ";")
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

  private static func cookie(_ text: String) -> JSONObject {
    let (name, value) = pair(text)
    return ["name": .string(name), "value": .string(value)]
  }

  private static func pair(_ text: String) -> (name: String, value: String) {
    let (name, value) = text.cut(at: "=") ?? (text, "")
    return (trimmed(name), trimmed(value))
  }

  private static func trimmed(_ text: String) -> String {
    let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
    let end = text.unicodeScalars.lastIndex { !isSpace($0) }
    return end.map { String(text[...$0].unicodeScalars.drop(while: isSpace)) } ?? ""
  }
}
