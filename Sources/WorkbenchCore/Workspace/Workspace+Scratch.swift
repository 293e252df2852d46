// New requests without a file. Each is a draft at an address that no file can have, with a row of its own in the tree.
extension Workspace {
  /// The URL of a new request if the collection defines the variable.
  private static let newURL = (text: TypedURL.start, variable: "base")

  /// Whether the tree has no files, at most new requests.
  var isWithoutFiles: Bool { tree.nodes.allSatisfy { $0.address.isScratch } }

  var whyNotSavedYet: String { "It has no file yet: {request.save} saves it" }

  // MARK: Opening

  /// Opens an empty request with the cursor in its URL.
  mutating func newRequest(in folder: Address) -> [PaneOutput] {
    let hasBase = scope(for: folder)?.defines(Self.newURL.variable) == true
    let address = insert(SavedRequest(url: hasBase ? Self.newURL.text : ""), in: folder, isBlank: true)
    return [.reveal(address), .focus(.request), .request(.showNew(isEmpty: true))]
  }

  /// Opens requests that came from elsewhere as tabs, and shows the first.
  ///
  /// - Parameter secrets: Their variables whose values were stored for them.
  mutating func newRequests(
    _ requests: [SavedRequest], in folder: Address, secrets: [String] = []
  ) -> [PaneOutput] {
    let created = requests.map { request in
      insert(request, in: folder, isBlank: false)
    }
    guard let first = created.first else { return [] }
    noteChange(.created(created))
    let kept = created.flatMap { address in
      let own = items[address].draft?.current.ownSecrets ?? []
      return keep(address) + notePasted(own.filter(secrets.contains), address) + [.tell(TabRequest.keep(address))]
    }
    return kept + [.reveal(first), .focus(.request), .request(.showNew(isEmpty: false))]
  }

  /// Opens pasted requests, in a folder that they may have nothing to do with.
  mutating func pastedRequests(
    _ requests: [SavedRequest], in folder: Address, secrets: [String] = []
  ) -> [PaneOutput] {
    newRequests(requests.map { withoutInheritedCredentials($0, in: folder) }, in: folder, secrets: secrets)
  }

  /// The request without what a folder would add to it, if it has a host of its own.
  func withoutInheritedCredentials(_ request: SavedRequest, in folder: Address) -> SavedRequest {
    let hasHost = !request.url.startsExactly(with: "{{") || request.url.startsExactly(with: "{{$")
    guard hasHost else { return request }
    // Only a file of this very folder inherits the same.
    let known = items.addresses { $0.scope != nil && !$0.isScopeStale }.first { $0.parent == folder }
      .flatMap { items[$0].scope }
    var request = request
    let mayInherit = known?.folders.contains { $0.auth != nil } ?? true
    if request.auth == nil, mayInherit { request.auth = RequestAuth.none }
    let names = known?.folders.flatMap(\.headers).filter { !$0.isOff }.map(\.name) ?? []
    if !names.isEmpty { request.options.omittedHeaders += names }
    return request
  }

  /// Opens the request of the shown exchange of history as a new one, in the folder that it was sent from.
  mutating func copyPast() -> [PaneOutput] {
    guard whyNothingToCopy == nil, let request else { return [] }
    guard let origin = exchange?.origin, origin.root == id.root else {
      return pastedRequests([request], in: Address(""))
    }
    return newRequests([request], in: nearest(origin.address.parent) ?? Address(""))
  }

  var whyNothingToCopy: String? {
    guard case .past = subject else { return "Select an exchange first" }
    return request == nil ? "Still loading from history" : nil
  }

  /// Opens the first request of a folder that was opened without any file.
  mutating func beginIfEmpty() -> [PaneOutput] {
    guard beginsEmpty, items[settingsFile(of: Address(""))].scope != nil else { return [] }
    beginsEmpty = false
    return subject == .nothing && tree.nodes.isEmpty ? newRequest(in: Address("")) : []
  }

  private mutating func insert(_ request: SavedRequest, in folder: Address, isBlank: Bool) -> Address {
    var request = request
    let id = RequestID.random(using: &identifiers)
    request.id = id
    let address = Address.scratch(id, in: folder)
    let scope = scope(for: folder)
    items[address].draft = EditedFile(new: request, isBlank: isBlank)
    items[address].scope = scope
    // The folder may have settings that the known context does not have.
    items[address].isScopeStale = true
    items[address].isRowWithoutFile = true
    items[address].newIndex = nextNewIndex
    insertRow(address)
    return address
  }

  /// After all others; those of earlier runs without a tab count as 0.
  private var nextNewIndex: Int {
    max(0, items.addresses { $0.newIndex != nil }.compactMap { items[$0].newIndex }.max() ?? 0) + 1
  }

  /// The known context of a folder.
  private func scope(for folder: Address) -> RequestContext? {
    items[settingsFile(of: folder)].scope ?? scope(near: folder)
  }

  // MARK: The row

  /// Shows an edited new request in its row.
  mutating func updateRow(ofNew address: Address) {
    guard address.isScratch, let request = items[address].draft?.current.request,
      let index = tree.nodes.firstIndex(where: { $0.address == address })
    else { return }
    let node = CollectionNode(request, at: address, depth: tree.nodes[index].depth, title: request.titleOfNew)
    if tree.nodes[index] != node { tree.nodes[index] = node }
  }

  // MARK: History

  /// Keeps the exchange that was sent from a row of history under the row of its own.
  mutating func moveExchange(from old: ExchangeID, to new: ExchangeID) {
    guard let live = items[.past(old)].live, live.id == new else { return }
    items[.past(new)].live = live
    items[.past(old)].live = nil
  }
}

extension SavedRequest {
  /// The title of a request that has no file: its name, else its URL without its scheme, user, password and query, or its
  /// command line.
  var titleOfNew: String {
    if let name { return name }
    let path = String(url.prefix { $0 != "?" })
    let host = path.schemeMark?.upperBound ?? path.startIndex
    let whole = String(path[..<host]) + path[host...].withoutLogin
    let address = ["https://", "http://", "{{base}}/"].reduce(whole) { $0.removingExactly(prefix: $1) ?? $0 }
    let rest = kind == .program ? commandLine : address
    return rest.isEmpty ? "New request" : rest
  }

  /// A name for a file: the words of the path, else those of the host. Lists show the method beside it.
  var suggestedName: String {
    let parts = kind == .program ? partsOfCommandLine : partsOfURL
    let words = parts.flatMap { $0.split { !$0.isLetter && !$0.isNumber && !"-_.".contains($0) } }
    let name = words.joined(separator: " ")
    return words.isEmpty ? "New request" : String(name.prefix(60)).trimmingBlanks
  }

  /// The words of the command line without options and values, which may be secrets.
  private var partsOfCommandLine: [Substring] {
    commandLine.split(separator: " ").filter { $0.first != "-" && !$0.contains("=") }
  }

  private var partsOfURL: [Substring] {
    let address = String(url.prefix { $0 != "?" && $0 != "#" })
    let scheme = address.schemeMark
    let parts = address[(scheme?.upperBound ?? address.startIndex)...].withoutLogin.split(separator: "/")
    return parts.count > 1 ? Array(parts.dropFirst()) : parts
  }
}

extension Substring {
  /// An address that begins with its host, without the user and the password, which are no part of a name.
  fileprivate var withoutLogin: String {
    let host = prefix { $0 != "/" }
    return String(host.lastIndex(of: "@").map { self[index(after: $0)...] } ?? self)
  }
}
