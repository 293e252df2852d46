/// The lower-case methods, paths and titles of all requests, one after the other, so that thousands of them can be
/// searched per keystroke.
struct TreeSearch: Equatable, Sendable {
  private var text: [UInt8] = []
  private var entries: [Entry] = []

  private struct Entry: Equatable, Sendable {
    /// The index of its node.
    var node: Int
    /// The offsets at which its method, its path and its title begin.
    var method: Int
    var start: Int
    var title: Int
    var end: Int
  }

  init() {}

  init(_ nodes: [CollectionNode]) {
    text.reserveCapacity(nodes.count * 64)
    for (index, node) in nodes.enumerated() where !node.isFolder {
      let method = text.count
      if case .request(let name, _) = node.kind { addName(name) }
      let start = text.count
      addName(node.address.path)
      // Without the file's extension.
      if let dot = text[start...].lastIndex(of: UInt8(ascii: ".")) { text.removeSubrange(dot...) }
      text.append(UInt8(ascii: " "))
      let title = text.count
      addName(node.title)
      entries.append(Entry(node: index, method: method, start: start, title: title, end: text.count))
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

  struct Found: Equatable, Sendable {
    /// The requests whose path or title contains every word. Beside another word, one may be the method.
    var nodes: [Int] = []
    /// The first of them with all the words in its title, as they were typed.
    var titled: Int?
  }

  func matches(_ words: String) -> Found {
    let typed = words.lowercased()
    let parts = typed.split(separator: " ").map { Word(String($0)) }
    let whole = Word(typed)
    var found = Found()
    text.withUnsafeBufferPointer { text in
      func has(_ word: Word, _ entry: Entry) -> Bool {
        word.isIn(text[entry.start..<entry.end])
          || parts.count > 1 && text[entry.method..<entry.start].elementsEqual(word.bytes)
      }
      for entry in entries where parts.allSatisfy({ has($0, entry) }) {
        found.nodes.append(entry.node)
        if found.titled == nil, whole.isIn(text[entry.title..<entry.end]) { found.titled = entry.node }
      }
    }
    return found
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
      return bytes.withUnsafeBufferPointer { ByteSearch.offset(of: $0, in: UnsafeBufferPointer(rebasing: name)) != nil }
    }
  }
}
