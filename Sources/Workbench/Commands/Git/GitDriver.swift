import Foundation

/// The settings of git that let this program merge and compare files.
enum GitDriver {
  static func settings(_ program: String) -> [(key: String, value: String)] {
    [
      ("merge.workbench.name", "workbench: merge by fields"),
      // git quotes %P; the names of its temporary files need no quotes.
      ("merge.workbench.driver", program + " merge --marker-size %L --path %P -- %O %A %B"),
      ("diff.workbench.command", program + " git-diff"),
    ]
  }

  /// Whether the repository's setting is one that `git-setup` writes for this program. It needs no permission.
  static func isOwn(_ named: RepositoryProgram) -> Bool {
    [program, ShellText.quoted(path)].contains { program in
      settings(program).contains { named == RepositoryProgram($0.key, $0.value, in: named.folder) }
    }
  }

  /// The command by which git's shell runs this program: its name, if the search path leads to it.
  static var program: String {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.lazy.map { $0 + "/workbench" }.first { access(String($0), X_OK) == 0 }
    return found.flatMap { String($0).realPath } == path ? "workbench" : ShellText.quoted(path)
  }

  private static var path: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "workbench"
  }
}
