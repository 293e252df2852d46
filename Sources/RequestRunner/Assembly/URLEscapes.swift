/// Escapes characters that a URL cannot have after its host, by the rules of the URL Standard. The client escapes
/// characters outside of ASCII.
enum URLEscapes {
  /// - Parameters:
  ///   - text: The path, the query and the fragment.
  ///   - keepsTemplates: Whether templates are kept unescaped, for previews.
  static func escaping(_ text: String, keepsTemplates: Bool) -> String {
    guard text.utf8.contains(where: { path.contains($0) }) else { return text }
    var templates = (keepsTemplates ? Template.ranges(in: text) : [])[...]
    var escaped = path
    var result: [UInt8] = []
    for (place, byte) in text.utf8.enumerated() {
      while let template = templates.first, template.upperBound <= place { templates.removeFirst() }
      let isTemplate = templates.first?.contains(place) == true
      if !isTemplate, byte == UInt8(ascii: "#") { escaped = fragment }
      if !isTemplate, byte == UInt8(ascii: "?"), escaped == path { escaped = query }
      if !isTemplate, escaped.contains(byte) {
        result += PercentEncoding.encode(CollectionOfOne(byte)).utf8
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let query = Set(" \"<>".utf8)
  private static let fragment = query.union("`".utf8)
  private static let path = fragment.union("^{}".utf8)
}
