package import RequestModel
package import RequestStore

/// The surroundings of a request: its folders, variables, secrets and permissions.
package struct RunInputs: Sendable {
  package var folders: [FolderSettings]
  package var variables: VariableScope
  /// The absolute path of the request file's folder.
  package var baseFolder: String
  package var access: ReadAccess
  package var inherited = InheritedOptions()
  /// Returns the value of a secret variable.
  package var secretValue: @Sendable (Variable) -> String?
  /// How values from outside of the files are fetched.
  package var sources: ValueSources
  /// Reads the request file, which has the credentials that history does not store; `nil` if there is none.
  package var fileRequest: @Sendable () -> SavedRequest? = { nil }

  /// Whose variables scripts see and change; `nil` where the folders say it.
  var scriptScopes: [SessionValues.Scope]?

  /// Where tokens are kept; without it they live as long as the program.
  package var tokens: KeptTokens?

  /// What there is to say about them, as sentences.
  package var warnings: [String] = []

  /// - Parameter access: By default the files of `baseFolder`.
  package init(
    folders: [FolderSettings] = [], variables: VariableScope = VariableScope(), baseFolder: String,
    access: ReadAccess? = nil, secretValue: @escaping @Sendable (Variable) -> String? = { _ in nil }
  ) {
    self.folders = folders
    self.variables = variables
    self.baseFolder = baseFolder
    self.access = access ?? .folder(baseFolder)
    self.secretValue = secretValue
    sources = ValueSources(folder: baseFolder)
  }
}

/// How requests are sent as far as neither they nor their folders say it.
package struct InheritedOptions: Equatable, Sendable {
  /// Those of the environment.
  package var options = RequestOptions()
  /// What the paths in them are relative to; `nil` for the folder of the request's file.
  package var folder: String?
  package var systemTrust = SystemTrust()
  /// The bases of the collection, which have the files that the collection itself does not have.
  package var layers: CollectionLayers?

  package init() {}
}
