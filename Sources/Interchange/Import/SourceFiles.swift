package import Foundation
internal import Synchronization

/// The files of a folder or an archive. Nothing outside of it can be read.
///
/// Views of its folders share the data about all files: an archive may have as many folders as files.
package struct SourceFiles: Sendable {
  private let whole: Whole
  /// Ends with a slash; empty for all files.
  private let prefix: String
  private let listing: Listing
  /// Links, which are not followed.
  package let links: [String]

  /// - Parameter progress: Counts the files that are read. Once it is cancelled, none can be read.
  package init(
    paths: [String], links: [String] = [], progress: ImportProgress? = nil,
    read: @escaping @Sendable (String) throws(ImportError) -> Data
  ) {
    whole = Whole(paths, progress, read)
    (prefix, listing, self.links) = ("", Listing(paths), links)
  }

  /// Files in memory, for tests and archives.
  package init(_ contents: [String: Data], progress: ImportProgress? = nil) {
    self.init(paths: contents.keys.sorted(), progress: progress) { path throws(ImportError) in
      guard let data = contents[path] else { throw ImportError("There is no \(path)") }
      return data
    }
  }

  private init(_ whole: Whole, below prefix: String) {
    (self.whole, self.prefix, listing, links) = (whole, prefix, Listing(nil), [])
  }

  /// Relative to the folder, with slashes, in natural order.
  package var paths: [String] {
    listing.paths {
      whole.numbers(below: prefix).sorted().map { String(whole.paths[$0].utf8.dropFirst(prefix.utf8.count)) ?? "" }
    }
  }

  package func read(_ path: String) throws(ImportError) -> Data {
    if let progress = whole.progress {
      if progress.isCancelled { throw ImportError("The import was cancelled") }
      progress.countFile()
    }
    let data = try whole.reader(prefix + path)
    guard whole.reads.withLock({ $0.count(prefix + path, data.count) }) else {
      throw ImportError("\(path) and others are referred to too often — import a part of them")
    }
    return data
  }

  package func contains(_ path: String) -> Bool { whole.known.contains(prefix + path) }

  func hasFiles(below folder: String) -> Bool { !whole.numbers(below: prefix + folder + "/").isEmpty }

  /// The files below a folder, by their paths in it.
  package func below(_ folder: String) -> SourceFiles {
    folder.isEmpty ? self : SourceFiles(whole, below: prefix + folder + "/")
  }

  /// The path that a reference in a file means.
  ///
  /// - Returns: `nil` for a path outside of the source.
  static func path(_ path: String, relativeTo file: String) -> String? {
    SourcePath.joined(path.hasPrefix("/") ? [] : Array(file.split(separator: "/").dropLast()), path)
  }
}

extension SourceFiles {
  /// How much was read: many files can refer to a large one, which is read for each of them.
  private struct Reads {
    private var paths: Set<String> = []
    private var sizeOfFiles = 0
    private var size = 0

    /// - Returns: Whether files were read a few times at most, if they are large.
    mutating func count(_ path: String, _ bytes: Int) -> Bool {
      if paths.insert(path).inserted { sizeOfFiles += bytes }
      size += bytes
      return size <= 8 * sizeOfFiles + 64 << 20
    }
  }

  /// The files that all views share.
  private final class Whole: Sendable {
    let paths: [String]
    let known: Set<String>
    let progress: ImportProgress?
    let reads = Mutex(Reads())
    let reader: @Sendable (String) throws(ImportError) -> Data
    /// The numbers of the paths, in the order of their bytes: files of one folder are neighbours.
    private let order: [Int]

    init(
      _ paths: [String], _ progress: ImportProgress?,
      _ reader: @escaping @Sendable (String) throws(ImportError) -> Data
    ) {
      (self.paths, known, self.progress, self.reader) = (paths, Set(paths), progress, reader)
      order = paths.indices.sorted { paths[$0].utf8.lexicographicallyPrecedes(paths[$1].utf8) }
    }

    /// The numbers of the paths that begin with `prefix`.
    func numbers(below prefix: String) -> ArraySlice<Int> {
      let start = order.partitioningIndex { !paths[$0].utf8.lexicographicallyPrecedes(prefix.utf8) }
      let end = order[start...].partitioningIndex { !paths[$0].utf8.starts(with: prefix.utf8) }
      return order[start..<end]
    }
  }

  /// The paths of a view, created on first access.
  private final class Listing: Sendable {
    private let made: Mutex<[String]?>

    init(_ paths: [String]?) { made = Mutex(paths) }

    func paths(_ make: () -> [String]) -> [String] {
      made.withLock { made in
        if let made { return made }
        let paths = make()
        made = paths
        return paths
      }
    }
  }
}
