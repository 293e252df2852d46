/// Keys pressed one after the other: `F5` alone, or `g b`.
package struct KeySequence: Hashable, Sendable {
  package let keys: [Key]

  package init(_ keys: [Key]) { self.keys = keys }
  package init(_ key: Key) { keys = [key] }

  /// Parses names separated by blanks, as in the settings.
  package init?(name: String) {
    let names = name.split(separator: " ")
    let keys = names.compactMap { Key(name: String($0)) }
    guard !keys.isEmpty, keys.count == names.count, keys.count <= Self.longest else { return nil }
    self.keys = keys
  }

  package static let longest = 4

  /// The sequence of `g` and a character, for going to places as in vim and helix.
  package static func go(_ character: Character) -> KeySequence {
    KeySequence([.character("g"), .character(character)])
  }

  /// Whether one begins with the other, so that only one of them can ever take effect.
  package func excludes(_ other: KeySequence) -> Bool {
    keys.starts(with: other.keys) || other.keys.starts(with: keys)
  }

  package func appending(_ key: Key) -> KeySequence { KeySequence(keys + [key]) }

  /// The shorter sequences that it begins with.
  package var prefixes: [KeySequence] { (1..<max(1, keys.count)).map { KeySequence(Array(keys.prefix($0))) } }
}

extension KeySequence: CustomStringConvertible {
  package var description: String { keys.map(\.description).joined(separator: " ") }
}
