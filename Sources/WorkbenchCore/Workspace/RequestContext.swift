package import RequestModel

/// What surrounds a request: its collection's environments, and what the folders above give to it.
package struct RequestContext: Equatable, Sendable {
  /// The absolute path of the collection.
  package var collection: String
  package var environments: [Environment]
  /// From the collection's root down to the request's own folder.
  package var folders: [FolderSettings]
  /// Names that the program itself defines, such as the address of the built-in demo server.
  package var builtIn: [String]
  /// Files of the scope that could not be read.
  package var problems: [Problem]

  package init(
    collection: String = "", environments: [Environment] = [], folders: [FolderSettings] = [], builtIn: [String] = [],
    problems: [Problem] = []
  ) {
    self.collection = collection
    self.environments = environments
    self.folders = folders
    self.builtIn = builtIn
    self.problems = problems
  }

  /// Whether `{{name}}` will find a value in one environment at least.
  package func defines(_ name: String) -> Bool {
    defines(name, in: nil) || environments.contains { defines(name, in: $0.name) }
  }

  /// Whether `{{name}}` will find a value in that environment.
  package func defines(_ name: String, in environment: String?) -> Bool {
    if name.unicodeScalars.first == "$" || builtIn.contains(name) { return true }
    let chosen = environments.first { $0.name == environment }?.variables ?? []
    return (chosen + folders.flatMap(\.variables)).contains { $0.name.isExactly(name) && !$0.isOff }
  }
}
