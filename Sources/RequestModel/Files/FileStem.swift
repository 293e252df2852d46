/// Derives file names from the names of requests and folders.
package enum FileStem {
  /// The maximum bytes of a stem. File systems allow 255 for the whole name.
  package static let limit = 200

  package static let reserved: Set<String> = ["collection", "folder", "environments"]

  /// Removes characters from `name` that are invalid in file names on any system; `nil` if nothing is left.
  package static func of(_ name: String) -> String? {
    var stem = String(String.UnicodeScalarView(name.unicodeScalars.map { isSafe($0) ? $0 : " " }))
    stem = stem.unicodeScalars.split(separator: " ").map { String($0) }.joined(separator: " ")
    // A dot in front would hide the file.
    stem = String(stem.unicodeScalars.drop { $0 == "." || $0 == " " })
    while stem.utf8.count > limit { stem.removeLast() }
    while let last = stem.unicodeScalars.last, last == "." || last == " " { stem.unicodeScalars.removeLast() }
    stem = String(stem.unicodeScalars.drop { $0 == " " })
    return stem.isEmpty ? nil : stem
  }

  /// Returns `stem`, or `stem 2`, `stem 3` …, the first that is unused, ignoring case.
  package static func free(_ stem: String, suffix: String, taken: some Sequence<String>) -> String {
    var names = FreeNames(taken: Set(taken.map { $0.lowercased() }))
    return names.claimIgnoringCase(stem, suffix: suffix)
  }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    !"/\\:*?\"<>|".unicodeScalars.contains(scalar) && scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
      && scalar.properties.generalCategory != .format && scalar.properties.generalCategory != .lineSeparator
  }
}

extension PortableFolder {
  /// The names of the files and folders that an import makes of the items, without `.json`, in their order.
  package var itemStems: [String] {
    var names = FreeNames(taken: FileStem.reserved.union(["workspace"]))
    return items.map { names.claimIgnoringCase(FileStem.of($0.name) ?? "unnamed") }
  }
}
