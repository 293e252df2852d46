/// The variables that take the place of credentials: one for each value.
package struct CredentialVariables: Sendable {
  /// The new names, in the order of their credentials.
  package private(set) var names: [String] = []
  private var variables: [ExactText: String] = [:]

  package init() {}

  /// Returns the variable of a credential, named like its field or row.
  ///
  /// - Parameter taken: The names of variables that exist.
  package mutating func variable(for secret: String, name: String, taken: inout FreeNames) -> String {
    if let known = variables[ExactText(secret)] { return known }
    let letters = name.unicodeScalars.map { $0.properties.isAlphabetic || ("0"..."9").contains($0) ? String($0) : "_" }
    let stem = letters.isEmpty ? "secret" : letters.joined()
    let candidate = taken.claim(stem) { "\(stem)\($0)" }
    variables[ExactText(secret)] = candidate
    names.append(candidate)
    return candidate
  }

  /// Replaces credentials in a text by their variables, in one pass. Where several begin, the longest is replaced. Leaves
  /// the text's own variables.
  ///
  /// - Parameter secrets: Credentials that have variables.
  package func replacing(_ secrets: [String], in text: String) -> String {
    var tree = Tree()
    for secret in secrets {
      if let variable = variables[ExactText(secret)] { tree.insert(secret, template: "{{\(variable)}}") }
    }
    if secrets.contains(where: { $0.containsExactly("{{") }) { return Self.replacing(tree, in: text[...]) }
    var parts = text.parts(separatedByText: "{{")
    for index in parts.indices {
      let end = index == 0 ? nil : parts[index].firstRangeExactly(of: "}}")?.upperBound
      let start = end ?? parts[index].startIndex
      parts[index] = parts[index][..<start] + Self.replacing(tree, in: parts[index][start...])
    }
    return parts.joined(separator: "{{")
  }

  private static func replacing(_ tree: Tree, in text: Substring) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let match = tree.longest(in: bytes[index...]) {
        result += match.template
        index = match.end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Credentials by their bytes, so that a text is read once for all of them.
  private struct Tree {
    /// The number of a node, by that of the node above and the byte between them.
    private var nodes: [Int: Int] = [:]
    /// The templates of the credentials that end at nodes.
    private var templates: [Int: [UInt8]] = [:]

    init() {}

    mutating func insert(_ secret: String, template: String) {
      guard !secret.isEmpty else { return }
      var node = 0
      for byte in secret.utf8 {
        let edge = node << 8 | Int(byte)
        node = nodes[edge] ?? nodes.count + 1
        nodes[edge] = node
      }
      templates[node] = Array(template.utf8)
    }

    /// The longest credential at the beginning of a text.
    func longest(in text: ArraySlice<UInt8>) -> (template: [UInt8], end: Int)? {
      var (node, index) = (0, text.startIndex)
      var found: (template: [UInt8], end: Int)?
      while index < text.endIndex, let next = nodes[node << 8 | Int(text[index])] {
        index += 1
        node = next
        if let template = templates[node] { found = (template, index) }
      }
      return found
    }
  }
}
