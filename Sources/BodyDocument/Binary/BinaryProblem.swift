/// Why bytes cannot be shown as the JSON that they mean.
struct BinaryProblem: Error, Equatable {
  enum Kind: Equatable {
    /// The library is missing; the text says which.
    case noLibrary(String)
    /// The bytes end within an item.
    case truncated
    /// The bytes are no item.
    case malformed
    /// A break that ends nothing, or a map between a key and its value.
    case misplacedBreak
    /// Something other than a definite string of the same kind in a string of several chunks.
    case badChunk
    /// Bytes after the value.
    case trailingBytes
    case tooDeep
    /// The JSON would be too large.
    case tooLarge
    case stopped
  }

  var kind: Kind
  var offset: Int
}
