import DemoServer
import Foundation

/// The tutorial's folder, and the server for its requests.
actor TutorialSession {
  private let folders: UserFolders
  private let server = DemoServer()
  private var url: String?

  init(folders: UserFolders) { self.folders = folders }

  /// Writes the tutorial and starts its server.
  ///
  /// - Parameter folder: The folder for the files; `nil` uses a folder of the user's data. An existing tutorial stays
  ///   unchanged.
  /// - Returns: The folder, and the variable with the server's address.
  func prepare(_ files: [Tutorial.File], in folder: String?) async throws(Problem) -> (
    root: String, builtIn: [String: String]
  ) {
    let root = folder ?? folders.data + "/tutorial"
    try Self.write(files, to: root)
    guard let resolved = root.realPath else { throw Problem("Cannot open \(root)") }
    return (resolved, ["demo": try await start()])
  }

  private func start() async throws(Problem) -> String {
    if let url { return url }
    do {
      let started = "http://127.0.0.1:\(try await server.start())"
      url = started
      return started
    } catch {
      throw Problem("Cannot start the demo server: \(error)")
    }
  }

  private static func write(_ files: [Tutorial.File], to root: String) throws(Problem) {
    let manager = FileManager.default
    let present = (try? manager.contentsOfDirectory(atPath: root)) ?? []
    if present.contains("collection.json"), present.contains("hello.json") { return }
    guard present.isEmpty else {
      throw Problem("\(root) is not empty — name a new folder for the tutorial")
    }
    do {
      for file in files {
        let path = URL(filePath: root).appending(path: file.path)
        try manager.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: path)
      }
    } catch {
      throw Problem("Cannot write the tutorial to \(root) — name a folder that you can write to")
    }
  }
}
