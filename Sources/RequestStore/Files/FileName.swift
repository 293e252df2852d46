/// Derives file names from the names of requests and folders.
enum FileName {
  /// The maximum bytes of a stem. File systems allow 255 for the whole name.
  static let limit = 200

  /// Removes characters from `name` that are invalid in file names on any system.
  static func stem(for name: String) throws(StoreError) -> String {
    var stem = String(String.UnicodeScalarView(name.unicodeScalars.map { isSafe($0) ? $0 : " " }))
    stem = stem.unicodeScalars.split(separator: " ").map { String($0) }.joined(separator: " ")
    // A dot in front would hide the file.
    stem = String(stem.unicodeScalars.drop { $0 == "." || $0 == " " })
    while stem.utf8.count > limit { stem.removeLast() }
    while let last = stem.unicodeScalars.last, last == "." || last == " " { stem.unicodeScalars.removeLast() }
    stem = String(stem.unicodeScalars.drop { $0 == " " })
    guard !stem.isEmpty else { throw .unusableName(name) }
    return stem
  }

  /// Returns `stem`, or `stem 2`, `stem 3` …, the first that is unused, ignoring case.
  static func free(_ stem: String, suffix: String, taken: some Sequence<String>) -> String {
    let taken = Set(taken.map { $0.lowercased() })
    var candidate = stem + suffix
    var number = 2
    while taken.contains(candidate.lowercased()) {
      candidate = "\(stem) \(number)\(suffix)"
      number += 1
    }
    return candidate
  }

  /// Reserved names.
  static let reserved: Set<String> = ["collection", "folder", "environments"]

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    !"/\\:*?\"<>|".unicodeScalars.contains(scalar) && scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
      && scalar.properties.generalCategory != .format && scalar.properties.generalCategory != .lineSeparator
  }
}
