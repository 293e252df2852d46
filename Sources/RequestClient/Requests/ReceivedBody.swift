package import Foundation

/// A body being received, in memory or, beyond a limit, in an anonymous file. If the file cannot be written, the body
/// stays in memory.
package struct ReceivedBody: Sendable {
  private enum Place: Sendable {
    case nowhere
    case memory(Data)
    case file(AnonymousFile)
  }

  private var place = Place.nowhere
  /// Maximum number of bytes reserved for a body of known size.
  private static let reservationLimit = 16 << 20

  package init() {}

  init(_ data: Data) { place = .memory(data) }

  /// All bytes received; `nil` if there are none. Files are mapped into memory.
  package var data: Data? {
    switch place {
    case .nowhere: nil
    case .memory(let data): data
    case .file(let file): file.contents
    }
  }

  /// The file that holds the body; `nil` while it is in memory.
  package var file: AnonymousFile? { if case .file(let file) = place { file } else { nil } }

  /// - Parameters:
  ///   - expected: Total size of the body, if known.
  ///   - makeFile: Creates the file for a body that grows beyond `memoryLimit`.
  package mutating func append(
    _ chunk: UnsafeRawBufferPointer, expected: Int?, memoryLimit: Int?,
    makeFile: () -> AnonymousFile? = { AnonymousFile() }
  ) {
    switch place {
    case .nowhere:
      var data = Data()
      data.reserveCapacity(min(expected ?? chunk.count, Self.reservationLimit))
      add(chunk, to: &data)
    case .memory(var data):
      // Avoids a copy: `data` is now the only reference.
      place = .nowhere
      if let memoryLimit, data.count + chunk.count > memoryLimit, move(data, and: chunk, makeFile) { return }
      add(chunk, to: &data)
    case .file(let file):
      if file.append(chunk) { return }
      var data = file.contents ?? Data()
      add(chunk, to: &data)
    }
  }

  private mutating func add(_ chunk: UnsafeRawBufferPointer, to data: inout Data) {
    data.append(contentsOf: chunk)
    place = .memory(data)
  }

  private mutating func move(
    _ data: Data, and chunk: UnsafeRawBufferPointer, _ makeFile: () -> AnonymousFile?
  ) -> Bool {
    guard let file = makeFile(), data.withUnsafeBytes({ file.append($0) }), file.append(chunk),
      file.contents != nil
    else { return false }
    place = .file(file)
    return true
  }
}
