package import Foundation
internal import RequestBasics

/// The user's editor (from the settings, else `$VISUAL`, `$EDITOR` or vi) and pager (from the settings, else `$PAGER`
/// or less).
package struct ExternalEditor: Sendable {
  private let editor: String?
  private let pager: String?

  package init(editor: String? = nil, pager: String? = nil) { (self.editor, self.pager) = (editor, pager) }

  /// Edits a text in the editor. Returns `nil` if it is unchanged.
  ///
  /// - Throws: A cancellation if the editor exits with a status other than 0.
  package func edit(_ text: String, fileExtension: String) async throws(ChildProcessError) -> String? {
    var edited = ""
    try await withPrivateFile(named: "text." + fileExtension) { (file) throws in
      // Editors add a line ending at the end of the file.
      try Data((text + "\n").utf8).write(to: file)
    } run: { (file) async throws(ChildProcessError) in
      try await open(file.path)
    } read: { (file) throws in
      edited = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
    if edited.hasSuffix("\n") { edited.removeLast() }
    return edited == text ? nil : edited
  }

  /// Shows a copy in the editor or pager and waits.
  ///
  /// - Parameter write: Writes the copy to a folder that only the user can read.
  package func show(
    named name: String, inPager isPager: Bool, write: (URL) throws -> Void
  ) async throws(ChildProcessError) {
    try await withPrivateFile(named: name, write: write) { (file) async throws(ChildProcessError) in
      if isPager { try await page(file.path) } else { try await open(file.path) }
    }
  }

  private func withPrivateFile(
    named name: String, write: (URL) throws -> Void, run: (URL) async throws(ChildProcessError) -> Void,
    read: (URL) throws -> Void = { _ in }
  ) async throws(ChildProcessError) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("workbench-" + UUID().uuidString)
    let file = folder.appendingPathComponent(name)
    defer { try? FileManager.default.removeItem(at: folder) }  // A leftover is in the temporary folder.
    try orFail("Cannot write a temporary file") {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try write(file)
    }
    try await run(file)
    try orFail("Cannot read the temporary file") { try read(file) }
  }

  private func orFail(_ what: String, _ body: () throws -> Void) throws(ChildProcessError) {
    do { try body() } catch { throw ChildProcessError("\(what): \(SystemText.reason(of: error))") }
  }

  /// Opens a file in the editor and waits.
  package func open(_ path: String) async throws(ChildProcessError) {
    try await runProgram("editor", editor, named: ["VISUAL", "EDITOR"], else: "vi", on: path)
  }

  private func page(_ path: String) async throws(ChildProcessError) {
    try await runProgram("pager", pager, named: ["PAGER"], else: "less", on: path)
  }

  private func runProgram(
    _ kind: String, _ chosen: String?, named variables: [String], else standard: String, on path: String
  ) async throws(ChildProcessError) {
    let environment = ProcessInfo.processInfo.environment
    let program = chosen ?? variables.compactMap { environment[$0] }.first { !$0.isEmpty } ?? standard
    let place = chosen == nil ? variables.last ?? "" : kind + " in settings.json"
    let advice = "set \(place) to one that works"
    // Runs a shell, as the variable may contain arguments: "code --wait".
    switch await TerminalProgram.end(of: ["sh", "-c", "exec \(program) \"$1\"", "sh", path]) {
    case .exited(0): return
    // The statuses of a shell that cannot run a program.
    case .exited(126), .exited(127), .notStarted:
      throw ChildProcessError("Cannot run your \(kind) \"\(program)\" — \(advice)")
    case .exited(let code): throw ChildProcessError(Self.cancelled(kind, "exited with \(code)"), isCancellation: true)
    case .signalled: throw ChildProcessError("Your \(kind) \"\(program)\" was killed — what it had not saved is lost")
    }
  }

  private static func cancelled(_ kind: String, _ how: String) -> String {
    kind == "editor" ? "Editing cancelled (editor \(how))" : "The \(kind) \(how)"
  }
}
