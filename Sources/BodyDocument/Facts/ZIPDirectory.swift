import Foundation
import Pictures

/// The names in a ZIP archive, from its central directory: APPNOTE 4.3.12 and 4.3.16. Nothing is decompressed.
struct ZIPDirectory {
  /// The names that are shown.
  private static let maximumNames = 200

  private struct Entry {
    var name: String
    var byteCount: Int
  }

  private let count: Int
  private var entries: [Entry] = []

  /// `nil` where the end of the archive is not there, or beyond 4 GB.
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

  /// Backward from the end of the body, where a comment of up to 64 kB may stand.
  private static func end(of body: Data) -> Int? {
    let tail = body.suffix(22 + 0xFFFF)
    return tail.range(of: Data([0x50, 0x4B, 5, 6]), options: .backwards).map { $0.lowerBound - body.startIndex }
  }
}
