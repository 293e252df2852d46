// Which of the auth and a written header of its name is sent.
extension RequestAssembly {
  /// Chooses between the auth and a written header of its name: the nearer one, and the header if both are in the same
  /// place.
  ///
  /// - Parameter headers: Loses an inherited header that is farther away than the auth.
  /// - Returns: The fields of the auth; `nil` if it adds nothing.
  mutating func authValues(beside headers: inout [Header]) -> FieldValues? {
    let kind = auth.kind
    guard let values = complete(values(of: auth), kind) else { return nil }
    guard let name = kind.headerName(values), let header = layer(ofHeader: name), let own = authLayer else {
      return values
    }
    if header < own {
      headers.removeAll { $0.name.lowercased() == name.lowercased() }
      return values
    }
    let sentence = "The \(name) header of \(title(ofLayer: header)) is sent in place of \(authTitle(ofLayer: own))"
    replacedAuth = sentence
    // A nearer header is meant to override the auth of a folder.
    if header == own { warnings.append(sentence) }
    // Its token would be fetched for nothing.
    return kind == .oauth2 ? nil : values
  }

  // MARK: Layers

  /// The index of the nearest folder with the header, or the number of folders for the request; `nil` if it is not sent.
  private func layer(ofHeader name: String) -> Int? {
    func has(_ rows: [Parameter]) -> Bool { rows.contains { !$0.isOff && $0.name.lowercased() == name.lowercased() } }
    if has(request.headers) { return folders.count }
    return omittedHeaders.contains(name) ? nil : folders.lastIndex { has($0.headers) }
  }

  private var authLayer: Int? { request.auth == nil ? folders.lastIndex { $0.auth != nil } : folders.count }

  private func authTitle(ofLayer layer: Int) -> String {
    layer == folders.count ? "the request's auth" : "the auth of \(title(ofLayer: layer))"
  }

  /// `collection.json`, `orders/folder.json`
  private func title(ofLayer layer: Int) -> String {
    guard layer < folders.count else { return "the request" }
    guard let path = folders[layer].path else { return "a folder" }
    let top = folders[...layer].last(where: \.isTop)?.folder ?? Address(path).parent.path
    return path.removingExactly(prefix: top + "/") ?? path
  }
}

extension AuthKind {
  /// The header that has the credentials; `nil` if they are sent elsewhere, or once the server asks for them.
  fileprivate func headerName(_ values: FieldValues) -> String? {
    let isInHeader: Bool
    switch self {
    case .basic, .bearer, .hawk, .edgeGrid, .asap: isInHeader = true
    case .awsV4: isInHeader = !values.flag("addAuthDataToQuery")
    case .oauth1: isInHeader = values["in"] != "query" && values["in"] != "body"
    case .jwt: isInHeader = values["addTokenTo"] != "query"
    case .oauth2: isInHeader = values["addTokenTo"] != "queryParams"
    case .header: return values["name"]
    case .apiKey: return values["in"] == "query" || values["in"] == "cookie" ? nil : values["key"]
    default: isInHeader = false
    }
    return isInHeader ? "Authorization" : nil
  }
}
