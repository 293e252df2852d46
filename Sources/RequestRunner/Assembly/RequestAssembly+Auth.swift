internal import Foundation
package import RequestModel

extension RequestAssembly {
  /// The request's own auth, else that of the nearest folder that has one.
  var auth: RequestAuth { request.auth ?? folders.compactMap(\.auth).last ?? RequestAuth.none }

  /// Adds the credentials to a request made by `resolve`. A header of the request itself wins.
  package mutating func authenticate(
    _ prepared: inout PreparedRequest, _ kinds: any KindContext
  ) async throws(Failure) {
    guard let authValues else { return }
    var message = OutgoingMessage(
      method: prepared.method, url: prepared.url, headers: prepared.headers, body: prepared.body?.data)
    try await auth.kind.authenticate(authValues, &message, kinds)
    if let login = netrcLogin {
      message.addCredential(
        "Authorization", "Basic " + Data((login.name + ":" + login.password).utf8).base64EncodedString())
    }
    for header in message.credentials { credentials.noteCredentials(header) }
    prepared.url = message.url
    prepared.headers = placed(message.headers, beside: prepared.headers)
    prepared.secrets.formUnion(secrets)
    prepared.credentialHeaders.formUnion(credentials.headers)
    prepared.maskedHeaders.formUnion(credentials.headers)
  }

  /// Moves headers that were added at the end before those of the body.
  private func placed(_ headers: [Header], beside former: [Header]) -> [Header] {
    guard headers.starts(with: former) else { return headers }
    return Array(former[..<authPlace]) + headers[former.count...] + former[authPlace...]
  }
}
