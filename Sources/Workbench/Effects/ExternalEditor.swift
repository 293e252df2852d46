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
    let environment = ProcessInfo.processInfo.environment
    let editor = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self).first { !$0.isEmpty } ?? "vi"
    do {
      // Through the shell: an editor may have arguments, as in "code --wait".
      let result = try await run(
        .name("sh"), arguments: ["-c", "exec \(editor) \"$1\"", "sh", path],
        input: .currentStandardInput, output: .currentStandardOutput, error: .currentStandardError)
      guard !result.terminationStatus.isSuccess else { return nil }
      return Problem("Your editor \"\(editor)\" ended with an error — set EDITOR to one that works")
    } catch {
      return Problem("Cannot run your editor \"\(editor)\" — set EDITOR to one that works")
    }
  }
}
