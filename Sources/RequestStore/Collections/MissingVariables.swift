/// The variables of requests that have no value, by the environments of their collection.
struct MissingVariables {
  private let store: CollectionStore
  /// The variables of the program itself.
  private let known: [String: String]
  private var contexts: [Address: Context] = [:]
  /// Names that responses and scripts may set: those of captures, and all texts in quotes in scripts.
  private var assigned: [String: Set<String>] = [:]

  /// The settings that the requests of a folder share.
  private struct Context {
    var folders: [FolderSettings] = []
    var shared: [Variable] = []
    /// A single `nil` in a collection without environments.
    var environments: [Environment?] = [nil]
    /// One for each environment.
    var indexes: [VariableIndex] = []
    /// The templates in the options of each environment.
    var options: [[String]] = []
  }

  init(store: CollectionStore, known: [String: String]) { (self.store, self.known) = (store, known) }

  // MARK: Names without a value

  /// Returns the names, and a sentence about each.
  mutating func sentences(for file: RequestFile) -> [(name: String, sentence: String)] {
    let around = context(of: file.address)
    let own = file.request.variables
    let texts = TemplateTexts(file.request, folders: around.folders, options: RequestOptions())
    let areText = (around.folders.map(\.options) + [file.request.options]).contains(where: \.sendsUnknownAsText)
    let used = Self.templates(in: areText ? texts.url + (texts.tabs[FormTab.params.name] ?? []) : texts.all)
    var places: [String: [String]] = [:]
    for (index, environment) in around.environments.enumerated() {
      let variables = own.isEmpty ? around.indexes[index] : self.index(around, environment, own)
      for name in variables.unresolved(in: used + around.options[index]) {
        places[name, default: []].append(environment?.name ?? "")
      }
    }
    let names = places.keys.sorted()
    var found = names.prefix(Self.limit).map { name in
      (name: name, sentence: Self.sentence(name, places[name] ?? [], of: around.environments.count))
    }
    if names.count > Self.limit { found.append(("", "\(names.count - Self.limit) more variables have no value")) }
    return found
  }

  /// How many names are reported of a request.
  private static let limit = 50

  /// The templates of the texts, each once: bodies of megabytes are read once for all environments.
  private static func templates(in texts: [String]) -> [String] {
    var names: Set<String> = []
    for text in texts { names.formUnion(Template(text).variables) }
    return names.map { "{{\($0)}}" }
  }

  private static func sentence(_ name: String, _ environments: [String], of count: Int) -> String {
    let start = "{{\(name)}} has no value"
    if environments == [""] { return start }
    if environments.count == count, count > 1 { return start + " in any environment" }
    let names = environments.map { "\"\($0)\"" }.joined(separator: ", ")
    return start + " in the \(environments.count == 1 ? "environment" : "environments") " + names
  }

  private mutating func context(of address: Address) -> Context {
    if let kept = contexts[address.parent] { return kept }
    var found = Context()
    // Unreadable files are reported separately.
    found.folders = (try? store.settings(for: address)) ?? []
    found.shared = (try? store.workspaceVariables(for: address))?.variables ?? []
    let files = (try? store.environments(for: address)) ?? []
    // Those of the workspace need not be for a collection that has its own.
    let own = files.filter { !$0.isShared }
    let environments = (own.isEmpty ? files : own).compactMap { try? $0.content.get() }
    if !environments.isEmpty { found.environments = environments }
    found.indexes = found.environments.map { index(found, $0, []) }
    found.options = found.environments.map { environment in
      let options = environment?.options ?? RequestOptions()
      return Self.templates(in: TemplateTexts(SavedRequest(url: ""), folders: [], options: options).all)
    }
    contexts[address.parent] = found
    return found
  }

  private func index(_ around: Context, _ environment: Environment?, _ own: [Variable]) -> VariableIndex {
    var scope = VariableScope(builtIn: known, folders: around.folders, environment: environment)
    scope.add(around.shared, to: .workspace)
    scope.add(own, to: .request)
    return VariableIndex(scope)
  }

  // MARK: Names that get one

  /// Notes the variables that a request or a folder may set while it is sent.
  mutating func note(assignedBy document: JSONObject, around address: Address) {
    let captures = (document["captures"]?.array ?? []).compactMap { $0.object?["name"]?.string }
    let scripts = document["scripts"]?.object ?? JSONObject()
    let inline = ["preRequest", "postResponse"].compactMap { try? ObjectReader(scripts).lines($0) }
    let files = NamedFiles.scripts(in: document).compactMap { named in
      let path = store.path(of: address.parent) + "/" + named.path
      return (try? Disk.read(path)).map { String(decoding: $0, as: UTF8.self) }  // Reported where it is missing.
    }
    guard !captures.isEmpty || !inline.isEmpty || !files.isEmpty else { return }
    let collection = store.collectionRoot(of: address)
    assigned[collection, default: []].formUnion(captures)
    for script in inline + files { assigned[collection, default: []].formUnion(Self.quoted(script)) }
  }

  func isAssigned(_ name: String, in collection: String) -> Bool { assigned[collection]?.contains(name) ?? false }

  /// The texts between quotes, of which any may be the name of a variable.
  private static func quoted(_ script: String) -> [String] {
    script.utf8.split(omittingEmptySubsequences: false) { "\"'`".utf8.contains($0) || $0 == UInt8(ascii: "\n") }
      .filter { $0.count <= 200 }.map { String(decoding: $0, as: UTF8.self) }
  }
}
