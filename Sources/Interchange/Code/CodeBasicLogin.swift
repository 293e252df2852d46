internal import Foundation

/// The name and password of Basic credentials, for libraries that encode them.
struct CodeBasicLogin: Equatable, Sendable {
  let name: String
  let password: String

  var text: String { name + ":" + password }

  /// - Parameter header: The value of `Authorization`. Libraries agree on the bytes of ASCII alone.
  init?(_ header: String) {
    guard let encoded = header.removingExactly(prefix: "Basic "), let data = Data(base64Encoded: encoded),
      data.base64EncodedString() == encoded, data.allSatisfy({ (0x20..<0x7F).contains($0) }),
      let parts = String(decoding: data, as: UTF8.self).cut(at: ":"), !parts.before.isEmpty
    else { return nil }
    (name, password) = (parts.before, parts.after)
  }
}

extension CodeRequest {
  /// The request with its Basic credentials as a login, which can be read and has visible placeholders.
  var withBasicLogin: CodeRequest {
    let own = headers.filter { $0.name.lowercased() == "authorization" }
    guard login == nil, own.count == 1, let basic = CodeBasicLogin(own[0].value) else { return self }
    var request = self
    request.headers.removeAll { $0.name.lowercased() == "authorization" }
    request.basicLogin = basic
    return request
  }
}
