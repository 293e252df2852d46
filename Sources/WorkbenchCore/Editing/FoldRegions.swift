/// The foldable regions of a text: brackets, elements, or indented lines.
struct FoldRegions: Equatable, Sendable {
  /// Sorted by their first line, the longer ones first.
  private(set) var all: [ClosedRange<Int>] = []

  init() {}

  init(_ buffer: TextBuffer, _ language: CodeLanguage) {
    let bytes = buffer.bytes(in: 0..<buffer.count)
    let found: [ClosedRange<Int>] =
      bytes.withUnsafeBufferPointer { bytes in
        switch language {
        case .json, .javascript, .graphql: BracketReader.regions(in: bytes, language)
        case .xml, .html: ElementReader.regions(in: bytes, isHTML: language == .html)
        case .plain, .form, .markdown, .table: Self.indented(bytes)
        }
      }
    all = found.sorted { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) }
  }

  /// The region that starts at a line, else the innermost one around it.
  func region(at line: Int) -> ClosedRange<Int>? {
    all.first { $0.lowerBound == line } ?? all.last { $0.contains(line) }
  }

  /// The innermost region around another one.
  func region(around inner: ClosedRange<Int>) -> ClosedRange<Int>? {
    all.last { $0 != inner && $0.lowerBound <= inner.lowerBound && $0.upperBound >= inner.upperBound }
  }

  /// The depth of each region, from 0. One around all others does not count: its lines stay in sight.
  var depths: [Int] {
    var open: [ClosedRange<Int>] = []
    var depths: [Int] = []
    depths.reserveCapacity(all.count)
    for region in all {
      while let last = open.last, last.upperBound < region.lowerBound { open.removeLast() }
      depths.append(open.count)
      open.append(region)
    }
    guard let first = all.first, all.count > 1, all.allSatisfy({ $0.upperBound <= first.upperBound }) else {
      return depths
    }
    return depths.map { $0 - 1 }
  }

  /// The regions from a depth on.
  func below(_ depth: Int) -> [ClosedRange<Int>] {
    zip(all, depths).filter { $0.1 >= max(0, depth) }.map(\.0)
  }

  var deepest: Int { depths.max() ?? -1 }

  /// A line and the lines below it that are indented deeper.
  private static func indented(_ bytes: UnsafeBufferPointer<UInt8>) -> [ClosedRange<Int>] {
    var regions: [ClosedRange<Int>] = []
    var open: [(line: Int, indent: Int)] = []
    var (line, last, start) = (0, 0, 0)
    func close(_ indent: Int) {
      while let top = open.last, top.indent >= indent {
        open.removeLast()
        if last > top.line { regions.append(top.line...last) }
      }
    }
    while start <= bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let indent = bytes[start..<end].prefix { $0 == 0x20 || $0 == 0x09 }.count
      if start + indent < end {
        close(indent)
        open.append((line, indent))
        last = line
      }
      line += 1
      start = end + 1
    }
    close(0)
    return regions
  }
}

