package import RequestModel

/// Every variable that a request can see, in layers. A later layer wins over an earlier one.
package struct VariableScope: Sendable {
  package enum Layer: Int, CaseIterable, Sendable {
    /// What the program itself defines, such as `demo`.
    case workspace
    case collection
    /// `folder.json` files, outer to inner.
    case folders
    case environment
    /// The row of a data file that a run is at.
    case dataRow
    /// What requests and scripts of this session have set.
    case session
    case commandLine
  }

  private var layers = [[Variable]](repeating: [], count: Layer.allCases.count)
  /// The name of the selected environment, for messages.
  package var environment: String?

  package init() {}

  /// - Parameter folders: The settings of the collection and of the folders in it, outer to inner.
  package init(
    builtIn: [String: String] = [:], folders: [FolderSettings] = [], environment: Environment? = nil,
    overrides: [String: String] = [:]
  ) {
    func layer(_ values: [String: String]) -> [Variable] { values.map { Variable($0.key, .value($0.value)) } }
    self[.workspace] = layer(builtIn)
    self[.collection] = folders.first?.variables ?? []
    self[.folders] = folders.dropFirst().flatMap(\.variables)
    self[.environment] = environment?.variables ?? []
    self[.commandLine] = layer(overrides)
    self.environment = environment?.name
  }

  package subscript(layer: Layer) -> [Variable] {
    get { layers[layer.rawValue] }
    set { layers[layer.rawValue] = newValue }
  }

  /// All variables, those that win last.
  var all: some Sequence<Variable> { layers.joined() }

  /// Every declaration and every value of a name that any layer declares secret.
  var secretVariables: [Variable] {
    let names = Set(all.filter(\.isSecret).map { ExactText($0.name) })
    return all.filter { names.contains(ExactText($0.name)) }
  }

  /// Whether the selected environment declares the name secret, and so keeps the value.
  func environmentKeeps(_ name: String) -> Bool {
    self[.environment].contains { $0.isSecret && $0.name.isExactly(name) }
  }
}
