/// Searches and replaces in the texts of one file.
package struct FileSearch: Sendable {
  private let matcher: any TextMatching
  private let places: Set<SearchPlace>

  package init(_ matcher: any TextMatching, in places: Set<SearchPlace>) {
    (self.matcher, self.places) = (matcher, places)
  }

  /// All matches in the order of the file.
  ///
  /// - Parameter text: The file's text, for positions.
  /// - Throws: Why one of its texts cannot be searched.
  package func matches(
    in document: JSONObject, role: FileRole, text: JSONText? = nil
  ) throws(FileSearchProblem) -> [FoundText] {
    var found: [FoundText] = []
    var positions = text.map(JSONPositions.init)
    let texts = FileTexts(places: places) { (file) throws(FileSearchProblem) -> String? in
      let bytes = Array(file.text.utf8)
      let matches = try matcher.matches(in: bytes)
      guard !matches.isEmpty else { return nil }
      let isSecret = !file.isName && file.isSecret
      let position = file.spot.isInText ? nil : positions?.position(of: file.spot.place)
      for match in matches {
        found.append(FoundText(match, in: bytes, file, isSecret: isSecret, position))
      }
      return nil
    }
    _ = try texts.visit(document, role: role)
    return found
  }

  /// Replaces the matches that are chosen, by their numbers in the order of `matches`.
  ///
  /// - Throws: Why the result would not be such a file.
  package func replacing(
    _ chosen: Set<Int>, in document: JSONObject, role: FileRole
  ) throws(FileSearchProblem) -> JSONObject {
    var number = 0
    let texts = FileTexts(places: places) { (file) throws(FileSearchProblem) -> String? in
      let bytes = Array(file.text.utf8)
      let matches = try matcher.matches(in: bytes)
      let own = matches.enumerated().filter { chosen.contains(number + $0.offset) }.map(\.element)
      number += matches.count
      return own.isEmpty ? nil : Self.replacing(own, in: bytes)
    }
    let result = try texts.visit(document, role: role)
    do throws(DocumentError) {
      return try SavedFile(document: result, role: role).document
    } catch {
      throw FileSearchProblem(error.problem)
    }
  }

  package func replacing(_ chosen: Set<Int>, in file: SavedFile) throws(FileSearchProblem) -> SavedFile {
    var result = file
    result.document = try replacing(chosen, in: file.document, role: file.role)
    return result
  }

  private static func replacing(_ matches: [TextMatch], in bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var end = 0
    for match in matches {
      result += bytes[end..<match.range.lowerBound] + (match.replacement ?? Array(bytes[match.range]))
      end = match.range.upperBound
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }
}

extension FileText {
  /// Whether the text is a credential, or looks like one.
  fileprivate var isSecret: Bool {
    ChangeText(isSecret: spot.isSecret).text(of: .string(text), .lines) != text
  }
}

extension FoundText {
  /// The most bytes that are shown before and after a match.
  private static let context = 160

  fileprivate init(
    _ match: TextMatch, in bytes: [UInt8], _ file: FileText, isSecret: Bool, _ position: TextPosition?
  ) {
    label = file.spot.label.text + (file.isName ? " (name)" : "")
    place = file.place
    self.isSecret = isSecret
    self.position = position
    let start = Self.start(bytes, before: match.range.lowerBound)
    let end = Self.end(bytes, after: match.range.upperBound)
    let (before, after) = (bytes[start..<match.range.lowerBound], bytes[match.range.upperBound..<end])
    guard !isSecret else {
      (line, replaced) = (FieldChange.mask, match.replacement == nil ? nil : FieldChange.mask)
      (range, newRange) = (0..<0, 0..<0)
      return
    }
    line = String(decoding: bytes[start..<end], as: UTF8.self)
    range = before.count..<(before.count + match.range.count)
    let new = match.replacement ?? []
    replaced = match.replacement.map { String(decoding: before + $0 + after, as: UTF8.self) }
    newRange = before.count..<(before.count + new.count)
  }

  private static func start(_ bytes: [UInt8], before offset: Int) -> Int {
    var start = offset
    while start > 0, offset - start < context, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    while start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 }
    return start
  }

  private static func end(_ bytes: [UInt8], after offset: Int) -> Int {
    var end = offset
    while end < bytes.count, end - offset < context, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    while end > offset, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }
}
