/// Settings inherited from the folders above a request, for formats in which each request lists all of its settings.
struct InheritedSettings {
  private(set) var headers: [JSONValue] = []
  private(set) var auth: JSONObject?
  private(set) var options = JSONObject()

  /// The settings inherited by the items of a folder with these settings.
  func below(_ settings: JSONObject) -> InheritedSettings {
    var result = self
    result.headers = Self.merged(headers, settings["headers"]?.array ?? [])
    result.auth = settings["auth"]?.object ?? auth
    result.options = Self.merged(options, settings["options"]?.object ?? JSONObject())
    return result
  }

  /// The headers of a request with these in front of its own; an own one replaces those of its name.
  func headers(with own: [JSONValue]) -> [JSONValue] { Self.merged(headers, own) }

  /// The auth of a request; `nil` for none.
  func auth(with own: JSONObject?) -> JSONObject? {
    guard let auth = own ?? auth, auth["none"] == nil else { return nil }
    return auth
  }

  func options(with own: JSONObject?) -> JSONObject { Self.merged(options, own ?? JSONObject()) }

  static func merged(_ outer: [JSONValue], _ inner: [JSONValue]) -> [JSONValue] {
    let names = Set(inner.compactMap { $0.object?.text("name")?.lowercased() })
    return outer.filter { !names.contains($0.object?.text("name")?.lowercased() ?? "") } + inner
  }

  static func merged(_ outer: JSONObject, _ inner: JSONObject) -> JSONObject {
    var result = outer
    for member in inner.members { result[member.key.value] = member.value }
    return result
  }
}

/// Rows of tables.
extension JSONValue {
  var sentRows: [JSONObject] { objects.filter { !$0.flag("off") } }
}
