package import RequestModel

/// What surrounds a request and decides what its templates mean.
package struct RunInputs: Sendable {
  package var folders: [FolderSettings]
  package var variables: VariableScope
  /// The folder of the request's own file, absolute.
  package var baseFolder: String
  package var access: ReadAccess
  package var inherited = InheritedOptions()
  /// Finds the value of a variable that is kept outside the files.
  package var secretValue: @Sendable (Variable) -> String?
  /// How values from outside of the files are fetched.
  package var sources: ValueSources
  /// Reads the request's own file, which has the credentials that history did not keep; `nil` where there is none.
  package var fileRequest: @Sendable () -> SavedRequest? = { nil }

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

  package init() {}
}
