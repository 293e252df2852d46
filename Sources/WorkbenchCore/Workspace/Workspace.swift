package import Foundation
package import RequestModel

/// One open folder: its collections, the requests under edit, and their responses. All panes read it.
package struct Workspace: Equatable, Sendable {
  package internal(set) var tree: CollectionTree { didSet { treeRevision += 1 } }
  /// Counts the changes of the tree, so that its rows are worked out again after one.
  package private(set) var treeRevision = 0
  package var isLoaded = false
  package var drafts: [Address: EditedRequest] = [:]
  /// Why a file could not be opened.
  package var problems: [Address: Problem] = [:]
  /// Requests with unsaved edits whose files another program has changed since.
  package var outdated: Set<Address> = []
  /// Rows of the tree without a file: their requests have unsaved edits, or one of them is in sight.
  package internal(set) var rowsWithoutFile: Set<Address> = []
  package var scopes: [Address: RequestContext] = [:]
  /// Requests whose scopes must be read again when they are looked at.
  package var staleScopes: Set<Address> = []
  /// The environment chosen for each collection, by the collection's path; an empty name is none.
  package var chosenEnvironments: [String: String] = [:]
  /// The environment that collections start with if they have one of that name.
  package let preferredEnvironment: String?
  package var live: [Subject: LiveExchange] = [:]
  /// The last exchange in history of requests that were not sent in this run.
  package var lastExchanges: [Address: ExchangeSummary] = [:]
  /// What is in sight.
  package var subject = Subject.nothing
  /// The time of the last wake-up, for the clock of a running exchange.
  package var now = Date(timeIntervalSince1970: 0)
  /// The text field of the request form that is open.
  package var openField: OpenText?
  /// What was deleted and can be brought back, the newest last.
  package internal(set) var trash: [TrashID] = []
  /// A request that was to be sent before its file was read.
  var sendsWhenRead: Address?
  /// Quit as soon as these are saved.
  var quitsWhenSaved: Set<Address> = []
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

  package var draft: EditedRequest? { if case .request(let address) = subject { drafts[address] } else { nil } }
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

  /// Whether a request has unsaved edits, those of an open text field included.
  package func hasEdits(_ address: Address) -> Bool {
    guard let draft = drafts[address] else { return false }
    guard !draft.isUnsaved, let openField, openField.address == address else { return draft.isUnsaved }
    return openField.text != openField.target.content(in: draft.current)
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

  /// Follows a file or folder to its new place, with the edits and responses of everything in it.
  package mutating func moved(from old: Address, to new: Address) {
    func place(_ address: Address) -> Address { address.moved(from: old, to: new) }
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

extension Address {
  /// The address after a file or folder has moved.
  func moved(from old: Address, to new: Address) -> Address {
    guard isInside(old) else { return self }
    return Address(new.path + String(Substring(path.utf8.dropFirst(old.path.utf8.count))))
  }
}

/// What is typed into an open text field of the request form.
package struct OpenText: Equatable, Sendable {
  package var address: Address
  package var target: EditTarget
  package var text: String
}
