internal import Foundation

/// Looks for secrets in the text of a collection's file.
///
/// Recognizes a secret by its shape, by its name, or by its place and randomness. In credential fields and headers, any
/// text is a secret. Values that contain variables or are marked as examples are not secrets. Finds all secrets of a text.
/// The text of a body is searched for members of JSON and pairs of forms, too.
package struct LikelySecretSearch {
  /// Values that the collection lists as harmless.
  private let known: Set<String>
  private var found: [LikelySecret] = []
  /// Whether it finds the doubtful values instead.
  private var isDoubtful = false
  /// Where the search is.
  private var place = JSONLocation()

  package static func secrets(in document: JSONObject, known: Set<String>) -> [LikelySecret] {
    var search = LikelySecretSearch(known: known)
    search.visit(.object(document), Spot(name: "", shape: .members(fields)))
    return search.found
  }

  /// Finds values that may be credentials by their names, and are not among the `secrets`: words and numbers.
  package static func doubtful(in document: JSONObject, known: Set<String>) -> [LikelySecret] {
    var search = LikelySecretSearch(known: known)
    search.isDoubtful = true
    search.visit(.object(document), Spot(name: "", shape: .members(fields)))
    return search.found
  }

  private static let fields = FileRole.request.fields + FileRole.collection.fields + FileRole.environment.fields

  /// Where a value is.
  private struct Spot {
    /// The innermost member or row.
    var name: String
    var shape: FieldShape
    /// Whether the place is one of a credential, which a value of another kind would hardly have.
    var isSecret = false
    /// Whether any text there is a credential.
    var isCredential = false
    /// The values with names in the text there.
    var values: [NamedBodyValue] = []
  }

  /// Whether the search is at the text of a body, which may be an array of lines.
  private var isAtBodyText: Bool { place.steps.count == 2 && place.steps == [.key("body"), .key("text")] }

  private mutating func visit(_ value: JSONValue, _ spot: Spot) {
    switch value {
    case .null, .bool, .number: break
    case .string(let string):
      var spot = spot
      if isAtBodyText { spot.values = NamedBodyValue.values(in: [string.value])[0] }
      look(at: string.value, spot)
    case .array(let elements):
      var inner = Spot(name: spot.name, shape: spot.shape.element, isSecret: spot.isSecret)
      let values = isAtBodyText ? NamedBodyValue.values(in: elements.map { $0.string ?? "" }) : nil
      for (index, element) in elements.enumerated() {
        inner.values = values?[index] ?? []
        visit(element, inner, step: .index(index))
      }
    case .object(let object): visit(object, in: spot)
    }
  }

  private mutating func visit(_ value: JSONValue, _ spot: Spot, step: JSONLocation.Step) {
    if case .number = value { return }
    place.steps.append(step)
    visit(value, spot)
    place.steps.removeLast()
  }

  private mutating func visit(_ object: JSONObject, in outer: Spot) {
    // The name of a table row describes its value.
    let row = object["name"]?.string.flatMap { object["value"] == nil ? nil : $0 }
    let isHeader = place.steps.first == .key("headers") && place.steps.count == 2
    for member in object.members where !Self.skipped.contains(member.key.value) {
      let name = member.key.value
      let isField = outer.shape.field(name)?.isSecret ?? false
      let isValue = name.isExactly("value")
      visit(
        member.value,
        Spot(
          name: isValue ? row ?? outer.name : name, shape: outer.shape.member(name),
          isSecret: isField || AuthKind.named(outer.name)?.field(name)?.isSecret ?? false,
          isCredential: isField || isValue && isHeader && row.map(CredentialHeader.isNamed) ?? false),
        step: .key(name))
    }
  }

  /// Members for people and for the program itself.
  private static let skipped: Set<String> = ["docs", "id", "notSecret", "$schema"]

  // MARK: One text

  /// A secret in a text.
  private struct Finding {
    let likeness: String
    var range: Range<String.Index>
    /// The name that the text itself gives to the secret.
    var name: String?
  }

  private mutating func look(at text: String, _ spot: Spot) {
    guard known.isEmpty || !known.contains(text) else { return }
    var text = text
    // Ranges of tokens are those of contiguous text.
    text.makeContiguousUTF8()
    var secrets: Set<ExactText> = []
    let findings = isDoubtful ? doubts(in: text, spot) : findings(in: text, spot)
    for finding in Self.merged(findings + self.findings(among: spot.values, of: text)) {
      let secret = String(text[finding.range])
      guard secrets.insert(ExactText(secret)).inserted else { continue }
      let part = place.steps.last == .key("url") ? LikelySecret.part(at: finding.range, ofURL: text) : nil
      let name = finding.name ?? part ?? spot.name
      found.append(LikelySecret(place: place, name: name, likeness: finding.likeness, secret: secret))
    }
  }

  private func findings(in text: String, _ spot: Spot) -> [Finding] {
    if text.containsExactly("-----BEGIN ") && text.containsExactly("PRIVATE KEY-----") {
      return [Finding(likeness: "a private key", range: text.startIndex..<text.endIndex)]
    }
    var findings: [Finding] = []
    for shape in TokenShape.candidates(in: text) {
      for token in shape.all(in: text) {
        guard !known.contains(String(token)), !NamedCredential.isExample(String(token)) else { continue }
        findings.append(Finding(likeness: shape.name, range: token.startIndex..<token.endIndex))
      }
    }
    findings += passwords(ofURLsIn: text, spot)
    findings += parameters(ofURL: text, spot)
    findings += credentials(ofValue: text, spot)
    return findings
  }

  private func doubts(in text: String, _ spot: Spot) -> [Finding] {
    guard NamedCredential.isPossible(spot.name, text), findings(in: text, spot).isEmpty else { return [] }
    return [Finding(likeness: "a credential", range: text.startIndex..<text.endIndex)]
  }

  /// The values with names that are credentials, or may be.
  private func findings(among values: [NamedBodyValue], of text: String) -> [Finding] {
    values.compactMap { named -> Finding? in
      let spot = Spot(name: named.name, shape: .json)
      let start = text.utf8.index(text.startIndex, offsetBy: named.range.lowerBound)
      let end = text.utf8.index(start, offsetBy: named.range.count)
      let written = String(text[start..<end])
      // An escaped blank is one of a passphrase. Others are those of a sentence.
      let value = written.utf8.contains(0x20) ? named.value : named.value.replacingExactly(" ", with: "")
      guard !known.contains(named.value), !known.contains(written),
        let finding = (isDoubtful ? doubts(in: value, spot) : credentials(ofValue: value, spot)).first
      else { return nil }
      // With escapes, all of the value counts: the offsets in it are others.
      let scheme = value.utf8.distance(from: value.startIndex, to: finding.range.lowerBound)
      let isAsWritten = value.utf8.elementsEqual(written.utf8)
      let lower = isAsWritten ? text.utf8.index(start, offsetBy: scheme) : start
      return Finding(likeness: finding.likeness, range: lower..<end, name: named.name)
    }
  }

  /// Sorts findings by their places and joins those that overlap. Of equal ones, the first stays.
  private static func merged(_ findings: [Finding]) -> [Finding] {
    guard findings.count > 1 else { return findings }
    let sorted = findings.enumerated().sorted { one, other in
      let (a, b) = (one.element.range, other.element.range)
      if a.lowerBound != b.lowerBound { return a.lowerBound < b.lowerBound }
      if a.upperBound != b.upperBound { return a.upperBound > b.upperBound }
      return one.offset < other.offset
    }
    var merged: [Finding] = []
    for (_, finding) in sorted {
      guard let last = merged.last?.range, finding.range.lowerBound < last.upperBound else {
        merged.append(finding)
        continue
      }
      let index = merged.count - 1
      merged[index].name = merged[index].name ?? finding.name
      guard finding.range.upperBound > last.upperBound else { continue }
      merged[index].range = last.lowerBound..<finding.range.upperBound
    }
    return merged
  }

  /// The credentials in a text whose field, header or name says that it is one.
  private func credentials(ofValue text: String, _ spot: Spot) -> [Finding] {
    guard
      spot.isCredential || spot.isSecret || NamedCredential.isNamed(spot.name) || SecretName.isLikely(spot.name)
    else { return [] }
    // The scheme is in front of the value.
    let count = SecretName.withoutScheme(text).utf8.count
    let rest = text[text.utf8.index(text.endIndex, offsetBy: -count)...]
    if spot.isCredential { return literals(in: rest, spot.name) }
    let value = String(rest)
    let isLikely =
      NamedCredential.isLikely(spot.name, value) || Self.isRandom(value, atLeast: spot.isSecret ? 8 : 16)
    guard isLikely, !known.contains(value), Template(text).isPlainText else { return [] }
    return [Finding(likeness: "a credential", range: rest.startIndex..<rest.endIndex)]
  }

  /// The credentials in the text of a field or header that holds some.
  private func literals(in text: Substring, _ name: String) -> [Finding] {
    CredentialHeader.credentials(in: text, of: name).compactMap { part -> Finding? in
      let value = String(part)
      guard Template(value).isPlainText, !known.contains(value), !NamedCredential.isExample(value),
        !NamedCredential.isPlaceholder(value)
      else { return nil }
      return Finding(likeness: "a credential", range: part.startIndex..<part.endIndex)
    }
  }

  private static let endsOfURL = "/?#\\\"'<>&,;) \t\r\n"

  /// The fields that hold one URL and nothing else.
  private static let fieldsOfURLs: Set<String> = ["url", "proxy"]

  /// The passwords of URLs such as `https://user:password@host`, as they are written.
  ///
  /// In front of the host of a field's URL, any text is a password. In other texts and in the query of a URL, those that look
  /// random are.
  private func passwords(ofURLsIn text: String, _ spot: Spot) -> [Finding] {
    guard text.containsExactly("://"), text.containsExactly("@") else { return [] }
    // The variables of a URL may have blanks and quotes in their braces. In other texts, and in the query of a URL, these
    // end a URL, as marks between values do.
    var ends = (spot.name.isExactly("url") ? "/?#\\" : Self.endsOfURL).unicodeScalars
    var findings: [Finding] = []
    var rest = text[...]
    let own = Self.fieldsOfURLs.contains(spot.name) ? text.schemeMark : nil
    while let mark = rest.firstRangeExactly(of: "://") {
      defer { ends = Self.endsOfURL.unicodeScalars }
      rest = rest[mark.upperBound...]
      let authority = rest.unicodeScalars.prefix { !ends.contains($0) }
      guard let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") else { continue }
      let range = authority.index(after: colon)..<at
      let password = String(rest[range])
      let isLikely = mark == own ? Self.isLiteral(password) : Self.isRandom(password, atLeast: 8)
      guard isLikely, Template(password).variables.isEmpty, !known.contains(password),
        !known.contains(password.removingPercentEncoding ?? password)
      else { continue }
      findings.append(Finding(likeness: "a password", range: range))
    }
    return findings
  }

  /// Whether a password is not empty, and neither an example nor a placeholder.
  private static func isLiteral(_ password: String) -> Bool {
    !NamedCredential.isExample(password) && !NamedCredential.isPlaceholder(password)
  }

  /// The values of parameters such as `api_key` in the text of a URL.
  private func parameters(ofURL text: String, _ spot: Spot) -> [Finding] {
    let isField = spot.name.isExactly("url")
    guard isField || text.containsExactly("://") else { return [] }
    let (scalars, ends) = (text.unicodeScalars, " \t\r\n\"'<>".unicodeScalars)
    // In other texts than a URL, a semicolon ends a sentence or a statement.
    let marks = isField || !scalars.contains(where: { ends.contains($0) }) ? "?#;" : "?#"
    guard let start = scalars.firstIndex(where: { marks.unicodeScalars.contains($0) }) else { return [] }
    var findings: [Finding] = []
    for pair in scalars[start...].split(whereSeparator: { "?&#;".unicodeScalars.contains($0) || ends.contains($0) }) {
      guard let equals = pair.firstIndex(of: "="),
        SecretParameter.isLikely(URLQuery.decoded(String(pair[..<equals])).first?.name ?? "", "")
      else { continue }
      let range = pair.index(after: equals)..<pair.endIndex
      let secret = String(text[range])
      guard Self.isRandom(secret, atLeast: 8), Template(secret).isPlainText, !known.contains(secret) else { continue }
      findings.append(Finding(likeness: "a credential", range: range))
    }
    return findings
  }

  // MARK: Randomness

  /// Whether a text is one word with the disorder of a key: letters and digits, hardly repeated.
  private static func isRandom(_ text: String, atLeast count: Int) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= count, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !NamedCredential.isExample(text) else {
      return false
    }
    let letters = bytes.contains { (0x41...0x5A).contains($0 & 0xDF) }
    let others = bytes.contains { !(0x41...0x5A).contains($0 & 0xDF) }
    return letters && others && entropy(bytes) >= (count < 16 ? 2.5 : 3.2)
  }

  /// Shannon's, in bits for each byte.
  private static func entropy(_ bytes: [UInt8]) -> Double {
    var counts: [UInt8: Double] = [:]
    for byte in bytes { counts[byte, default: 0] += 1 }
    return counts.values.reduce(0) { sum, count in
      let share = count / Double(bytes.count)
      return sum - share * log2(share)
    }
  }
}
