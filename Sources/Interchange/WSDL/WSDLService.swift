/// A service of a description, in either version of WSDL.
struct WSDLService {
  var name: String
  var docs = ""
  var ports: [WSDLPort] = []
}

/// Where a service is reached, and how.
struct WSDLPort {
  var name: String
  /// `nil` if the description does not tell.
  var address: String?
  var operations: [WSDLOperation] = []
  /// Parts that could not be read.
  var problems: [String] = []
}

struct WSDLOperation {
  var name: String
  /// Distinguishes it from others of the same name.
  var id: String
  var docs = ""
  var call: WSDLCall
  var problems: [String] = []
}

/// How an operation becomes a request.
enum WSDLCall {
  case soap(SOAPCall)
  case http(HTTPCall)
}

/// A request with an envelope.
struct SOAPCall {
  /// With the namespace of the envelope.
  enum Version: String {
    case soap11 = "http://schemas.xmlsoap.org/soap/envelope/"
    case soap12 = "http://www.w3.org/2003/05/soap-envelope"
  }

  enum Style: Equatable {
    /// The body holds the parts.
    case document
    /// The body holds an element with the parts.
    case rpc(wrapper: XMLName)
  }

  var version: Version
  var action: String
  var style = Style.document
  /// Whether values carry their types, as in the encoding of SOAP 1.1.
  var isEncoded = false
  var headers: [WSDLPart] = []
  var body: [WSDLPart] = []
}

/// A request without an envelope: parts are parameters.
struct HTTPCall {
  enum Encoding { case query, path, form }

  var method: String
  var location: String
  var encoding: Encoding
  var parts: [WSDLPart]
}

/// A part of a message: an element, or a value of a type.
struct WSDLPart {
  var name: String
  var element: XMLName?
  var type: XMLName?
}

extension XMLElement {
  /// The documentation of a part of a description, without the indentation of its lines.
  var docs: String {
    let lines = (first("documentation")?.text ?? "").split(whereSeparator: \.isNewline)
    return lines.map { $0.trimming(while: \.isWhitespace) }.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

/// How much the ports of a description may have in all: each port can refer to all operations.
struct WSDLBudget {
  private var rest = 100_000

  /// - Returns: Whether a port may have as many operations. If not, it has a problem.
  mutating func spend(_ count: Int, for port: inout WSDLPort) -> Bool {
    guard count <= rest else {
      port.problems.append("Its operations: the ports of the description have too many in all")
      return false
    }
    rest -= count
    return true
  }
}
