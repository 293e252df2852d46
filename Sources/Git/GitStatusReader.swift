/// Parses the output of `git status --porcelain=v2 -z`.
package struct GitStatusReader {
  private var status = GitStatus()
  private var records: ArraySlice<Substring>

  /// - Parameter text: The output, whose records end with NUL. A file name may contain anything else.
  package static func read(_ text: String) -> GitStatus {
    // Split the UTF-8 bytes: letters of a name may combine with adjacent characters.
    let records = text.utf8.split(separator: 0).map { Substring($0) }
    var reader = GitStatusReader(records: records[...])
    reader.run()
    return reader.status
  }

  private mutating func run() {
    while let record = records.popFirst() { readRecord(record) }
    status.entries.sort { ($1.isConflicted ? 1 : 0, $0.path) < ($0.isConflicted ? 1 : 0, $1.path) }
  }

  private mutating func readRecord(_ record: Substring) {
    switch record.utf8.first {
    case UInt8(ascii: "#"): readHeader(record)
    case UInt8(ascii: "1"): readChange(record, fields: 8)
    case UInt8(ascii: "2"):
      readChange(record, fields: 9)
      // The former name is a separate record.
      if let original = records.popFirst(), let last = status.entries.indices.last {
        status.entries[last].original = Address(String(original))
      }
    case UInt8(ascii: "u"): readConflict(record)
    case UInt8(ascii: "?"):
      var entry = Self.entry(record.utf8.dropFirst(2))
      entry.isUntracked = true
      status.entries.append(entry)
    case UInt8(ascii: "!"): status.ignored.append(Self.entry(record.utf8.dropFirst(2)).path)
    default: break
    }
  }

  private mutating func readHeader(_ record: Substring) {
    let words = record.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3 else { return }
    switch words[1] {
    case "branch.oid": status.branch.commit = words[2] == "(initial)" ? nil : words[2]
    case "branch.head": status.branch.name = words[2] == "(detached)" ? nil : words[2]
    case "branch.upstream": status.branch.upstream = words[2]
    case "branch.ab":
      let counts = words[2].split(separator: " ").compactMap { Int($0) }.map { abs($0) }
      if counts.count == 2 { (status.branch.ahead, status.branch.behind) = (counts[0], counts[1]) }
    default: break
    }
  }

  /// - Parameter fields: The number of words before the path.
  private mutating func readChange(_ record: Substring, fields: Int) {
    let words = record.utf8.split(separator: UInt8(ascii: " "), maxSplits: fields)
    guard words.count == fields + 1, words[1].count == 2, let path = words.last else { return }
    var entry = Self.entry(path)
    entry.index = Self.change(words[1].first)
    entry.workTree = Self.change(words[1].last)
    status.entries.append(entry)
  }

  private mutating func readConflict(_ record: Substring) {
    let words = record.utf8.split(separator: UInt8(ascii: " "), maxSplits: 10)
    guard words.count == 11, let path = words.last else { return }
    var entry = Self.entry(path)
    entry.conflict = GitConflict(rawValue: String(Substring(words[1]))) ?? .bothModified
    status.entries.append(entry)
  }

  private static func entry(_ path: Substring.UTF8View) -> GitEntry {
    let isFolder = path.last == UInt8(ascii: "/")
    var entry = GitEntry(Address(String(Substring(isFolder ? path.dropLast() : path))))
    entry.isFolder = isFolder
    return entry
  }

  private static func change(_ letter: UInt8?) -> GitChange? {
    letter.flatMap { GitChange(rawValue: String(UnicodeScalar($0))) }
  }
}
