package import Foundation
package import RequestModel

/// What all panes read: the collections, the requests under edit, and their answers.
package struct Library: Equatable, Sendable {
  package var tree: CollectionTree
  package var isLoaded = false
  package var drafts: [Address: Draft] = [:]
  /// Why a file could not be opened.
  package var problems: [Address: Problem] = [:]
  package var scopes: [Address: RequestScope] = [:]
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

  package var scope: RequestScope? {
    switch subject {
    case .request(let address): scopes[address]
    case .past: exchange?.origin.flatMap { scopes[$0.address] }
    case .folder(let address):
      // A collection's requests have the same environments: any of them that was read knows the folder's.
      scopes.filter { (tree.root + "/" + address.path + "/").hasPrefix($0.value.collection + "/") }
        .max { ($0.value.collection.utf8.count, $0.key) < ($1.value.collection.utf8.count, $1.key) }?.value
    case .nothing: nil
    }
  }

  package var unsaved: [Address] { drafts.filter { $0.value.isUnsaved }.map(\.key).sorted() }
  package var isAnythingRunning: Bool { live.values.contains { $0.isRunning } }

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
      return Address(new.path + address.path.dropFirst(old.path.count))
    }
    drafts = Dictionary(drafts.map { (place($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    lastExchanges = Dictionary(
      lastExchanges.map { (place($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
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
