/// Splits text into the words of the search index.
///
/// The rules are part of the file format: an exchange is removed from the index by the terms it was added with.
enum SearchWords {
  /// In bytes. Longer words are cut.
  static let longest = 32

  /// Calls `take` with each word in lower case, and with the parts of a word in camel case.
  static func forEach(in text: some StringProtocol, _ take: (String) -> Void) {
    var (word, part) = ("", "")
    var (hasParts, isAfterLower) = (false, false)
    func end() {
      if hasParts, !part.isEmpty { take(part) }
      if !word.isEmpty { take(word) }
      (word, part, hasParts, isAfterLower) = ("", "", false, false)
    }
    for scalar in text.unicodeScalars {
      guard scalar.isOfWord else {
        end()
        continue
      }
      if scalar.isIdeograph { end() }
      if isAfterLower, scalar.isUpper {
        take(part)
        (part, hasParts) = ("", true)
      }
      isAfterLower = scalar.isLower
      part.appendLowercased(scalar, upTo: longest)
      word.appendLowercased(scalar, upTo: longest)
      if scalar.isIdeograph { end() }
    }
    end()
  }

  /// Returns the words without their parts.
  static func whole(of text: String) -> [String] {
    var words: [String] = []
    forEach(in: text.lowercasedByScalar) { words.append($0) }
    return words
  }
}

extension Unicode.Scalar {
  // Looking up properties takes longer than all the rest.
  fileprivate var isUpper: Bool { isASCII ? ("A"..."Z").contains(self) : properties.isUppercase }
  fileprivate var isLower: Bool { isASCII ? ("a"..."z").contains(self) : properties.isLowercase }

  fileprivate var isOfWord: Bool {
    if isASCII { return ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self) }
    return properties.isAlphabetic || properties.numericType != nil || properties.generalCategory == .nonspacingMark
  }

  /// Scripts without spaces between words: each scalar is a word.
  fileprivate var isIdeograph: Bool { !isASCII && (properties.isIdeographic || (0x3040...0x30FF).contains(value)) }
}

extension String {
  fileprivate mutating func appendLowercased(_ scalar: Unicode.Scalar, upTo limit: Int) {
    guard utf8.count < limit else { return }
    if ("A"..."Z").contains(scalar), let lower = Unicode.Scalar(scalar.value + 32) {
      unicodeScalars.append(lower)
    } else if scalar.isASCII {
      unicodeScalars.append(scalar)
    } else {
      append(scalar.properties.lowercaseMapping)
    }
  }

  /// Lower case without the rules that depend on neighbours.
  var lowercasedByScalar: String {
    unicodeScalars.reduce(into: "") { $0.appendLowercased($1, upTo: .max) }
  }
}
