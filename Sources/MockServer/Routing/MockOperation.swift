/// A request of a collection that the mock server responds to.
package struct MockOperation: Sendable {
  /// Its name in messages: its path in the collection, or the name of the request.
  package let name: String
  /// Its file; `nil` for a request of a document.
  package let address: Address?
  package var request: SavedRequest
  /// The variables for its URL and its templates.
  package let scope: VariableScope
  /// The absolute paths of the body files of its examples, keyed by the paths in the examples.
  package let bodyFiles: [String: String]
  /// The folder that contains these files, links resolved.
  package let folder: String

  package init(
    name: String, address: Address? = nil, request: SavedRequest, scope: VariableScope,
    bodyFiles: [String: String] = [:], folder: String = ""
  ) {
    self.name = name
    self.address = address
    self.request = request
    self.scope = scope
    self.bodyFiles = bodyFiles
    self.folder = folder
  }
}

extension MockOperation {
  /// The subprotocols that its WebSocket speaks; `nil` if it names none.
  var subprotocols: [String]? {
    let names = request.subprotocols.split(separator: ",").map { String($0.filter { $0 != " " && $0 != "\t" }) }
    return names.isEmpty ? nil : names
  }
}

/// A request with one of its paths.
struct MockRoute: Sendable {
  let operation: MockOperation
  let method: String
  let template: PathTemplate
  /// The query of the saved request, which orders routes with the same path.
  let query: [Parameter]
  /// Whether the path of the base URL is left out. Such routes come last.
  let isWithoutBase: Bool

  /// The routes of a request: below the path of its base URL, and without it.
  static func routes(of operation: MockOperation, resolve: (String) -> String) -> [MockRoute] {
    let request = operation.request
    let url = URLTemplate(request.url, resolve: resolve)
    let query = url.query + request.query.filter { !$0.isOff }.map(\.decoded)
    let fixed = query.filter { Template($0.value).isPlainText }
    func route(base: String) -> MockRoute {
      MockRoute(
        operation: operation, method: request.method, template: PathTemplate(base: base, path: url.path),
        query: fixed, isWithoutBase: base.isEmpty && !url.base.isEmpty)
    }
    return url.base.isEmpty ? [route(base: "")] : [route(base: url.base), route(base: "")]
  }

  /// The number of parameters that the saved request and `sent` have in common with the same value.
  func agreement(with sent: MockRequest) -> Int {
    query.count { saved in sent.query.contains { $0.name.isExactly(saved.name) && $0.value.isExactly(saved.value) } }
  }
}
