/// How a stored request proves who sends it. One key of the file's `auth` object says the kind.
package enum RequestAuth: Equatable, Hashable, Sendable {
  /// Sends nothing, even where the folder above has credentials.
  case none
  case basic(username: String, password: String)
  case bearer(token: String)
  /// A header of the API's own: `X-Api-Key: …`.
  case header(name: String, value: String)

  package enum Kind: String, CaseIterable, Sendable {
    case none, basic, bearer, header
  }

  package var kind: Kind {
    switch self {
    case .none: .none
    case .basic: .basic
    case .bearer: .bearer
    case .header: .header
    }
  }
}

extension RequestAuth {
  static func read(_ reader: ObjectReader) throws(DocumentError) -> RequestAuth? {
    guard let key = reader.object.keys.first(where: { Kind(rawValue: $0) != nil }), let kind = Kind(rawValue: key)
    else {
      guard let unknown = reader.object.keys.first else { return nil }
      let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw DocumentError("\"auth\" has no kind we know: \"\(unknown)\" is none of \(known)", at: reader.path)
    }
    let kinds = reader.object.keys.filter { Kind(rawValue: $0) != nil }
    guard kinds.count == 1 else {
      let names = kinds.map { "\"\($0)\"" }.joined(separator: " and ")
      throw DocumentError("\"auth\" has \(names): only one kind can be sent", at: reader.path)
    }
    if kind == .none { return RequestAuth.none }
    guard let content = try reader.object(key) else {
      throw DocumentError("\"\(key)\" is not an object", at: reader.path.appending(key))
    }
    return switch kind {
    case .none: RequestAuth.none
    case .basic:
      .basic(username: try content.string("username") ?? "", password: try content.string("password") ?? "")
    case .bearer: .bearer(token: try content.string("token") ?? "")
    case .header: .header(name: try content.string("name") ?? "", value: try content.string("value") ?? "")
    }
  }

  /// Writes these credentials into the file's `auth` object; members of a kind that we do not know stay.
  func write(to object: inout JSONObject) {
    for kind in Kind.allCases where kind != self.kind { object[kind.rawValue] = nil }
    var content = object[kind.rawValue]?.object ?? JSONObject()
    switch self {
    case .none: break
    case .basic(let username, let password):
      content["username"] = .string(username)
      content["password"] = .string(password)
    case .bearer(let token): content["token"] = .string(token)
    case .header(let name, let value):
      content["name"] = .string(name)
      content["value"] = .string(value)
    }
    object[kind.rawValue] = .object(content)
  }
}
