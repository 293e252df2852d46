internal import Foundation

/// A file of a folder, open for reading.
///
/// Checks the opened file instead of its path, which another program may replace by a link meanwhile.
struct FolderFile {
  let handle: FileHandle
  let count: Int

  /// - Parameters:
  ///   - path: An absolute path.
  ///   - folder: An absolute path without links.
  init(_ path: String, in folder: String) throws(PieceReader.Unreadable) {
    // Opening a pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw PieceReader.Unreadable(reason: String(cString: strerror(errno)).lowercased()) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw PieceReader.Unreadable(reason: "it is not a file")
    }
    let (place, start) = (Self.place(of: descriptor), Array(folder.utf8) + [UInt8(ascii: "/")])
    guard place.starts(with: start) else { throw PieceReader.Unreadable(reason: "it is outside the collection") }
    // Hidden files such as .env and .git/config are never examples.
    let parts = place.dropFirst(start.count).split(separator: UInt8(ascii: "/"))
    guard !parts.contains(where: { $0.first == UInt8(ascii: ".") }) else {
      throw PieceReader.Unreadable(reason: "it is hidden")
    }
    count = Int(status.st_size)
  }

  /// The location of an open file, links resolved; empty if the system does not report it.
  private static func place(of descriptor: Int32) -> [UInt8] {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(descriptor)", &path, path.count)
    return count > 0 ? path[..<count].map { UInt8(bitPattern: $0) } : []
  }
}
