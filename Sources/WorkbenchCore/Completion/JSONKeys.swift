import Foundation

/// The names of the members in JSON, complete or not.
enum JSONKeys {
  /// The number of bytes read from each text.
  private static let reach = 262_144
  private static let most = 2_000

  /// The names in the texts, each once, in order.
  static func names(in texts: [Data]) -> [String] {
    var seen: Set<String> = []
    var names: [String] = []
    for text in texts {
      forEach(in: text.prefix(reach)) { name in
        if names.count < most, seen.insert(name).inserted { names.append(name) }
      }
    }
    return names
  }

  /// Calls `found` with each string that a colon follows.
  private static func forEach(in text: Data, _ found: (String) -> Void) {
    text.withUnsafeBytes { bytes in
      var place = 0
      while place < bytes.count {
        guard bytes[place] == UInt8(ascii: "\"") else {
          place += 1
          continue
        }
        let start = place + 1
        place = start
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
          place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard place < bytes.count else { return }
        let end = place
        place += 1
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
        guard place < bytes.count, bytes[place] == UInt8(ascii: ":"), end > start, end - start < 200 else { continue }
        let name = String(decoding: bytes[start..<end], as: UTF8.self)
        if !name.contains("\\"), !name.contains("{{") { found(name) }
      }
    }
  }
}
