package import Foundation
package import RequestModel

/// An open folder: its collections, edited requests and their responses, read by all panes.
package struct Workspace: Equatable, Sendable {
  package internal(set) var tree: CollectionTree {
    didSet {
      treeRevision += 1
      index = TreeIndex()
      collections = Set(tree.nodes.lazy.filter { $0.kind == .folder(isCollection: true) }.map(\.address))
    }
  }
  private var index = TreeIndex()
  /// The folders below the root that are collections.
  private var collections: Set<Address> = []
  /// The number of changes to the tree, a key for its rows.
  package private(set) var treeRevision = 0
  package var isLoaded = false
  package var drafts: [Address: EditedFile] = [:]
  /// Why a file could not be opened.
  package var problems: [Address: Problem] = [:]
  /// Requests with unsaved edits whose files have changed since.
  package var outdated: Set<Address> = []
  /// Rows without a file, kept for requests that are shown or have unsaved edits.
  package internal(set) var rowsWithoutFile: Set<Address> = []
  package var scopes: [Address: RequestContext] = [:]
  /// Requests whose context must be reloaded when next shown.
  package var staleScopes: Set<Address> = []
  /// The environment chosen for each collection, by the collection's path. An empty name means none.
  package var chosenEnvironments: [String: String] = [:]
  /// The initial environment of collections that have one of that name.
  package let preferredEnvironment: String?
  /// Whether each request is shown with its documentation first.
  package var opensDocs = false
  package var live: [Subject: LiveExchange] = [:]
  package var tokens: [Subject: RequestToken] = [:]
  /// What was shown before each request that is being sent, for those of which nothing is sent in the end.
  var replaced: [ExchangeID: LiveExchange] = [:]
  /// The subjects of jobs that were not sent, as the user is asked first.
  var asked: [ExchangeID: Subject] = [:]
  /// The last exchange of requests not sent in this run.
  package var lastExchanges: [Address: ExchangeSummary] = [:]
  /// The shown subject.
  package var subject = Subject.nothing
  /// The time of the last wake-up, for the clocks of running exchanges.
  package var now = Date(timeIntervalSince1970: 0)
  /// The open text field of the request form.
  package var openField: OpenText?
  /// Deleted files that can be restored, and imports that can be undone; the newest last.
  package internal(set) var trash: [TrashID] = []
  /// What was pasted last, until something is deleted or imported.
  package internal(set) var created: [Address] = []
  /// A request whose URL is edited once its file has been read.
  var newRequest: Address?
  /// A request to send once its file has been read.
  var sendsWhenRead: Address?
  /// The request that was sent last.
  var lastSent: Address?
  /// Requests to save before quitting.
  var quitsWhenSaved: Set<Address> = []
  package var clock = Clock(offset: 0)
  /// Generates exchange identifiers from the seed.
  var identifiers = SplitMix64(seed: 0)
  /// The formats of exports.
  var exportFormats: [ExportChoice] = []
  package internal(set) var settings = Settings()
  /// The keys of commands, which texts name.
  package internal(set) var keys = KeyMap.standard
  /// What the user used here, for ranking.
  package internal(set) var uses = UseTable()
  /// The state of the features.
  package internal(set) var features = Features()
  /// What the fetch of a base is doing.
  var baseFetch: String?
  /// What is known of the values of secret variables.
  package internal(set) var secrets: [SecretPlace: SecretState] = [:]
  /// What responses and scripts set in memory.
  var session = SessionValues()
  /// What templates find, for the highlights and explanations of the forms.
  package private(set) var variables = Derived<VisibleVariables.Key, VisibleVariables>(
    VisibleVariables(VisibleVariables.Key(context: nil, environment: nil)))

  /// What keeps the shown request from being sent.
  package private(set) var missing = Derived<MissingValues.Key, MissingValues>(MissingValues())

  package var id: WorkspaceID { WorkspaceID(root: tree.root) }

  package init(root: String, environment: String? = nil) {
    tree = CollectionTree(root: root)
    preferredEnvironment = environment
  }

  /// The current environment: the chosen one, else the preferred one, else the collection's first.
  package var environment: String? {
    scope.flatMap(environment)
  }

  func environment(in scope: RequestContext) -> String? {
    let names = scope.environments.map(\.name)
    if let chosen = chosenEnvironments[scope.collection], chosen.isEmpty || names.contains(chosen) {
      return chosen.isEmpty ? nil : chosen
    }
    return names.first { $0 == preferredEnvironment } ?? names.first
  }

  /// Builds `variables` anew where what is shown has others.
  mutating func updateVariables() {
    let key = VisibleVariables.Key(
      context: scope, environment: shownEnvironment, session: session, root: tree.root,
      own: self.request?.variables ?? [])
    variables.update(for: key) { VisibleVariables(key) }
    let request = MissingValues.Key(request: request, variables: variables.value)
    missing.update(for: request) { MissingValues(request) }
  }

  /// The environment whose values the form shows.
  private var shownEnvironment: String? {
    if case .environment(let address) = subject { return address.stem }
    return environment
  }

  /// The shown request: an edited one, or that of an exchange from history.
  package var request: SavedRequest? {
    switch subject {
    case .request(let address): drafts[address]?.current.request
    case .past: exchange?.request
    case .folder, .environment, .globals, .nothing: nil
    }
  }

  /// The last exchange of the shown request, until it is loaded from history.
  package var lastExchange: ExchangeSummary? {
    guard exchange == nil, case .request(let address) = subject else { return nil }
    return lastExchanges[address]
  }

  /// The file that the form shows: that of a request, or the settings of a folder.
  package var shownFile: Address? {
    switch subject {
    case .request(let address), .environment(let address), .globals(let address, _): address
    case .folder(let folder): settingsFile(of: folder)
    case .past, .nothing: nil
    }
  }

  /// The file in the form: an edited one, or the request of a past exchange.
  package var file: SavedFile? { shownFile == nil ? request.map(SavedFile.request) : draft?.current }

  package var draft: EditedFile? { shownFile.flatMap { drafts[$0] } }
  package var exchange: LiveExchange? { live[subject] }

  package var scope: RequestContext? {
    switch subject {
    case .request(let address): scopes[address]
    case .past: exchange?.origin.flatMap { scopes[$0.address] }
    case .folder(let address): (scopes[settingsFile(of: address)] ?? neighbour(of: address).flatMap { scopes[$0] })
    case .environment(let address): scopes[address] ?? neighbour(of: address.parent.parent).flatMap { scopes[$0] }
    case .globals(_, let collection): member(of: collection).flatMap { scopes[$0] }
    // In an empty folder, a first request would be in the root.
    case .nothing: tree.nodes.isEmpty ? scopes[settingsFile(of: Address(""))] : nil
    }
  }

  /// A file of the collection whose context is known.
  func member(of collection: String) -> Address? {
    scopes.keys.filter { scopes[$0]?.collection == collection }.min()
  }

  /// A loaded request in the same collection as `folder`, which has the same environments.
  func neighbour(of folder: Address) -> Address? {
    scopes.filter { (tree.root + "/" + folder.path + "/").startsExactly(with: $0.value.collection + "/") }
      .max { ($0.value.collection.utf8.count, $0.key) < ($1.value.collection.utf8.count, $1.key) }?.key
  }

  /// Whether a request has unsaved edits, including an open text field.
  package func hasEdits(_ address: Address) -> Bool {
    guard let draft = drafts[address] else { return false }
    guard !draft.isUnsaved, let openField, openField.address == address else { return draft.isUnsaved }
    return openField.isChanged
  }

  package var unsaved: [Address] { drafts.filter { $0.value.isUnsaved }.map(\.key).sorted() }
  package var isAnythingRunning: Bool { live.values.contains { $0.isRunning } }

  /// The address if it has a row, else the nearest parent folder with one.
  func nearest(_ address: Address) -> Address? {
    var address = address
    while !address.path.isEmpty, node(address) == nil { address = address.parent }
    return address.path.isEmpty ? nil : address
  }

  package func node(_ address: Address) -> CollectionNode? {
    index.row(of: address, in: tree.nodes).map { tree.nodes[$0] }
  }

  /// The file that has, or will have, the settings of a folder.
  package func settingsFile(of folder: Address) -> Address {
    let isCollection = folder.path.isEmpty ? tree.isCollection : collections.contains(folder)
    return folder.appending(isCollection ? "collection.json" : "folder.json")
  }

  /// The title of a file, for messages.
  package func title(of file: Address) -> String {
    switch drafts[file]?.current.role {
    case .folder, .collection: folderTitle(file.parent)
    case .environment: "environment \(file.stem)"
    case .workspace: file.name
    case .request, nil: node(file)?.title ?? file.stem
    }
  }

  func folderTitle(_ folder: Address) -> String {
    if let title = node(folder)?.title { return title }
    return folder.path.isEmpty ? Address(tree.root).name : folder.name
  }

  /// The titles of a request's folders and its own, for the header.
  package func breadcrumbs(of address: Address) -> [String] {
    var path = Address("")
    return address.components.map { component in
      path = path.appending(String(component))
      return node(path)?.title ?? path.stem
    }
  }
}

/// An open field of the form.
package struct OpenText: Equatable, Sendable {
  package var address: Address
  package var target: EditTarget
  /// Whether the text differs from the one that was opened.
  package var isChanged: Bool
}
