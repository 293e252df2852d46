package import Foundation
package import RequestBasics

/// A body as it comes: in memory and, where it grows beyond a limit, in a file without a name. Where no such file can be
/// written it stays in memory, which the limit of its size bounds too.
package struct ReceivedBody: Sendable {
  private enum Place: Sendable {
    case nowhere
    case memory(Data)
    case file(AnonymousFile)
  }

  private var place = Place.nowhere
  /// In bytes, of what is set aside ahead of a body whose size the head tells.
  private static let reservationLimit = 16 << 20

  package init() {}

  init(_ data: Data) { place = .memory(data) }

  /// All that has come; `nil` where nothing has. A file is mapped, not read.
  package var data: Data? {
    switch place {
    case .nowhere: nil
    case .memory(let data): data
    case .file(let file): file.contents
    }
  }

  /// The file that has the body; `nil` while it is in memory.
  package var file: AnonymousFile? { if case .file(let file) = place { file } else { nil } }

  /// - Parameters:
  ///   - expected: The size of the whole body where it is known.
  ///   - makeFile: Creates the file for a body that grows beyond `memoryLimit`.
  package mutating func append(
    _ piece: UnsafeRawBufferPointer, expected: Int?, memoryLimit: Int?,
    makeFile: () -> AnonymousFile? = { AnonymousFile() }
  ) {
    switch place {
    case .nowhere:
      var data = Data()
      data.reserveCapacity(min(expected ?? piece.count, Self.reservationLimit))
      add(piece, to: &data)
    case .memory(var data):
      // Taken out, so that it is not copied.
      place = .nowhere
      if let memoryLimit, data.count + piece.count > memoryLimit, move(data, and: piece, makeFile) { return }
      add(piece, to: &data)
    case .file(let file):
      if file.append(piece) { return }
      var data = file.contents ?? Data()
      add(piece, to: &data)
    }
  }

  private mutating func add(_ piece: UnsafeRawBufferPointer, to data: inout Data) {
    data.append(contentsOf: piece)
    place = .memory(data)
  }

  private mutating func move(
    _ data: Data, and piece: UnsafeRawBufferPointer, _ makeFile: () -> AnonymousFile?
  ) -> Bool {
    guard let file = makeFile(), data.withUnsafeBytes({ file.append($0) }), file.append(piece),
      file.contents != nil
    else { return false }
    place = .file(file)
    return true
  }
}
