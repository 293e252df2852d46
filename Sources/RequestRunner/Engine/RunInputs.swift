/// The context of a request: its folders, variables, secrets and permissions.
package struct RunInputs: Sendable {
  package var folders: [FolderSettings]
  package var variables: VariableScope
  /// The absolute path of the request file's folder.
  package var baseFolder: String
  package var access: ReadAccess
  package var inherited = InheritedOptions()
  package var secretValue: @Sendable (Variable) -> String?
  /// What the user has to allow before the user's own command runs for a secret.
  package var withheldSecret: @Sendable (Variable) -> [OutsideSource] = { _ in [] }
  /// What the user's own command did instead of printing a secret.
  package var secretFailure: @Sendable (Variable) -> String? = { _ in nil }
  /// Whether secrets can be stored, as in `WorkspaceSender`.
  var storesSecrets = true
  /// The sources of values from outside of the files.
  package var sources: ValueSources
  /// Reads the request file with the credentials that history does not store; `nil` without a file.
  package var fileRequest: @Sendable () -> SavedRequest? = { nil }

  /// The folder of the workspace that has the environment; `nil` for one of the collection.
  var environmentOwner: String?

  /// The scopes whose variables scripts see and change; `nil` derives them from the folders.
  var scriptScopes: [SessionValues.Scope]?

  /// The storage of tokens. Without it, they are kept until the program ends.
  package var tokens: KeptTokens?

  /// Warnings about the inputs, as sentences.
  package var warnings: [String] = []

  /// - Parameter access: By default, allows the files of `baseFolder`.
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

/// The options for requests that neither the request nor its folders set.
package struct InheritedOptions: Equatable, Sendable {
  /// The options of the environment.
  package var options = RequestOptions()
  /// The base of relative paths in the options; `nil` for the folder of the request's file.
  package var folder: String?
  /// The base of paths in the options of the environment, if it is not that folder.
  package var optionsFolder: String?
  package var systemTrust = SystemTrust()
  /// The bases of the collection, for files that the collection itself lacks.
  package var layers: CollectionLayers?

  package init() {}
}
