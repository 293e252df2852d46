/// Options of curl about the way to the server, as members of a request's `options`.
package struct CurlRoute {
  package private(set) var options = JSONObject()

  package init() {}

  mutating func set(_ name: String, _ value: JSONValue) { options[name] = value }

  /// `[SCHEME://][USER[:PASSWORD]@]HOST[:PORT]`; empty for none.
  mutating func proxy(_ text: String, scheme: String? = nil) {
    guard !text.isEmpty else { return options["proxy"] = "none" }
    var address = text
    let start = text.firstRange(of: "://").map { String(text[..<$0.upperBound]) }
    let authority = text.dropFirst(start?.count ?? 0)
    if let at = authority.lastIndex(of: "@") {
      proxyUser(String(decoding: PercentEncoding.decode(authority[..<at]), as: UTF8.self))
      address = (start ?? "") + authority[authority.index(after: at)...]
    }
    options["proxy"] = .string(scheme.map { start == nil ? $0 + "://" + address : address } ?? address)
  }

  mutating func proxyUser(_ text: String) {
    let (name, password) = text.cut(at: ":").map { ($0.before, $0.after) } ?? (text, nil)
    options["proxyUsername"] = .string(name)
    if let password { options["proxyPassword"] = .string(password) }
  }

  mutating func certificate(_ text: String) {
    let (path, passphrase) = Self.pathAndPassphrase(text)
    options["clientCertificate"] = .string(path)
    if let passphrase { options["clientPassphrase"] = .string(passphrase) }
  }

  /// Sets the keys from `sha256//BASE64[;sha256//BASE64]…`. Files of keys are not read here.
  ///
  /// - Returns: The problem, for the path of a file.
  mutating func pin(_ text: String) -> String? {
    guard Self.isPin(text) else { return "the key in \(text); write its digest, sha256//BASE64, in its place" }
    options["pinnedKeys"] = .string(text)
    return nil
  }

  /// Whether the text is a list of digests or a variable that may contain one, not the path of a file.
  package static func isPin(_ text: String) -> Bool {
    let pieces = VariableMarks.pieces(text)
    if pieces.count == 1, case .variable = pieces[0] { return true }
    return text.startsExactly(with: "sha256//") || text.startsExactly(with: "{{") && text.endsExactly(with: "}}")
  }

  /// The parts of `FILE[:PASSPHRASE]`; a backslash escapes a colon.
  package static func pathAndPassphrase(_ text: String) -> (path: String, passphrase: String?) {
    var path = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst(), scalar != ":" {
      let isEscape = scalar == "\\" && (rest.first == ":" || rest.first == "\\")
      path.append(isEscape ? rest.removeFirst() : scalar)
    }
    return (String(path), rest.isEmpty ? nil : String(rest))
  }

  /// `[+]HOST:PORT:ADDRESS[,ADDRESS]…`
  ///
  /// - Returns: A description of an unsupported value.
  package mutating func resolve(_ text: String) -> String? {
    if text.hasPrefix("-") { return "--resolve \(text) removes an address" }
    let fields = Self.fields(text.hasPrefix("+") ? text.dropFirst() : text[...], count: 3)
    guard fields.count == 3, Int(fields[1]) != nil || VariableMarks.contains(fields[1]) else {
      return "--resolve \(text) has no address"
    }
    if fields[0] == "*" { return "--resolve \(text) is for all hosts" }
    let addresses = fields[2].split(separator: ",").map(String.init)
    guard let first = addresses.first else { return "--resolve \(text) has no address" }
    addRow(to: "resolve", fields[0] + ":" + fields[1], Self.withoutBrackets(first))
    return addresses.count > 1 ? "--resolve \(text): only the first address is used" : nil
  }

  /// `HOST1:PORT1:HOST2:PORT2`, each of them perhaps empty: any host or port, and the one of the URL.
  mutating func connect(_ text: String, to authority: String) -> String? {
    let fields = Self.fields(text[...], count: 4)
    guard fields.count == 4 else { return "--connect-to \(text) does not name two places" }
    let own = Self.fields(authority[...], count: 2)
    let host = fields[0].isEmpty ? own.first ?? "" : fields[0]
    let port = fields[3].isEmpty ? "" : ":" + fields[3]
    let other = (fields[2].isEmpty ? host : fields[2]) + port
    addRow(to: "connectTo", fields[1].isEmpty ? host : host + ":" + fields[1], other)
    return nil
  }

  /// Text between colons; an IPv6 address in brackets is one.
  package static func fields(_ text: Substring, count: Int) -> [String] {
    var fields = [""]
    var isBracketed = false
    for character in text {
      if character == ":", !isBracketed, fields.count < count {
        fields.append("")
      } else {
        if character == "[" { isBracketed = true }
        if character == "]" { isBracketed = false }
        fields[fields.count - 1].append(character)
      }
    }
    return fields
  }

  private static func withoutBrackets(_ address: String) -> String {
    address.hasPrefix("[") && address.hasSuffix("]") ? String(address.dropFirst().dropLast()) : address
  }

  private mutating func addRow(to table: String, _ name: String, _ value: String) {
    options.append(["name": .string(name), "value": .string(value)], to: table)
  }
}