/// Finds pairs of brackets outside of strings and comments.
private struct BracketReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let quotes: [UInt8]
  private let comment: UInt8
  private var place = 0
  private var line = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ language: CodeLanguage) {
    self.bytes = bytes
    quotes = language == .javascript ? Array("\"'`".utf8) : [UInt8(ascii: "\"")]
    comment = language == .graphql ? UInt8(ascii: "#") : UInt8(ascii: "/")
  }

  static func regions(in bytes: UnsafeBufferPointer<UInt8>, _ language: CodeLanguage) -> [ClosedRange<Int>] {
    var reader = BracketReader(bytes, language)
    return reader.read()
  }

  private mutating func read() -> [ClosedRange<Int>] {
    var regions: [ClosedRange<Int>] = []
    var open: [Int] = []
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case 0x0A: line += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): open.append(line)
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
        if let first = open.popLast(), first < line { regions.append(first...line) }
      case comment: skipComment()
      default: if quotes.contains(byte) { skipString(byte) }
      }
      place += 1
    }
    return regions
  }

  /// Leaves the place on the last byte of the string.
  private mutating func skipString(_ quote: UInt8) {
    let isLong = quote == UInt8(ascii: "`") || isTripled(place)
    place += isLong && quote != UInt8(ascii: "`") ? 3 : 1
    while place < bytes.count {
      switch bytes[place] {
      case quote where !isLong || quote == UInt8(ascii: "`") || isTripled(place):
        if isLong, quote != UInt8(ascii: "`") { place += 2 }
        return
      case UInt8(ascii: "\\"): place += 1
      case 0x0A:
        line += 1
        // An unclosed string ends with its line.
        if !isLong { return }
      default: break
      }
      place += 1
    }
  }

  private func isTripled(_ place: Int) -> Bool {
    comment == UInt8(ascii: "#") && place + 2 < bytes.count && bytes[place] == UInt8(ascii: "\"")
      && bytes[place + 1] == UInt8(ascii: "\"") && bytes[place + 2] == UInt8(ascii: "\"")
  }

  private mutating func skipComment() {
    if comment == UInt8(ascii: "#") { return skipLine() }
    guard place + 1 < bytes.count else { return }
    if bytes[place + 1] == UInt8(ascii: "/") { return skipLine() }
    guard bytes[place + 1] == UInt8(ascii: "*") else { return }
    place += 2
    while place + 1 < bytes.count, bytes[place] != UInt8(ascii: "*") || bytes[place + 1] != UInt8(ascii: "/") {
      if bytes[place] == 0x0A { line += 1 }
      place += 1
    }
    place += 1
  }

  /// Leaves the place before the line break.
  private mutating func skipLine() {
    while place + 1 < bytes.count, bytes[place + 1] != 0x0A { place += 1 }
  }
}

/// Finds elements and comments of XML and HTML.
private struct ElementReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isHTML: Bool
  private var place = 0
  private var line = 0
  private var regions: [ClosedRange<Int>] = []
  private var open: [(name: String, line: Int)] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, isHTML: Bool) { (self.bytes, self.isHTML) = (bytes, isHTML) }

  static func regions(in bytes: UnsafeBufferPointer<UInt8>, isHTML: Bool) -> [ClosedRange<Int>] {
    var reader = ElementReader(bytes, isHTML: isHTML)
    reader.read()
    return reader.regions
  }

  private mutating func read() {
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "<") {
        readTag()
      } else {
        step()
      }
    }
  }

  private mutating func step() {
    if bytes[place] == 0x0A { line += 1 }
    place += 1
  }

  private mutating func readTag() {
    let first = line
    if starts(with: "<!--") { return skip(past: "-->", from: first) }
    if starts(with: "<![CDATA[") { return skip(past: "]]>", from: first) }
    if starts(with: "<!") || starts(with: "<?") { return skip(past: ">", from: first) }
    let closes = starts(with: "</")
    place += closes ? 2 : 1
    let name = readName()
    var quote: UInt8?
    var last: UInt8 = 0
    while place < bytes.count {
      let byte = bytes[place]
      if quote == nil, byte == UInt8(ascii: ">") { break }
      if quote == byte { quote = nil } else if quote == nil, byte == 0x22 || byte == 0x27 { quote = byte }
      last = byte
      step()
    }
    if closes {
      close(name)
    } else if last != UInt8(ascii: "/"), !(isHTML && Self.empty.contains(name)), !name.isEmpty {
      open.append((name, first))
    }
  }

  /// Closes an element and the unclosed elements in it.
  private mutating func close(_ name: String) {
    guard let index = open.lastIndex(where: { $0.name == name }) else { return }
    if open[index].line < line { regions.append(open[index].line...line) }
    open.removeSubrange(index...)
  }

  private mutating func readName() -> String {
    let start = place
    while place < bytes.count, bytes[place] > 0x20, bytes[place] != UInt8(ascii: ">"), bytes[place] != UInt8(ascii: "/")
    {
      place += 1
    }
    let name = String(decoding: bytes[start..<place], as: UTF8.self)
    return isHTML ? name.lowercased() : name
  }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      place + text.count <= bytes.count && text.indices.allSatisfy { bytes[place + $0] == text[$0] }
    }
  }

  private mutating func skip(past end: StaticString, from first: Int) {
    while place < bytes.count, !starts(with: end) { step() }
    if first < line { regions.append(first...line) }
    place = min(bytes.count, place + end.utf8CodeUnitCount)
  }

  /// Elements of HTML without an end tag.
  private static let empty: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]
}
