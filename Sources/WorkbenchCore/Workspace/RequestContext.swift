/// The context of a request: the environments of its collection and its workspace, and the settings of its parent
/// folders.
package struct RequestContext: Equatable, Sendable {
  /// The absolute path of the collection.
  package var collection: String
  /// A file that cannot be read is one without variables.
  package var environments: [Environment]
  /// Folders from the collection's root down to the request's folder.
  package var folders: [FolderSettings]
  /// Variables defined by the program, such as the address of the demo server.
  package var builtIn: [String: String]
  /// The variables of `workspace.json`.
  package var shared: [Variable] = []
  /// The path of that file; `nil` where there is none.
  package var sharedPath: String?
  /// The folders of the environments that are of the workspace and not of the collection, by their names.
  package var environmentOwners: [String: String] = [:]
  /// Why environments cannot be read, by their names.
  package var environmentProblems: [String: Problem] = [:]
  /// Errors from files that could not be read.
  package var problems: [Problem]

  package init(
    collection: String = "", environments: [Environment] = [], folders: [FolderSettings] = [],
    builtIn: [String: String] = [:], problems: [Problem] = []
  ) {
    self.collection = collection
    self.environments = environments
    self.folders = folders
    self.builtIn = builtIn
    self.problems = problems
  }

  /// Whether `{{name}}` has a value in at least one environment.
  package func defines(_ name: String) -> Bool {
    defines(name, in: nil) || environments.contains { defines(name, in: $0.name) }
  }

  package func defines(_ name: String, in environment: String?) -> Bool {
    if name.unicodeScalars.first == "$" || builtIn[name] != nil { return true }
    let chosen = environments.first { $0.name == environment }?.variables ?? []
    return (chosen + folders.flatMap(\.variables) + shared).contains { $0.name.isExactly(name) && !$0.isOff }
  }
}
