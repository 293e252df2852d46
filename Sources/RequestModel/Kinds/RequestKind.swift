/// The kind of a stored request. Determines the members of the file, the form tabs, the exchange and the response tabs.
///
/// To add a kind, add a file to this folder and a line to `all`.
package struct RequestKind: Hashable, Sendable {
  package static let all: [RequestKind] = [.http, .webSocket, .program]
  /// The kind of a file without a `kind`, unless its URL is that of another one.
  package static let standard = RequestKind.http

  /// The value of `kind` in the file.
  package let name: String
  package let title: String
  /// A sentence for the schema and the reference.
  package let summary: String
  /// The members of its files besides `kind`.
  package let fields: [Field]
  package let formTabs: [FormTab]
  /// The names of the response tabs; `nil` for all except those that belong to other kinds.
  package let responseTabs: [String]?
  /// How exchanges of the kind are carried.
  package let carrier: Carrier

  package init(
    _ name: String, _ title: String, _ summary: String, fields: [Field], formTabs: [FormTab],
    responseTabs: [String]? = nil, carrier: Carrier = .http
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.fields = fields
    self.formTabs = formTabs
    self.responseTabs = responseTabs
    self.carrier = carrier
  }

  /// Carries the exchanges of a kind.
  package enum Carrier: Sendable {
    /// One request over HTTP and its response, with redirects.
    case http
    /// A WebSocket, which the engine connects as it sends requests.
    case webSocket
    /// A program that the engine runs for one call of JSON-RPC.
    case program
    /// A connection that takes input while it is open.
    case channel(@Sendable (ChannelRequest) throws(Failure) -> any ExchangeChannel)
  }

  /// Whether its exchanges take messages while they run.
  package var takesMessages: Bool {
    switch carrier {
    case .http, .program: false
    case .webSocket, .channel: true
    }
  }

  /// Whether a response of this status opens a connection for messages. A server that refuses one sends another status.
  package func isOpened(by status: Int?) -> Bool {
    guard let status else { return false }
    return switch carrier {
    case .http, .program: false
    case .webSocket: status == 101
    case .channel: status == 101 || 200..<300 ~= status
    }
  }

  /// Stands for a method in lists; `nil` if its requests have a method.
  package var listedMethod: String? {
    switch carrier {
    case .http: nil
    case .webSocket: SavedRequest.webSocketMethod
    case .program: SavedRequest.programMethod
    case .channel: title.uppercased()
    }
  }

  /// The title in a sentence: `a WebSocket`.
  package var titleWithArticle: String { (title.first.map { "AEIOU".contains($0) } == true ? "an " : "a ") + title }

  /// A request of the kind in a sentence: `an HTTP request`, `a WebSocket`.
  package var requestWithArticle: String { self == .http ? "an HTTP request" : titleWithArticle }

  package static func named(_ name: String) -> RequestKind? { all.first { $0.name == name } }

  package static func == (a: RequestKind, b: RequestKind) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The members of all kinds without duplicates, and `kind` itself.
  package static let allFields: [Field] = all.flatMap(\.fields).reduce(into: [.kind]) { fields, field in
    if !fields.contains(where: { $0.name == field.name }) { fields.append(field) }
  }
}

/// A tab of the request form and its members.
package struct FormTab: Hashable, Sendable {
  package let name: String
  package let title: String
  package let fields: [Field]

  package static func == (a: FormTab, b: FormTab) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FormTab {
  package static let params = FormTab(name: "params", title: "Params", fields: [.path, .query])
  package static let headers = FormTab(name: "headers", title: "Headers", fields: [.headers])
  package static let body = FormTab(name: "body", title: "Body", fields: [.body])
  package static let auth = FormTab(name: "auth", title: "Auth", fields: [.auth])
  package static let options = FormTab(name: "options", title: "Options", fields: [.options])
  package static let scripts = FormTab(name: "scripts", title: "Scripts", fields: [.scripts])
  package static let checks = FormTab(name: "checks", title: "Checks", fields: [.checks, .captures])
  package static let docs = FormTab(name: "docs", title: "Docs", fields: [.docs])
}
