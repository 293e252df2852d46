import BodyDocument
import Foundation
import RequestRunner
import WorkbenchCore

/// A copy of a body in a program of the user's: the pager or the editor.
enum OutsideView {
  /// Waits until the program has ended; a problem where it could not be run or failed.
  static func show(_ body: BodyDocument, name: String, in program: OutsideProgram) async -> Problem? {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("workbench-" + UUID().uuidString)
    let file = folder.appendingPathComponent(name)
    defer { try? FileManager.default.removeItem(at: folder) }  // What stays behind is in the temporary folder.
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try write(body, to: file, isPretty: program == .pager && body.view == .pretty)
    } catch {
      return Problem("Cannot hand the body over: \(SystemText.reason(of: error))")
    }
    switch program {
    case .editor: return await ExternalEditor.open(file.path)
    case .pager: return await ExternalEditor.page(file.path)
    }
  }

  /// To read it, laid out as it is shown; to work with it, as it came.
  private static func write(_ body: BodyDocument, to file: URL, isPretty: Bool) throws {
    guard isPretty else { return try body.body.write(to: file) }
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    for piece in body.prettyText { try handle.write(contentsOf: piece) }
  }
}
