internal import Glibc

/// Text compared by its bytes.
///
/// `String ==` treats "é" and "e\u{301}" as equal, but they can be the names of two files, variables or members.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: ExactText, b: ExactText) -> Bool { a.text.isExactly(b.text) }

  // Equal bytes have equal `String` hashes.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String {
  /// Whether both have the same bytes.
  package func isExactly(_ other: String) -> Bool {
    // `elementsEqual` compares byte by byte.
    guard utf8.count == other.utf8.count else { return false }
    let isEqual = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { memcmp(own.baseAddress!, $0.baseAddress!, own.count) == 0 }
    }
    return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension StringProtocol {
  /// Whether both have the same bytes.
  @inlinable package func isExactly(_ other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}
