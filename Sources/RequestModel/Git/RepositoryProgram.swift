/// A program that a repository names, and that commands of git run: by a setting or as a hook. Also a setting that makes
/// git use other files or servers.
package struct RepositoryProgram: Hashable, Sendable {
  private let names: [ExactText]

  /// - Parameters:
  ///   - name: The key of the setting, such as `filter.crypt.clean`, or the hook.
  ///   - command: The value of the setting, or the file of the hook and its content's hash.
  ///   - folder: The submodule or the remote whose setting it is; empty for the repository itself.
  package init(_ name: String, _ command: String, in folder: String = "") {
    names = [folder, name, command].map(ExactText.init)
  }

  package var folder: String { names[0].text }
  package var name: String { names[1].text }
  package var command: String { names[2].text }
}

/// The programs of a repository that git would run, some of which the user has not allowed.
package struct ProgramQuestion: Equatable, Sendable {
  /// The subject of the permission: the folder where git keeps the repository.
  package let repository: String
  package let programs: [RepositoryProgram]

  package init(_ programs: [RepositoryProgram], of repository: String) {
    (self.programs, self.repository) = (programs, repository)
  }

  /// Why git is not used.
  package var sentence: String {
    let need = Formatting.count(programs.count, "setting or file needs", plural: "settings or files need")
    return "Git is not used: \(need) permission"
  }

  /// The beginning of the question; the details follow.
  package var text: String {
    "git would run or use what \(repository) names, when it shows changes, commits, pulls, pushes or switches. "
      + "Allow it only if you trust all of this:"
  }

  /// The programs with their exact command lines.
  package var details: [PermissionRequest.Detail] {
    programs.map { program in
      let place = program.folder.isEmpty ? "" : " (\(program.folder))"
      return PermissionRequest.Detail(heading: program.name + place, lines: [program.command])
    }
  }
}
