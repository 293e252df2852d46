package import Foundation
package import RequestModel

/// What all panes read: the collections, the requests under edit, and their answers.
package struct Workspace: Equatable, Sendable {
  package var tree: CollectionTree
  package var isLoaded = false
  package var drafts: [Address: Draft] = [:]
  /// Why a file could not be opened.
  package var problems: [Address: Problem] = [:]
  /// Requests with unsaved edits whose files another program has changed since.
  package var outdated: Set<Address> = []
  /// Rows of the tree without a file: their requests have unsaved edits, or one of them is in sight.
  package internal(set) var rowsWithoutFile: Set<Address> = []
  package var scopes: [Address: RequestContext] = [:]
  /// Requests whose scopes must be read again when they are looked at.
  package var staleScopes: Set<Address> = []
  /// The environment chosen for each collection, by the collection's path; empty where none shall be in force.
  package var chosenEnvironments: [String: String] = [:]
  /// What every collection starts with that has an environment of that name.
  package let preferredEnvironment: String?
  package var live: [Subject: LiveExchange] = [:]
  /// What history has as the last exchange of a request, where nothing was sent in this run.
  package var lastExchanges: [Address: ExchangeSummary] = [:]
  /// What the user looks at.
  package var subject = Subject.nothing
  /// The time of the last wake-up, for the clock of a running exchange.
  package var now = Date(timeIntervalSince1970: 0)
  package var historyCount = 0
  package var clock = Clock(offset: 0)

  package var id: WorkspaceID { WorkspaceID(root: tree.root) }

  package init(root: String, environment: String? = nil) {
    tree = CollectionTree(root: root)
    preferredEnvironment = environment
  }

  /// The environment in force for what is shown: the one chosen, the preferred one, else the collection's first.
  package var environment: String? {
    guard let scope else { return nil }
    let names = scope.environments.map(\.name)
    if let chosen = chosenEnvironments[scope.collection], chosen.isEmpty || names.contains(chosen) {
      return chosen.isEmpty ? nil : chosen
    }
    return names.first { $0 == preferredEnvironment } ?? names.first
  }

  /// The request that the panes show: a draft, or the one of a past exchange.
  package var request: SavedRequest? {
    switch subject {
    case .request(let address): drafts[address]?.current
    case .past: exchange?.request
    case .folder, .nothing: nil
    }
  }

  /// The last exchange of the shown request, as long as it is only in history.
  package var lastExchange: ExchangeSummary? {
    guard exchange == nil, case .request(let address) = subject else { return nil }
    return lastExchanges[address]
  }

  package var draft: Draft? { if case .request(let address) = subject { drafts[address] } else { nil } }
  package var exchange: LiveExchange? { live[subject] }

  package var scope: RequestContext? {
    switch subject {
    case .request(let address): scopes[address]
    case .past: exchange?.origin.flatMap { scopes[$0.address] }
    case .folder(let address): neighbour(of: address).flatMap { scopes[$0] }
    case .nothing: nil
    }
  }

  /// A request that was read whose collection is that of a folder: all of a collection have the same environments.
  func neighbour(of folder: Address) -> Address? {
    scopes.filter { (tree.root + "/" + folder.path + "/").startsExactly(with: $0.value.collection + "/") }
      .max { ($0.value.collection.utf8.count, $0.key) < ($1.value.collection.utf8.count, $1.key) }?.key
  }

  package var unsaved: [Address] { drafts.filter { $0.value.isUnsaved }.map(\.key).sorted() }
  package var isAnythingRunning: Bool { live.values.contains { $0.isRunning } }

  /// The address itself where it has a row, else the nearest folder above it that has one.
  func nearest(_ address: Address) -> Address? {
    var address = address
    while !address.path.isEmpty, node(address) == nil { address = address.parent }
    return address.path.isEmpty ? nil : address
  }

  package func node(_ address: Address) -> CollectionNode? { tree.nodes.first { $0.address == address } }

  /// The title of a request for the line at the top: its folders, then its name.
  package func breadcrumbs(of address: Address) -> [String] {
    var path = Address("")
    return address.components.map { component in
      path = path.appending(String(component))
      return node(path)?.title ?? path.stem
    }
  }

  /// Follows a file or folder to its new place, with the edits and answers of everything in it.
  package mutating func moved(from old: Address, to new: Address) {
    func place(_ address: Address) -> Address {
      guard address.isInside(old) else { return address }
      return Address(new.path + String(Substring(address.path.utf8.dropFirst(old.path.utf8.count))))
    }
    drafts = Dictionary(drafts.map { (place($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    lastExchanges = Dictionary(
      lastExchanges.map { (place($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    outdated = Set(outdated.map(place))
    scopes = scopes.filter { !$0.key.isInside(old) }
    live = Dictionary(
      live.map { subject, exchange in
        guard case .request(let address) = subject else { return (subject, exchange) }
        return (.request(place(address)), exchange)
      }, uniquingKeysWith: { first, _ in first })
    switch subject {
    case .request(let address): subject = .request(place(address))
    case .folder(let address): subject = .folder(place(address))
    case .past, .nothing: break
    }
  }
}
