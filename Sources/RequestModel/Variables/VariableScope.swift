/// The variables visible to a request, in layers. Later layers override earlier ones.
package struct VariableScope: Sendable {
  package enum Layer: Int, CaseIterable, Sendable {
    /// Values made anew at each use, such as `$guid`.
    case dynamic
    /// `workspace.json`, and variables that the program defines, such as `demo`.
    case workspace
    case collection
    /// `folder.json` files, outer to inner.
    case folders
    case environment
    /// The current row of a data file.
    case dataRow
    /// Those of the request's own file.
    case request
    /// Set by requests and scripts of this session.
    case session
    case commandLine

    /// The name on the screen and on the command line.
    package var name: String {
      switch self {
      case .dynamic: "dynamic"
      case .workspace: "workspace"
      case .collection: "collection"
      case .folders: "folder"
      case .environment: "environment"
      case .dataRow: "data row"
      case .request: "request"
      case .session: "session"
      case .commandLine: "command line"
      }
    }
  }

  private var layers = [[ScopedVariable]](repeating: [], count: Layer.allCases.count)
  /// The name of the selected environment, for messages.
  package var environment: String?
  /// Whether variables of folders override those of the environment, as in Bruno and Insomnia.
  package var foldersOverrideEnvironment = false

  package init() {}

  /// - Parameters:
  ///   - folders: The settings of the collection and of the folders in it, outer to inner.
  ///   - environmentPath: The file of the environment.
  package init(
    builtIn: [String: String] = [:], folders: [FolderSettings] = [], environment: Environment? = nil,
    environmentPath: String? = nil, overrides: [String: String] = [:]
  ) {
    func layer(_ values: [String: String]) -> [Variable] {
      values.sorted { $0.key < $1.key }.map { Variable($0.key, .value($0.value)) }
    }
    self[.workspace] = layer(builtIn)
    for (index, folder) in folders.enumerated() {
      add(folder.variables, to: index == 0 || folder.isTop ? .collection : .folders, from: folder.path)
    }
    add(environment?.variables ?? [], to: .environment, from: environmentPath)
    self[.commandLine] = layer(overrides)
    self.environment = environment?.name
  }

  /// The variables of a layer. Variables set here do not come from a file.
  package subscript(layer: Layer) -> [Variable] {
    get { layers[layer.rawValue].map(\.variable) }
    set { layers[layer.rawValue] = newValue.map { ScopedVariable(variable: $0, layer: layer, path: nil) } }
  }

  /// Adds variables that win over those which the layer already has.
  ///
  /// - Parameter path: The file that declares them.
  package mutating func add(_ variables: [Variable], to layer: Layer, from path: String? = nil) {
    layers[layer.rawValue] += variables.map { ScopedVariable(variable: $0, layer: layer, path: path) }
  }

  package mutating func remove(from layer: Layer, where isRemoved: (Variable) -> Bool) {
    layers[layer.rawValue].removeAll { isRemoved($0.variable) }
  }

  /// All variables, in order of increasing precedence.
  package var all: some Sequence<ScopedVariable> {
    var layers = layers
    if foldersOverrideEnvironment { layers.swapAt(Layer.folders.rawValue, Layer.environment.rawValue) }
    return layers.joined()
  }

  /// The variables of all layers whose name is declared secret in any of them.
  package var secretVariables: [Variable] {
    let names = Set(all.filter(\.variable.isSecret).map { ExactText($0.variable.name) })
    return names.isEmpty ? [] : all.map(\.variable).filter { names.contains(ExactText($0.name)) }
  }

  /// Returns whether the selected environment declares the secret.
  package func environmentKeeps(_ name: String) -> Bool {
    layers[Layer.environment.rawValue].contains { $0.variable.isSecret && $0.variable.name.isExactly(name) }
  }
}

/// A variable and where it is declared.
package struct ScopedVariable: Equatable, Hashable, Sendable {
  package let variable: Variable
  package let layer: VariableScope.Layer
  /// The absolute path of the file that declares it; `nil` where no file does.
  package let path: String?
}
