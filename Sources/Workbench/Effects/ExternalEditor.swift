import Foundation
import Subprocess
import WorkbenchCore

/// The user's own editor: `$VISUAL`, else `$EDITOR`, else vi.
enum ExternalEditor {
  /// Has a text edited in a file that nobody else can read; `nil` where it was left as it was.
  static func edit(_ text: String, fileExtension: String) async -> Result<String?, Problem> {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("workbench-" + UUID().uuidString)
    let file = folder.appendingPathComponent("text." + fileExtension)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      defer { try? FileManager.default.removeItem(at: folder) }  // What stays behind is in the temporary folder.
      // Editors end a file with a line end; a text of ours does not.
      try Data((text + "\n").utf8).write(to: file)
      if let problem = await open(file.path) { return .failure(problem) }
      var edited = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      if edited.hasSuffix("\n") { edited.removeLast() }
      return .success(edited == text ? nil : edited)
    } catch {
      return .failure(Problem("Cannot hand the text to your editor: \(error.localizedDescription)"))
    }
  }

  /// Runs the editor on a file and waits; a problem where it could not be run or failed.
  static func open(_ path: String) async -> Problem? {
    await run("editor", named: ["VISUAL", "EDITOR"], else: "vi", on: path)
  }

  /// Runs `$PAGER`, else less, on a file and waits.
  static func page(_ path: String) async -> Problem? {
    await run("pager", named: ["PAGER"], else: "less", on: path)
  }

  private static func run(
    _ kind: String, named variables: [String], else standard: String, on path: String
  ) async -> Problem? {
    let environment = ProcessInfo.processInfo.environment
    let program = variables.compactMap { environment[$0] }.first { !$0.isEmpty } ?? standard
    let advice = "set \(variables.last ?? "") to one that works"
    do {
      // Through the shell: an editor may have arguments, as in "code --wait".
      let result = try await Subprocess.run(
        .name("sh"), arguments: ["-c", "exec \(program) \"$1\"", "sh", path],
        input: .currentStandardInput, output: .currentStandardOutput, error: .currentStandardError)
      guard !result.terminationStatus.isSuccess else { return nil }
      return Problem("Your \(kind) \"\(program)\" ended with an error — \(advice)")
    } catch {
      return Problem("Cannot run your \(kind) \"\(program)\" — \(advice)")
    }
  }
}
