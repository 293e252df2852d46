package import Foundation

/// An access token, RFC 6749, section 5.1.
package struct AccessToken: Equatable, Sendable {
  /// The prefix of token names among the names of kept secrets.
  package static let namePrefix = "oauth2 "

  package var value: String
  package var refreshToken: String?
  package var idToken: String?
  package var scope: String?
  /// By this machine's clock.
  package var obtained: Date
  /// `nil` where the server did not say.
  package var expires: Date?

  /// The values that must not be shown.
  package var secrets: [String] { [value, refreshToken, idToken].compactMap(\.self) }

  /// Whether it is valid and not about to expire: the last tenth of its lifetime, at most 30 s, does not count.
  package func isUsable(at date: Date) -> Bool {
    guard let expires else { return true }
    return date < expires.addingTimeInterval(-min(30, expires.timeIntervalSince(obtained) / 10))
  }
}

/// The state of a request's token, without its value.
package enum TokenState: Equatable, Sendable {
  /// None is kept.
  case missing
  /// There is one, valid until then; `nil` where the server did not say.
  case held(expires: Date?)
}

extension AccessToken {
  /// Reads the members of a token response.
  ///
  /// The lifetime counts from `date`, whatever the server's clock says.
  init?(response: JSONObject, at date: Date) {
    guard let value = response["access_token"]?.string, !value.isEmpty else { return nil }
    let lifetime = response["expires_in"]?.lifetime
    self.init(
      value: value, refreshToken: response["refresh_token"]?.string, idToken: response["id_token"]?.string,
      scope: response["scope"]?.string, obtained: date, expires: lifetime.map(date.addingTimeInterval))
  }

  /// Reads the text written by `kept`.
  package init?(kept text: String) {
    guard let object = (try? JSONText(text))?.value.object, let value = object["access_token"]?.string else {
      return nil
    }
    func date(_ name: String) -> Date? {
      object[name]?.number.flatMap { Double($0.text) }.map { Date(timeIntervalSince1970: $0) }
    }
    self.init(
      value: value, refreshToken: object["refresh_token"]?.string, idToken: object["id_token"]?.string,
      scope: object["scope"]?.string, obtained: date("obtained") ?? .distantPast, expires: date("expires"))
  }

  /// The text that is kept with the secrets.
  package var kept: String {
    func number(_ date: Date) -> JSONValue { .number(Int(date.timeIntervalSince1970.rounded(.down))) }
    var object: JSONObject = ["access_token": .string(value), "obtained": number(obtained)]
    object["expires"] = expires.map(number)
    object["refresh_token"] = refreshToken.map(JSONValue.string)
    object["id_token"] = idToken.map(JSONValue.string)
    object["scope"] = scope.map(JSONValue.string)
    return JSONValue.object(object).compact
  }
}

extension JSONValue {
  /// Seconds; some servers write them as a string.
  fileprivate var lifetime: TimeInterval? {
    (number?.text ?? string).flatMap(Double.init).flatMap { $0.isFinite && $0 >= 0 ? min($0, 1e10) : nil }
  }
}
