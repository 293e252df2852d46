extension Endpoints {
  private static let lastModified = "Thu, 01 Jan 2026 00:00:00 GMT"

  static func cache(_ call: Call) -> MockReply {
    guard call.request.header("If-Modified-Since") == nil, call.request.header("If-None-Match") == nil else {
      return MockReply.empty(304, validators("demo"))
    }
    return with(validators("demo"), echo(call))
  }

  static func cacheFor(_ call: Call) throws -> MockReply {
    let seconds = try call.number("seconds", in: 0...Int(Int32.max))
    return with([Header("Cache-Control", "public, max-age=\(seconds)")], echo(call))
  }

  static func tagged(_ call: Call) throws -> MockReply {
    let tag = try (call.captures["tag"] ?? "").asHeaderValue
    let headers = [Header("ETag", "\"\(tag)\"")]
    if let known = call.request.header("If-None-Match") {
      return names(tag, in: known)
        ? MockReply.empty(304, headers) : with(headers, echo(call))
    }
    if let wanted = call.request.header("If-Match"), !names(tag, in: wanted) {
      throw Refusal(412, "\"If-Match\" does not name the tag \"\(tag)\"")
    }
    return with(headers, echo(call))
  }

  private static func validators(_ tag: String) -> [Header] {
    [Header("Last-Modified", lastModified), Header("ETag", "\"\(tag)\"")]
  }

  private static func with(_ headers: [Header], _ response: MockReply) -> MockReply {
    var response = response
    for header in headers { response.set(header.name, header.value) }
    return response
  }

  /// Returns whether a list of entity tags contains this one, weak or strong.
  private static func names(_ tag: String, in list: String) -> Bool {
    list.split(separator: ",").contains { item in
      let item = item.trimmed
      return item == "*" || item == "\"\(tag)\"" || item == "W/\"\(tag)\"" || item == tag
    }
  }
}
