import Foundation

/// Lower-case titles, paths and methods, one after the other, so that thousands of them can be ranked per keystroke.
struct NameIndex: Equatable, Sendable {
  private var text: [UInt8] = []
  private var entries: [Entry] = []

  private struct Entry: Equatable, Sendable {
    var title: Int32
    var path: Int32
    var method: Int32
    var end: Int32
    /// The points that its use adds to its score.
    var bonus: Int32
    /// The letters that it has, one bit each.
    var letters: UInt64
  }

  /// The best of all names, and how many were found.
  struct Found: Equatable, Sendable {
    var hits: [Hit] = []
    var total = 0
  }

  struct Hit: Equatable, Sendable {
    var index: Int
    var score: Int
  }

  var count: Int { entries.count }

  mutating func reserve(_ count: Int) {
    entries.reserveCapacity(count)
    text.reserveCapacity(count * 64)
  }

  mutating func add(_ title: String, _ path: String, method: String = "", bonus: Int = 0) {
    let start = text.count
    append(title)
    let middle = text.count
    append(path)
    let pathEnd = text.count
    append(method)
    var letters: UInt64 = 0
    for byte in text[start...] { letters |= Self.bit(byte) }
    entries.append(
      Entry(
        title: Int32(start), path: Int32(middle), method: Int32(pathEnd), end: Int32(text.count), bonus: Int32(bonus),
        letters: letters))
  }

  private mutating func append(_ name: String) {
    let start = text.count
    var isASCII = true
    for byte in name.utf8 {
      isASCII = isASCII && byte < 0x80
      text.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte)
    }
    if !isASCII { text.replaceSubrange(start..., with: Self.folded(name)) }
  }

  /// Letters in lower case, in one of their spellings.
  static func folded(_ text: String) -> [UInt8] {
    Array((text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping).lowercased().utf8)
  }

  private static func bit(_ byte: UInt8) -> UInt64 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 1 << UInt64(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): 1 << UInt64(byte - UInt8(ascii: "0") + 26)
    case 0x80...: 1 << 63
    default: 1 << (36 + UInt64(byte) % 27)
    }
  }

  /// Whether the letters of a name allow that it has all words, perhaps misspelled.
  func mayHave(_ words: [[UInt8]], misspelledAt index: Int) -> Bool {
    words.allSatisfy { word in
      let letters = word.reduce(UInt64(0)) { $0 | Self.bit($1) }
      return (letters & ~entries[index].letters).nonzeroBitCount <= Spelling.mistakes(in: word.count)
    }
  }

  /// A match in a title counts more than the same one in a path.
  private static let titleBonus = 10

  /// The best names with all words in their title or path. With several words, one may match the start of the method.
  ///
  /// - Parameter candidates: The entries to look at: those found for a beginning of the words. Replaced by those found.
  func best(_ words: [[UInt8]], of candidates: inout [UInt32]?, limit: Int) -> Found {
    let letters = words.joined().reduce(UInt64(0)) { $0 | Self.bit($1) }
    var (found, scores): ([UInt32], [UInt16]) = ([], [])
    found.reserveCapacity(candidates?.count ?? entries.count)
    scores.reserveCapacity(found.capacity)
    text.withUnsafeBufferPointer { text in
      entries.withUnsafeBufferPointer { entries in
        func look(at index: UInt32) {
          let entry = entries[Int(index)]
          guard entry.letters & letters == letters, let score = Self.score(words, entry, text) else { return }
          found.append(index)
          scores.append(UInt16(clamping: score + Int(entry.bonus)))
        }
        if let candidates {
          for index in candidates { look(at: index) }
        } else {
          for index in 0..<UInt32(entries.count) { look(at: index) }
        }
      }
    }
    candidates = found
    return Found(hits: Self.best(found, scores, limit), total: found.count)
  }

  private static func score(_ words: [[UInt8]], _ entry: Entry, _ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var total = 0
    for word in words {
      let title = LetterMatch.score(word, in: text[Int(entry.title)..<Int(entry.path)]).map { $0 + titleBonus }
      if let title, title >= LetterMatch.prefix {
        total += title
        continue
      }
      let path = LetterMatch.score(word, in: text[Int(entry.path)..<Int(entry.method)])
      var score = title.map { max($0, path ?? 0) } ?? path
      let isMethod = words.count > 1 && begins(text[Int(entry.method)..<Int(entry.end)], with: word)
      if isMethod { score = max(score ?? 0, LetterMatch.atBoundary) }
      guard let score else { return nil }
      total += score
    }
    return total
  }

  private static func begins(_ method: Slice<UnsafeBufferPointer<UInt8>>, with word: [UInt8]) -> Bool {
    guard word.count <= method.count else { return false }
    for index in word.indices where method[method.startIndex + index] != word[index] { return false }
    return true
  }

  /// The `limit` best, found by counting scores instead of sorting all of them. Equal ones keep their order.
  private static func best(_ found: [UInt32], _ scores: [UInt16], _ limit: Int) -> [Hit] {
    var least = 0
    if found.count > limit {
      var counts = [Int](repeating: 0, count: Int(scores.max() ?? 0) + 1)
      for score in scores { counts[Int(score)] += 1 }
      var sum = 0
      least = counts.count
      while least > 0, sum < limit {
        least -= 1
        sum += counts[least]
      }
    }
    var hits: [Hit] = []
    for (index, score) in zip(found, scores) where score >= least {
      hits.append(Hit(index: Int(index), score: Int(score)))
    }
    hits.sort { ($0.score, $1.index) > ($1.score, $0.index) }
    return Array(hits.prefix(limit))
  }
}
