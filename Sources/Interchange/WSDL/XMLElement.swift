import Foundation
internal import FoundationXML

/// An element of an XML document. Names are without their prefixes.
final class XMLTreeElement {
  let name: String
  let attributes: [String: String]
  private(set) var children: [XMLTreeElement] = []

  fileprivate init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  func all(_ name: String) -> [XMLTreeElement] { children.filter { $0.name == name } }
  func first(_ name: String) -> XMLTreeElement? { children.first { $0.name == name } }

  subscript(attribute: String) -> String? { attributes[attribute] }

  fileprivate func append(_ child: XMLTreeElement) { children.append(child) }
}

/// Reads the elements of a document. Nothing outside of it is read: external entities are not followed.
enum XMLTree {
  static let depthLimit = 256
  static let elementLimit = 500_000

  /// - Returns: `nil` and the problem with its position, if it is no XML.
  static func read(_ data: Data) -> (root: XMLTreeElement?, problem: String?) {
    let parser = XMLParser(data: data)
    parser.shouldResolveExternalEntities = false
    let builder = Builder()
    parser.delegate = builder
    // The parser may end without an error within an element.
    guard parser.parse(), parser.parserError == nil, builder.unclosed == nil, let root = builder.root else {
      let unclosed = builder.unclosed.map { "<\($0)> is not closed" }
      let problem = builder.problem ?? unclosed ?? (builder.root == nil ? "there is no element" : "the XML is damaged")
      return (nil, "\(parser.lineNumber):\(max(parser.columnNumber, 1)): \(problem)")
    }
    return (root, nil)
  }

  private final class Builder: NSObject, XMLParserDelegate {
    var root: XMLTreeElement?
    var problem: String?
    var unclosed: String? { open.last?.name }
    private var open: [XMLTreeElement] = []
    private var count = 0

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      count += 1
      guard open.count < XMLTree.depthLimit, count <= XMLTree.elementLimit else {
        problem = "it has too many elements, or they are nested too deep"
        return parser.abortParsing()
      }
      let element = XMLTreeElement(Self.local(name), attributes)
      if let last = open.last { last.append(element) } else { root = element }
      open.append(element)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      if !open.isEmpty { open.removeLast() }
    }

    private static func local(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }
  }
}
