internal import Foundation

/// The cookie jars of tough-cookie, which newman reads and writes: `{"version": "tough-cookie@4.1.3", "cookies": […]}`.
enum ToughCookies {
  private static let version = "tough-cookie@4.1.4"

  /// Whether JSON is such a jar, and not one of this library.
  static func recognizes(_ json: JSONValue) -> Bool {
    guard let object = json.object else { return false }
    if object["version"]?.string?.startsExactly(with: "tough-cookie") == true { return true }
    let cookies = object["cookies"]?.array ?? []
    return object["version"] == nil && (object["storeType"] != nil || cookies.contains { $0.object?["key"] != nil })
  }

  // MARK: Writing

  static func encode(_ cookies: [Cookie]) -> Data {
    let jar: JSONValue = [
      "version": .string(version), "storeType": "MemoryCookieStore", "rejectPublicSuffixes": true,
      "enableLooseMode": false, "allowSpecialUseDomain": true, "prefixSecurity": "silent",
      "cookies": .array(cookies.map(json)),
    ]
    return Data(jar.renderedFile)
  }

  private static func json(_ cookie: Cookie) -> JSONValue {
    var object: JSONObject = ["key": .string(cookie.name), "value": .string(cookie.value)]
    object["expires"] = cookie.expires.map { .string(UTCTime.milliseconds($0)) }
    object["domain"] = .string(cookie.domain)
    object["path"] = .string(cookie.path)
    if cookie.isSecure { object["secure"] = true }
    if cookie.isHTTPOnly { object["httpOnly"] = true }
    object["hostOnly"] = .bool(cookie.isHostOnly)
    object["creation"] = .string(UTCTime.milliseconds(cookie.created))
    object["lastAccessed"] = .string(UTCTime.milliseconds(cookie.created))
    object["sameSite"] = cookie.sameSite.map { .string($0.rawValue) }
    return .object(object)
  }

  // MARK: Reading

  static func decode(_ data: Data, at date: Date) throws(CookieFileError) -> [Cookie] {
    guard let list = CookieFile.json(data)?.object?["cookies"]?.array else {
      throw .invalidJSON("the file has no list \"cookies\"")
    }
    var cookies: [Cookie] = []
    for (index, element) in list.enumerated() {
      guard let object = element.object else { throw .invalidJSON("cookies[\(index)] is of the wrong kind") }
      cookies.append(try cookie(object, index, date))
    }
    return cookies
  }

  private static func cookie(_ object: JSONObject, _ index: Int, _ now: Date) throws(CookieFileError) -> Cookie {
    func text(_ key: String) throws(CookieFileError) -> String {
      guard let text = object[key]?.string else { throw .invalidJSON("cookies[\(index)] has no \"\(key)\"") }
      return text
    }
    let created = try date("creation", of: object, index) ?? now
    var cookie = Cookie(
      name: object["key"]?.string ?? "", value: object["value"]?.string ?? "", domain: try text("domain"),
      path: object["path"]?.string ?? "/", expires: try expiry(object, index, created), created: created)
    cookie.isSecure = object["secure"]?.bool ?? false
    cookie.isHTTPOnly = object["httpOnly"]?.bool ?? false
    cookie.isHostOnly = object["hostOnly"]?.bool ?? false
    cookie.sameSite = object["sameSite"]?.string.flatMap { Cookie.SameSite(rawValue: $0.lowercased()) }
    return cookie
  }

  /// `maxAge` counts more than `expires`, as in RFC 6265.
  private static func expiry(
    _ object: JSONObject, _ index: Int, _ created: Date
  ) throws(CookieFileError) -> Date? {
    if let seconds = object["maxAge"]?.number?.double { return created.addingTimeInterval(seconds) }
    if object["maxAge"]?.string == "-Infinity" { return Date(timeIntervalSince1970: 0) }
    return try date("expires", of: object, index)
  }

  /// `nil` for a date that is absent, null or `Infinity`.
  private static func date(
    _ key: String, of object: JSONObject, _ index: Int
  ) throws(CookieFileError) -> Date? {
    guard let value = object[key], value != .null, value.string != "Infinity" else { return nil }
    guard let text = value.string, let date = date(text) else {
      throw .invalidJSON("cookies[\(index)].\(key) is not a date like 2026-01-31T12:00:00.000Z")
    }
    return date
  }

  private static func date(_ text: String) -> Date? {
    guard let (whole, rest) = text.cut(at: "."), rest.endsExactly(with: "Z"),
      let fraction = Double("0.\(rest.dropLast())")
    else { return UTCTime(extended: text)?.date }
    return UTCTime(extended: whole + "Z")?.date.addingTimeInterval(fraction)
  }
}
