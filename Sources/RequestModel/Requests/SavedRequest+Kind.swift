extension SavedRequest {
  /// Stands for a method where requests are listed and chosen: a WebSocket has none.
  package static let webSocketMethod = "WS"
  /// The same of a program.
  package static let programMethod = "STDIO"

  /// The method as lists show it.
  package var shownMethod: String { kind.listedMethod ?? method }

  /// The tabs of its form. Few responses are streams to test, so an HTTP request has the tab of steps if it has steps.
  package var formTabs: [FormTab] {
    let tabs = kind.formTabs
    guard kind == .http, document["steps"]?.array?.isEmpty == false else { return tabs }
    return tabs + [.steps]
  }

  /// Sets the method. The one of WebSockets, and any other after it, changes the kind.
  package mutating func choose(method: String) {
    guard method.uppercased() != Self.webSocketMethod else { return become(.webSocket) }
    if kind.listedMethod != nil { become(.http) }
    self.method = method
  }

  /// Changes the kind if the scheme of a URL that was typed or pasted asks for it.
  ///
  /// - Parameter former: The URL before.
  package mutating func followScheme(after former: String) {
    let implied = RequestKind.implied(by: url)
    if implied != .standard { return become(implied) }
    // A WebSocket may have an HTTP URL, which is then typed over another one. A program cannot.
    let isLeft = kind == .program || kind != .standard && RequestKind.implied(by: former) == kind
    if isLeft, url.trimmingWhitespace.isHTTP { become(.http) }
  }

  /// Gives the URL of a WebSocket that became an HTTP request the scheme of one.
  package mutating func followKind() {
    guard kind == .http, RequestKind.hasWebSocketScheme(url) else { return }
    url = "http" + String(url.trimmingWhitespace.dropFirst(2))
    document["kind"] = nil
  }

  /// Changes the kind. Only HTTP has a method; members that are the user's work are kept.
  private mutating func become(_ kind: RequestKind) {
    guard kind != self.kind || kind != .standard && document["kind"] == nil else { return }
    let place = document.members.firstIndex { ["kind", "method", "url"].contains($0.key.value) } ?? 0
    document["kind"] = nil
    if kind.listedMethod != nil { document["method"] = nil }
    guard kind != RequestKind.standard || RequestKind.implied(by: url) != .standard else { return }
    let member = JSONMember(key: JSONString("kind"), value: .string(kind.name))
    document.members.insert(member, at: min(place, document.members.count))
  }

  /// The members that belong to other kinds, and are not sent.
  package var unusedMembers: [String] {
    let own = Set(kind.fields.map(\.name))
    return RequestKind.allFields.map(\.name).filter { name in
      guard name != "kind", !own.contains(name), let value = document[name], value != .null else { return false }
      // A handshake is one.
      return name != "method" || value != "GET"
    }
  }

  /// Says which members are not sent; `nil` if all are.
  package var unusedSentence: String? {
    let names = unusedMembers.map { "\"\($0)\"" }
    guard !names.isEmpty else { return nil }
    return "\(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") not used: the kind is \(kind.name)"
  }
}

extension String {
  fileprivate var isHTTP: Bool {
    let start = prefix(8).lowercased()
    return start.startsExactly(with: "http://") || start.startsExactly(with: "https://")
  }
}
