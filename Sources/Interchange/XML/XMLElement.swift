/// A name in a namespace. Without a prefix, attributes have the empty namespace.
struct XMLName: Hashable, Sendable {
  var namespace: String
  var local: String
}

struct XMLAttribute: Equatable, Sendable {
  let name: XMLName
  let value: String
}

/// The namespaces that an element and its ancestors declare, by prefix. Elements share the scopes of their ancestors.
final class XMLNamespaces: Equatable, Sendable {
  static let none = XMLNamespaces([:], nil)

  /// The namespaces that the element itself declares, by prefix.
  let own: [String: String]
  let outer: XMLNamespaces?

  private init(_ own: [String: String], _ outer: XMLNamespaces?) { (self.own, self.outer) = (own, outer) }

  /// The scope of an element that declares `own`.
  func adding(_ own: [String: String]) -> XMLNamespaces { own.isEmpty ? self : XMLNamespaces(own, self) }

  subscript(prefix: String) -> String? {
    var scope: XMLNamespaces? = self
    while let current = scope {
      if let namespace = current.own[prefix] { return namespace }
      scope = current.outer
    }
    return nil
  }

  var all: [String: String] { (outer?.all ?? [:]).merging(own) { $1 } }

  static func == (a: XMLNamespaces, b: XMLNamespaces) -> Bool { a === b || a.all == b.all }
}

/// An element of an XML document, with the prefixes that it and its ancestors declare.
struct XMLElement: Equatable, Sendable {
  let name: XMLName
  let attributes: [XMLAttribute]
  /// Namespaces by their prefixes, for names in values of attributes.
  let namespaces: XMLNamespaces
  var children: [XMLElement] = []
  /// The text of a `documentation` element. The text of other elements is not relevant.
  var text = ""

  /// The value of an attribute without a namespace.
  subscript(attribute: String) -> String? {
    attributes.first { $0.name.namespace.isEmpty && $0.name.local == attribute }?.value
  }

  func attribute(_ local: String, in namespace: String) -> String? {
    attributes.first { $0.name.local == local && $0.name.namespace == namespace }?.value
  }

  func all(_ local: String) -> [XMLElement] { children.filter { $0.name.local == local } }

  func all(_ local: String, in namespace: String) -> [XMLElement] {
    children.filter { $0.name.local == local && $0.name.namespace == namespace }
  }

  func first(_ local: String) -> XMLElement? { children.first { $0.name.local == local } }

  func first(_ local: String, in namespace: String) -> XMLElement? {
    children.first { $0.name.local == local && $0.name.namespace == namespace }
  }

  /// The name that an attribute's value such as `tns:Order` means. Unknown prefixes have the empty namespace.
  func qualified(_ text: String) -> XMLName {
    let name = text.trimming(while: \.isWhitespace)
    guard let colon = name.firstIndex(of: ":") else {
      return XMLName(namespace: namespaces[""] ?? "", local: String(name))
    }
    return XMLName(
      namespace: namespaces[String(name[..<colon])] ?? "", local: String(name[name.index(after: colon)...]))
  }

  /// The name that an attribute's value means.
  func name(in attribute: String) -> XMLName? { self[attribute].map(qualified) }
}
