package struct FileMatches: Equatable, Sendable {
  package var address: Address
  package var matches: [FoundText]
  /// The version that was searched: a fingerprint of the file's bytes; `nil` for unsaved edits.
  package var version: String?
  /// Why nothing can be replaced in it.
  package var whyReadOnly: String?

  package init(address: Address, matches: [FoundText], version: String?) {
    (self.address, self.matches, self.version) = (address, matches, version)
  }

  package var isUnsaved: Bool { version == nil }
}

package struct SearchResult: Equatable, Sendable {
  /// In the order of their paths.
  package var files: [FileMatches] = []
  /// The number of files that were read.
  package var searched = 0
  /// The files that may have a match but cannot be read, and the folders that cannot be listed.
  package var unread: [UnreadFile] = []
  /// Whether there are more matches than are listed.
  package var isCut = false
  /// Whether there are collections with requests that only their base has. They are not searched.
  package var hasBases = false

  package init() {}

  package static let remarkOnBases = "Requests that only a base has are not searched"

  package var matchCount: Int { files.reduce(0) { $0 + $1.matches.count } }
}

/// A file or folder that a search could not read.
package struct UnreadFile: Equatable, Sendable {
  package var address: Address
  /// Why, with the path.
  package var problem: String

  package init(_ address: Address, _ problem: String) { (self.address, self.problem) = (address, problem) }
}

/// Matches to replace, by their numbers in each file.
package struct ChosenMatches: Equatable, Sendable {
  package var address: Address
  /// The version of the file that they were found in.
  package var version: String
  package var numbers: Set<Int>

  package init(_ address: Address, version: String, _ numbers: Set<Int>) {
    (self.address, self.version, self.numbers) = (address, version, numbers)
  }
}
