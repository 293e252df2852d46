internal import Foundation

/// A file of a folder, opened to be read.
///
/// What is opened is checked, not its path, which another program may replace by a link meanwhile.
struct FolderFile {
  let handle: FileHandle
  let count: Int

  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameters:
  ///   - path: An absolute path.
  ///   - folder: An absolute path without links.
  init(_ path: String, in folder: String) throws(Refusal) {
    // Opening a pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw Refusal(description: String(cString: strerror(errno)).lowercased()) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Refusal(description: "it is no file")
    }
    let (place, start) = (Self.place(of: descriptor), Array(folder.utf8) + [UInt8(ascii: "/")])
    guard place.starts(with: start) else { throw Refusal(description: "it is outside the collection") }
    // Such as .env and .git/config, which are nobody's example.
    let parts = place.dropFirst(start.count).split(separator: UInt8(ascii: "/"))
    guard !parts.contains(where: { $0.first == UInt8(ascii: ".") }) else {
      throw Refusal(description: "it is hidden")
    }
    count = Int(status.st_size)
  }

  /// Where an open file is, without links; empty if the system does not say.
  private static func place(of descriptor: Int32) -> [UInt8] {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(descriptor)", &path, path.count)
    return count > 0 ? path[..<count].map { UInt8(bitPattern: $0) } : []
  }
}
