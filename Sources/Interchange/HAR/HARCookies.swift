/// The cookies of a message as listed in HAR.
enum HARCookies {
  static func sent(_ headers: [Header]) -> [JSONValue] {
    headers.filter { $0.name.lowercased() == "cookie" }.flatMap { $0.value.parts(separatedBy: ";") }.map { pair in
      .object(cookie(SetCookieLine(pair)))
    }
  }

  static func received(_ headers: [Header]) -> [JSONValue] {
    headers.filter { $0.name.lowercased() == "set-cookie" }.map { header in
      let line = SetCookieLine(header.value)
      var result = cookie(line)
      for attribute in line.attributes {
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

  private static func cookie(_ line: SetCookieLine) -> JSONObject {
    ["name": .string(line.pair.name), "value": .string(line.pair.value)]
  }
}
