internal import Foundation

/// The device grant, RFC 8628: the user enters a code in a browser on any device while this program polls for the token.
struct DeviceLogin {
  let flow: OAuth2Flow

  func token() async throws(Failure) -> AccessToken {
    let authorization = try await authorization()
    try flow.context.show(authorization.login)
    let fields = [
      ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", authorization.code),
    ]
    let endpoint = try flow.endpoint("accessTokenUrl")
    var interval = authorization.interval
    while true {
      try await flow.context.wait(seconds: interval)
      switch try await endpoint.request(fields) {
      case .token(let token): return token
      case .error(let response) where response.error == "authorization_pending": break
      case .error(let response) where response.error == "slow_down": interval += 5
      case .error(let response): throw response.failure(endpoint.name)
      }
      if flow.context.clock > authorization.end {
        throw Failure(
          .timedOut, "Nobody logged in with the code \(authorization.login.userCode ?? "") in time — send again")
      }
    }
  }

  private struct Authorization {
    let code: String
    let login: Login
    let interval: Double
    let end: Date
  }

  private func authorization() async throws(Failure) -> Authorization {
    let endpoint = try flow.endpoint("deviceAuthUrl")
    let (members, response) = try await endpoint.members(flow.purpose)
    // Some servers say "verification_url", as an early draft did.
    let page = members["verification_uri_complete"] ?? members["verification_uri"] ?? members["verification_url"]
    guard let code = members["device_code"]?.string, let userCode = members["user_code"]?.string,
      let page = page?.string
    else { throw OAuth2ErrorResponse(members, response).failure(endpoint.name) }
    func seconds(_ name: String) -> Double? { members[name]?.number.flatMap { Double($0.text) } }
    return Authorization(
      code: code, login: Login(url: page, userCode: userCode, acceptsRedirect: false),
      interval: max(1, seconds("interval") ?? 5),
      end: flow.context.clock.addingTimeInterval(seconds("expires_in") ?? 900))
  }
}
