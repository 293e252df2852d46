import RequestModel

/// The lower-case paths and titles of all requests, one after the other, so that thousands of them can be searched per
/// keystroke.
struct TreeSearch: Equatable, Sendable {
  private var text: [UInt8] = []
  private var entries: [Entry] = []

  private struct Entry: Equatable, Sendable {
    /// The index of its node.
    var node: Int
    /// The offsets at which its path and its title begin.
    var start: Int
    var title: Int
    var end: Int
  }

  init() {}

  init(_ nodes: [CollectionNode]) {
    text.reserveCapacity(nodes.count * 64)
    for (index, node) in nodes.enumerated() where !node.isFolder {
      let start = text.count
      addName(node.address.path)
      // Without the file's extension.
      if let dot = text[start...].lastIndex(of: UInt8(ascii: ".")) { text.removeSubrange(dot...) }
      text.append(UInt8(ascii: " "))
      let title = text.count
      addName(node.title)
      entries.append(Entry(node: index, start: start, title: title, end: text.count))
    }
  }

  private mutating func addName(_ name: String) {
    let start = text.count
    text.append(contentsOf: name.utf8)
    if text[start...].allSatisfy({ $0 < 0x80 }) {
      for index in start..<text.count where UInt8(ascii: "A")...UInt8(ascii: "Z") ~= text[index] { text[index] |= 0x20 }
    } else {
      text.replaceSubrange(start..., with: name.lowercased().utf8)
    }
  }

  /// The requests whose path or title contains every word, and the first of them with `words` in its title.
  func matches(_ words: String) -> (nodes: [Int], titled: Int?) {
    let typed = words.lowercased()
    let parts = typed.split(separator: " ").map { Word(String($0)) }
    let whole = Word(typed)
    var found: [Int] = []
    var titled: Int?
    text.withUnsafeBufferPointer { text in
      for entry in entries where parts.allSatisfy({ $0.isIn(text[entry.start..<entry.end]) }) {
        found.append(entry.node)
        if titled == nil, whole.isIn(text[entry.title..<entry.end]) { titled = entry.node }
      }
    }
    return (found, titled)
  }

  /// A searched word. Letters beyond ASCII are compared as characters: they have several spellings.
  private struct Word {
    let text: String
    let bytes: [UInt8]
    let isASCII: Bool

    init(_ text: String) {
      self.text = text
      bytes = Array(text.utf8)
      isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    func isIn(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
      guard isASCII else { return String(decoding: name, as: UTF8.self).contains(text) }
      guard let first = bytes.first else { return true }
      var start = name.startIndex
      let last = name.endIndex - bytes.count
      while start <= last {
        if name[start] == first, name[start..<(start + bytes.count)].elementsEqual(bytes) { return true }
        start += 1
      }
      return false
    }
  }
}
