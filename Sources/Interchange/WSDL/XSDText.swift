extension XSDSampler {
  /// A name without characters that damaged schemas have in it and XML does not allow.
  static func usable(_ name: String) -> String {
    guard name.utf8.contains(where: { !$0.isNameByte }) || name.isEmpty else { return name }
    let kept = name.utf8.map { $0.isNameByte ? $0 : UInt8(ascii: "_") }
    return kept.isEmpty ? "element" : String(decoding: kept, as: UTF8.self)
  }

  /// Text in a comment, which two hyphens would end.
  static func commented(_ text: String) -> String { text.replacing("--", with: "- -") }
}

/// The prefixes of namespaces in samples: those of the description where it has some.
struct XSDPrefixes {
  static let instances = "http://www.w3.org/2001/XMLSchema-instance"

  private var prefixes: [String: String] = [instances: "xsi", XSDSchemas.namespace: "xsd"]
  private var taken: Set = ["xsi", "xsd", "soap", "xml", "xmlns"]
  private var count = 0

  init(_ roots: [XMLElement]) {
    for root in roots {
      for (prefix, namespace) in root.namespaces.all.sorted(by: { $0.key < $1.key }) {
        guard !prefix.isEmpty, prefixes[namespace] == nil, XSDSampler.usable(prefix) == prefix else { continue }
        if taken.insert(prefix).inserted { prefixes[namespace] = prefix }
      }
    }
  }

  mutating func prefix(for namespace: String) -> String {
    if let known = prefixes[namespace] { return known }
    var prefix: String
    repeat {
      count += 1
      prefix = "ns\(count)"
    } while !taken.insert(prefix).inserted
    prefixes[namespace] = prefix
    return prefix
  }
}
