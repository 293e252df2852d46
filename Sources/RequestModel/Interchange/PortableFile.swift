/// A file of a source that requests send, copied with them.
package struct PortableFile: Equatable, Sendable {
  /// As the requests name it.
  package var name: String
  /// The path in the source, without `..`.
  package var path: String
  package var bytes: [UInt8]

  package init(name: String, path: String, bytes: [UInt8]) {
    (self.name, self.path, self.bytes) = (name, path, bytes)
  }
}

extension JSONObject {
  /// The document of a request with other paths of the files that it sends or compares responses with.
  package func renamingFiles(_ change: (String) -> String) -> JSONObject {
    var result = self
    if var body = self["body"]?.object {
      if let path = body["file"]?.string { body["file"] = .string(change(path)) }
      if let rows = body["multipart"]?.array {
        body["multipart"] = .array(rows.map { $0.renamingFile(change) })
      }
      result["body"] = .object(body)
    }
    if let messages = self["messages"]?.array {
      result["messages"] = .array(messages.map { $0.renamingFile(change) })
    }
    if let checks = self["checks"]?.array {
      result["checks"] = .array(
        checks.map { check in
          guard var object = check.object, let value = object["value"], value.object?["file"] != nil else {
            return check
          }
          object["value"] = value.renamingFile(change)
          return .object(object)
        })
    }
    return result
  }

  /// The document of a request or a folder with other paths of the certificates and keys in its options.
  package func renamingCertificates(_ change: (String) -> String) -> JSONObject {
    guard var options = self["options"]?.object?.renamingOwnCertificates(change) else { return self }
    if let rows = options["certificates"]?.array {
      options["certificates"] = .array(
        rows.map { row in row.object.map { JSONValue.object($0.renamingOwnCertificates(change)) } ?? row })
    }
    var result = self
    result["options"] = .object(options)
    return result
  }

  private func renamingOwnCertificates(_ change: (String) -> String) -> JSONObject {
    var result = self
    for name in ["clientCertificate", "clientKey", "caBundle"] {
      if let path = self[name]?.string { result[name] = .string(change(path)) }
    }
    return result
  }
}

extension JSONValue {
  fileprivate func renamingFile(_ change: (String) -> String) -> JSONValue {
    guard var object, let path = object["file"]?.string else { return self }
    object["file"] = .string(change(path))
    return .object(object)
  }
}

extension PortableFolder {
  /// The folder with other paths of the files that its requests send.
  ///
  /// - Parameter change: Gets the names of the folders and the request, and a path.
  package func renamingFiles(_ change: (_ place: [String], _ path: String) -> String) -> PortableFolder {
    changingRequests { request, place in
      request.document = request.document.renamingFiles { change(place, $0) }
    }
  }
}
