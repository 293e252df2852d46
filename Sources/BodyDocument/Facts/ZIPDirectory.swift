import Foundation
import Pictures

/// The file names of a ZIP archive, read from its central directory: APPNOTE 4.3.12 and 4.3.16.
struct ZIPDirectory {
  /// The number of names shown.
  private static let maximumNames = 200

  private struct Entry {
    var name: String
    var byteCount: Int
  }

  private let count: Int
  private var entries: [Entry] = []

  /// Returns `nil` if the end of the archive is missing, or beyond 4 GB.
  init?(of body: Data) {
    guard let end = Self.end(of: body), let count = body.number(at: end + 10, 2, .little),
      var offset = body.number(at: end + 16, 4, .little), count < 0xFFFF, offset < 0xFFFF_FFFF
    else { return nil }
    self.count = count
    while entries.count < min(count, Self.maximumNames), body.number(at: offset, 4, .little) == 0x0201_4B50,
      let size = body.number(at: offset + 24, 4, .little), let name = body.number(at: offset + 28, 2, .little),
      let extra = body.number(at: offset + 30, 2, .little), let comment = body.number(at: offset + 32, 2, .little)
    {
      let bytes = body.dropFirst(offset + 46).prefix(name)
      entries.append(Entry(name: String(decoding: bytes, as: UTF8.self), byteCount: size))
      offset += 46 + name + extra + comment
    }
  }

  var lines: [String] {
    let shown = entries.map { Messages.entry($0.name, byteCount: $0.byteCount) }
    let missing = count - entries.count
    return [Messages.entries(count)] + shown + (missing > 0 ? [Messages.furtherEntries(missing)] : [])
  }

  /// Searches backward from the end, past a comment of up to 64 kB.
  private static func end(of body: Data) -> Int? {
    let tail = body.suffix(22 + 0xFFFF)
    return tail.range(of: Data([0x50, 0x4B, 5, 6]), options: .backwards).map { $0.lowerBound - body.startIndex }
  }
}
