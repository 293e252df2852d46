import Foundation
import Synchronization

/// The files that a run reads, watched for changes.
final class RunFiles: Sendable {
  /// The watched folders and single files.
  private let roots: [String]
  private let files: Set<String>
  /// The files that the run writes, which must not start it again.
  private let written: Set<String>
  private let watcher = DiskWatch { name, _ in !name.startsExactly(with: ".") && !name.endsExactly(with: "~") }
  private let end = Mutex<AsyncStream<String>.Continuation?>(nil)

  init(roots: [String], files: [String], written: [String]) {
    self.roots = Array(Set(roots))
    self.files = Set(files.map(Self.absolute))
    self.written = Set(written.map(Self.absolute))
  }

  private static func absolute(_ path: String) -> String {
    let url = URL(fileURLWithPath: path)
    return RunPaths.resolved(url.deletingLastPathComponent().path) + "/" + url.lastPathComponent
  }

  /// Starts watching.
  ///
  /// - Returns: A path for each burst of changes. Bursts since the last read path are merged.
  func changes() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
    end.withLock { $0 = continuation }
    watcher.start(
      onChange: { [weak self] changes in
        guard let self else { return }
        let isNew = follow()
        if let path = path(of: changes, isNew) { continuation.yield(path) }
      },
      onFull: {
        StandardError.write(
          "The system allows no more watches of folders: not all changes are seen — raise fs.inotify.max_user_watches")
      })
    _ = follow()
    return stream
  }

  func stop() {
    watcher.stop()
    end.withLock { $0?.finish() }
  }

  private func path(of changes: DiskWatch.Changes, _ isNew: Bool) -> String? {
    let paths = changes.files.filter { path in
      !written.contains(path) && (files.contains(path) || roots.contains { path.startsExactly(with: $0 + "/") })
    }
    // Editors write temporary files beside the real one.
    let path = paths.sorted().first { FileManager.default.fileExists(atPath: $0) } ?? paths.min()
    if let path { return shown(path) }
    return changes.isIncomplete || isNew ? roots.first.map(shown) : nil
  }

  private func shown(_ path: String) -> String {
    path.removingExactly(prefix: RunPaths.resolved(FileManager.default.currentDirectoryPath) + "/") ?? path
  }

  /// - Returns: Whether a folder is newly watched.
  private func follow() -> Bool {
    let others = files.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    return watcher.follow(roots.flatMap(Self.folders) + roots.compactMap(Self.folderOfReturn) + others)
  }

  /// The folder in which a removed root will reappear; `nil` if the root exists.
  private static func folderOfReturn(of root: String) -> String? {
    var folder = root
    while !FileManager.default.fileExists(atPath: folder), folder.utf8.count > 1 {
      folder = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    }
    return folder == root ? nil : folder
  }

  /// A folder and all subfolders that are not hidden.
  private static func folders(below root: String) -> [String] {
    let below = FileManager.default.enumerator(
      at: URL(fileURLWithPath: root), includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles)
    let folders = below?.compactMap { $0 as? URL }.filter {
      (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }
    return [root] + (folders ?? []).map(\.path)
  }
}
