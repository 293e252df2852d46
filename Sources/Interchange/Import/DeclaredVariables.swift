/// The variables that an import declares in the collection.
struct DeclaredVariables {
  private(set) var rows: [JSONValue] = []
  private var names: [String: String] = [:]
  private var taken = FreeNames()

  /// Declares a variable, once for each `key`.
  ///
  /// - Returns: Its name: `wanted`, or another one if that is taken.
  mutating func name(
    for key: String, wanted: String, or second: String? = nil, value: JSONValue = "", description: String? = nil,
    isSecret: Bool = false
  ) -> String {
    if let name = names[key] { return name }
    let first = Self.usable(wanted)
    let plain = taken.contains(first) ? second.map(Self.usable) ?? first : first
    let name = taken.claim(plain) { "\(plain)-\($0)" }
    names[key] = name
    var row: JSONObject = ["name": .string(name)]
    if isSecret { row["secret"] = true } else { row["value"] = value }
    if let description, !description.isEmpty { row["description"] = .string(description) }
    rows.append(.object(row))
    return name
  }

  /// The name without characters that mean something between braces.
  static func usable(_ name: String) -> String {
    let kept = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { scalar in
          scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_-.".unicodeScalars.contains(scalar)
            ? scalar : "-"
        }))
    return kept.isEmpty ? "value" : kept
  }
}
