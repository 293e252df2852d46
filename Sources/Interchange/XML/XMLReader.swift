internal import CExpat
internal import Foundation

/// Reads the elements of an XML document.
///
/// Nothing outside of it is read, and a DTD in it is refused: entities and default attributes expand without bounds.
enum XMLReader {
  static let depthLimit = 256
  static let elementLimit = 500_000
  static let byteLimit = 64 << 20

  static func root(_ data: Data) throws(SourceError) -> XMLElement {
    guard data.count <= byteLimit else {
      throw SourceError(position: .start, problem: "it is larger than \(byteLimit >> 20) MB")
    }
    // Pasted text often begins with an empty line, which XML does not allow.
    let space = data.prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.count
    guard let parser = XML_ParserCreate(encoding(data)) else {
      throw SourceError(position: .start, problem: "out of memory")
    }
    defer { XML_ParserFree(parser) }
    let builder = XMLBuilder(parser)
    let status = withExtendedLifetime(builder) {
      builder.attach()
      return data.dropFirst(space).withUnsafeBytes { bytes in
        XML_Parse(parser, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), 1)
      }
    }
    if status == XML_STATUS_OK, let root = builder.root { return root }
    let problem = builder.problem ?? String(cString: XML_ErrorString(XML_GetErrorCode(parser)))
    let offset = min(max(space + XML_GetCurrentByteIndex(parser), 0), data.count)
    throw SourceError(position: TextPosition(offset: offset, in: data), problem: problem)
  }

  /// The encoding that overrides the document's: UTF-16 sources are converted before they are read.
  private static func encoding(_ data: Data) -> String? {
    let start = String(decoding: data.prefix(200), as: UTF8.self).lowercased()
    return start.contains("utf-16") ? "UTF-8" : nil
  }
}

extension TextPosition {
  fileprivate static let start = TextPosition(line: 1, column: 1)
}

/// Builds the tree while expat reads.
private final class XMLBuilder {
  private(set) var root: XMLElement?
  private(set) var problem: String?
  private let parser: XML_Parser
  private var open: [XMLElement] = []
  private var count = 0
  /// The place among the open elements of the outermost documentation, which gets the text of all in it.
  private var documentation: Int?

  init(_ parser: XML_Parser) { self.parser = parser }

  func attach() {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { context, name, attributes in XMLBuilder.of(context)?.start(name, attributes) },
      { context, _ in XMLBuilder.of(context)?.end() })
    XML_SetCharacterDataHandler(parser) { context, bytes, count in
      XMLBuilder.of(context)?.append(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }
    XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, hasInternalSubset in
      if hasInternalSubset != 0 {
        XMLBuilder.of(context)?.stop("it has a DTD, whose entities may expand without bounds")
      }
    }
    XML_SetUnknownEncodingHandler(parser, { _, _, encoding in XMLBuilder.describe(encoding) }, nil)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> XMLBuilder? {
    context.map { Unmanaged<XMLBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Reads encodings that expat does not know, such as windows-1252, like ISO 8859-1: names are in ASCII.
  private static func describe(_ encoding: UnsafeMutablePointer<XML_Encoding>?) -> Int32 {
    guard let encoding else { return Int32(XML_STATUS_ERROR.rawValue) }
    withUnsafeMutableBytes(of: &encoding.pointee.map) { map in
      for byte in 0..<256 { map.storeBytes(of: Int32(byte), toByteOffset: 4 * byte, as: Int32.self) }
    }
    encoding.pointee.data = nil
    encoding.pointee.convert = nil
    encoding.pointee.release = nil
    return Int32(XML_STATUS_OK.rawValue)
  }

  private func stop(_ problem: String) {
    self.problem = problem
    XML_StopParser(parser, 0)
  }

  private func start(_ name: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    count += 1
    guard open.count < XMLReader.depthLimit else { return stop("elements are nested too deep") }
    guard count <= XMLReader.elementLimit else { return stop("it has too many elements") }
    guard let name else { return }
    let pairs = Self.pairs(list)
    let namespaces = Self.namespaces(pairs, in: open.last?.namespaces ?? .none)
    let attributes = pairs.map { key, value in
      XMLAttribute(name: Self.name(key, namespaces, plain: ""), value: value)
    }
    let element = XMLElement(
      name: Self.name(String(cString: name), namespaces, plain: namespaces[""] ?? ""), attributes: attributes,
      namespaces: namespaces)
    if element.name.local == "documentation", documentation == nil { documentation = open.count }
    open.append(element)
  }

  private func end() {
    guard let element = open.popLast() else { return }
    if documentation == open.count { documentation = nil }
    guard !open.isEmpty else { return root = element }
    open[open.count - 1].children.append(element)
  }

  private func append(_ text: UnsafeRawBufferPointer) {
    guard let documentation else { return }
    open[documentation].text += String(decoding: text, as: UTF8.self)
  }

  private static func pairs(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [(String, String)] {
    guard var next = list else { return [] }
    var pairs: [(String, String)] = []
    while let key = next[0], let value = next[1] {
      pairs.append((String(cString: key), String(cString: value)))
      next += 2
    }
    return pairs
  }

  private static func namespaces(_ pairs: [(String, String)], in outer: XMLNamespaces) -> XMLNamespaces {
    var namespaces: [String: String] = [:]
    for (key, value) in pairs {
      if key == "xmlns" { namespaces[""] = value }
      if key.hasPrefix("xmlns:") { namespaces[String(key.dropFirst(6))] = value }
    }
    return outer.adding(namespaces)
  }

  private static func name(_ text: String, _ namespaces: XMLNamespaces, plain: String) -> XMLName {
    guard let (prefix, local) = text.cut(at: ":") else { return XMLName(namespace: plain, local: text) }
    return XMLName(namespace: namespaces[String(prefix)] ?? "", local: String(local))
  }
}
