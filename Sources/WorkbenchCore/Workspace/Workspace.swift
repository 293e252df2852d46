package import Foundation

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
  /// The files that were new in the shown tree, unless it is the first.
  var arrived: Set<Address> = []
  /// Everything that is kept for files, folders and exchanges.
  package internal(set) var items = OpenItems()
  /// The environment chosen for each collection, by the collection's path. An empty name means none.
  package var chosenEnvironments: [String: String] = [:]
  /// The initial environment of collections that have one of that name.
  package let preferredEnvironment: String?
  /// Whether each request is shown with its documentation first.
  package var opensDocs = false
  /// The folder that typed paths are relative to; `nil` if unknown.
  package var workingFolder: String?
  /// The shown subject.
  package var subject = Subject.nothing
  /// The time of the last wake-up, for the clocks of running exchanges.
  package var now = Date(timeIntervalSince1970: 0)
  /// The open text field of the request form.
  package var openField: OpenText?
  /// The changes of files that can be undone, the newest last.
  package internal(set) var fileChanges: [FileUndo] = []
  /// The undone ones, which can be done again, the last undone one last.
  package internal(set) var fileRedos: [FileUndo] = []
  /// Those of an environment or of the globals, which their list undoes.
  var environmentChanges: Set<TrashID> = []
  /// Where the creations of deleted files were among the changes, to be put back when the deletion is undone.
  var lostCreations: [TrashID: Int] = [:]
  /// The place for the creation of the file that is being restored.
  var regainedCreation: Int?
  /// The imports among them that earlier runs made.
  var earlierImports: [TrashID: EarlierImport] = [:]
  /// Whether the changes of earlier runs are still being read.
  var readsEarlierChanges = false
  /// Whether files change for so long that keys do not wait for it.
  var isChangingSlowly = false
  /// The step that waits until the change that it takes is known.
  var waitingStep: UndoRequest?
  /// Whether the folder was opened without any file, so that it begins with a new request.
  var beginsEmpty = false
  /// A request to send once its file has been read.
  var sendsWhenRead: Address?
  /// The request that was sent last.
  var lastSent: Address?
  package var clock = Clock(offset: 0)
  /// Generates exchange identifiers from the seed.
  var identifiers = SplitMix64(seed: 0)
  var exportFormats: [ExportChoice] = []
  package internal(set) var settings = Settings()
  /// The keys of commands, which texts name.
  package internal(set) var keys = KeyMap.standard
  /// The items that the user used here, for ranking.
  package internal(set) var uses = UseTable()
  /// The state of the features.
  package internal(set) var features = Features()
  /// The progress of the fetch of a base.
  var baseFetch: String?
  /// The known states of secret variables.
  package internal(set) var secrets: [SecretPlace: SecretState] = [:]
  /// The values that responses and scripts set in memory.
  var session = SessionValues()
  /// The variables that templates find, for the highlights and explanations of the forms.
  package private(set) var variables = Derived<VisibleVariables.Key, VisibleVariables>(
    VisibleVariables(VisibleVariables.Key(context: nil, environment: nil)))

  /// The values without which the shown request is not sent.
  package private(set) var missing = Derived<MissingValues.Key, MissingValues>(MissingValues())

  package var id: WorkspaceID { WorkspaceID(root: tree.root) }

  package init(root: String, environment: String? = nil) {
    tree = CollectionTree(root: root)
    preferredEnvironment = environment
  }

  /// The current environment: the chosen one, though its file may be gone, else the preferred one, else the collection's
  /// first.
  package var environment: String? {
    scope.flatMap(environment)
  }

  func environment(in scope: RequestContext) -> String? {
    // Only another choice replaces it: the requests would be sent elsewhere.
    if let chosen = chosenEnvironments[scope.collection] { return chosen.isEmpty ? nil : chosen }
    let names = scope.environments.map(\.name)
    // A collection gets secrets of the workspace by a choice alone. A file that cannot be read may have some.
    let free = scope.environments.first { environment in
      !scope.isShared(environment.name)
        || scope.environmentProblems[environment.name] == nil && !environment.variables.contains(where: \.isSecret)
    }
    return names.first { $0 == preferredEnvironment } ?? free?.name
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
    shownEnvironmentFile?.stem ?? environment
  }

  /// The shown request: an edited one, or that of an exchange from history.
  package var request: SavedRequest? {
    switch subject {
    case .request(let address): items.read(.request(address)) { $0.draft?.current.request }
    case .past: exchange?.request
    case .folder, .environment, .globals, .nothing: nil
    }
  }

  /// The last exchange of the shown request, until it is loaded from history.
  package var lastExchange: ExchangeSummary? {
    guard exchange == nil, case .request(let address) = subject else { return nil }
    return items[address].lastExchange
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

  package var draft: EditedFile? { shownFile.flatMap { file in items.read(.request(file)) { $0.draft } } }
  package var exchange: LiveExchange? { items.read(subject) { $0.live } }

  package var scope: RequestContext? {
    switch subject {
    case .request(let address): items.read(.request(address)) { $0.scope }
    case .past:
      exchange?.origin.flatMap { origin in
        origin.root == id.root ? items[origin.address].scope ?? scope(near: origin.address.parent) : nil
      }
    case .folder(let address): items[settingsFile(of: address)].scope ?? scope(near: address)
    case .environment(let address): items[address].scope ?? scope(near: address.parent.parent)
    case .globals(_, let collection): member(of: collection).flatMap { items[$0].scope }
    // In an empty folder, a first request would be in the root.
    case .nothing: tree.nodes.isEmpty ? items[settingsFile(of: Address(""))].scope : nil
    }
  }

  /// A file of the collection whose context is known.
  func member(of collection: String) -> Address? {
    items.addresses { $0.scope?.collection == collection }.first
  }

  /// The context of a loaded request in the same collection as `folder`, which has the same environments.
  func scope(near folder: Address) -> RequestContext? {
    items.scope(around: tree.root + "/" + folder.path + "/")
  }

  /// Marks all contexts to be reloaded when next shown.
  mutating func makeScopesStale() {
    for address in items.addresses(where: { $0.scope != nil }) { items[address].isScopeStale = true }
  }

  /// Whether a request has unsaved edits, including an open text field.
  package func hasEdits(_ address: Address) -> Bool {
    guard let draft = items[address].draft else { return false }
    guard !draft.isUnsaved, let openField, openField.address == address else { return draft.isUnsaved }
    return openField.isChanged
  }

  /// Whether new requests without a file have anything to lose.
  var hasUnsavedNew: Bool { unsaved.contains(where: \.isScratch) }
  /// Says what leaving does to new requests.
  ///
  /// - Parameter saving: Whether something else can be saved.
  static func fateOfNew(saving: Bool) -> String {
    saving
      ? "saving keeps new requests as drafts, discarding deletes them"
      : "new requests have no file yet; discarding deletes them"
  }
  package var unsaved: [Address] { items.addresses { $0.draft?.isUnsaved == true } }
  var runningCount: Int { items.subjects { $0.live?.isRunning == true }.count }
  package var isAnythingRunning: Bool { runningCount > 0 }

  /// The address if it has a row, else the nearest parent folder with one.
  func nearest(_ address: Address) -> Address? {
    var address = address
    while !address.path.isEmpty, node(address) == nil { address = address.parent }
    return address.path.isEmpty ? nil : address
  }

  package func node(_ address: Address) -> CollectionNode? {
    row(of: address).map { tree.nodes[$0] }
  }

  private func row(of address: Address) -> Int? { index.row(of: address, in: tree.nodes) }

  /// The numbers of files and folders in a folder, at all depths.
  func counts(in folder: Address) -> (files: Int, folders: Int) {
    let nodes = tree.nodes
    let row = row(of: folder)
    guard row != nil || folder.path.isEmpty else { return (0, 0) }
    let depth = row.map { nodes[$0].depth } ?? -1
    var (files, folders) = (0, 0)
    for index in nodes.indices.suffix(from: row.map { $0 + 1 } ?? 0) {
      if nodes[index].depth <= depth { break }
      if nodes[index].isFolder { folders += 1 } else { files += 1 }
    }
    return (files, folders)
  }

  /// The file that has, or will have, the settings of a folder.
  package func settingsFile(of folder: Address) -> Address {
    let isCollection = folder.path.isEmpty ? tree.isCollection : collections.contains(folder)
    return folder.appending(isCollection ? "collection.json" : "folder.json")
  }

  /// The title of a file, for messages.
  package func title(of file: Address) -> String {
    switch items[file].draft?.current.role {
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
