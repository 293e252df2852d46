import RequestModel

extension PortableFolder {
  /// A collection whose second request sends a token from the response to the first.
  ///
  /// - Parameter separator: The text between `response` and the name of the first request.
  static func usingResponse(separator: String) -> PortableFolder {
    let login = PortableRequest(name: "Login", document: ["method": "POST", "url": "http://a.example/login"])
    let orders = PortableRequest(
      name: "Orders",
      document: [
        "method": "GET", "url": "http://a.example/orders",
        "auth": ["bearer": ["token": .string("{{response\(separator)\"Login\" \"$.token\"}}")]],
      ])
    return PortableFolder(name: "Shop", items: [.request(login), .request(orders)])
  }
}
