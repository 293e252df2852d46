import FlyingFox
import FoundationEssentials
import RequestBasics

extension HTTPResponse {
  static func json(_ value: JSON, status: HTTPStatusCode = .ok) -> HTTPResponse {
    bytes(Array(value.pretty.utf8), type: "application/json", status: status)
  }

  static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> HTTPResponse {
    bytes(Array(text.utf8), type: type)
  }

  static func bytes(_ bytes: [UInt8], type: String, status: HTTPStatusCode = .ok) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: [.contentType: type], body: Data(bytes))
  }

  static func empty(_ status: HTTPStatusCode, _ headers: HTTPHeaders) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: headers)
  }

  static func redirect(to location: String, status: HTTPStatusCode = .found) throws(Refusal) -> HTTPResponse {
    empty(status, [.location: try location.asHeaderValue])
  }
}

extension String {
  /// Rejects text with control characters, such as line breaks, which would begin another header.
  var asHeaderValue: String {
    get throws(Refusal) {
      guard !unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }) else {
        throw Refusal(.badRequest, "A header cannot contain control characters")
      }
      return self
    }
  }
}

extension HTTPStatusCode {
  /// Creates a status with its standard phrase, or without one if the code has none.
  init(_ code: Int) {
    self = Self.named[code] ?? HTTPStatusCode(code, phrase: "Unknown")
  }

  private static let named = Dictionary(
    uniqueKeysWithValues: [
      ok, created, accepted, nonAuthoritativeInformation, noContent, resetContent, partialContent, multipleChoice,
      movedPermanently, found, seeOther, notModified, useProxy, temporaryRedirect, permanentRedirect, badRequest,
      unauthorized, paymentRequired, forbidden, notFound, methodNotAllowed, notAcceptable, proxyAuthenticationRequired,
      requestTimeout, conflict, gone, lengthRequired, preconditionFailed, payloadTooLarge, uriTooLong,
      unsupportedMediaType, rangeNotSatisfiable, expectationFailed, teapot, misdirectedRequest, unprocessableContent,
      locked, failedDependency, tooEarly, upgradeRequired, preconditionRequired, tooManyRequests,
      requestHeaderFieldsTooLarge, unavailableForLegalReasons, internalServerError, notImplemented, badGateway,
      serviceUnavailable, gatewayTimeout, httpVersionNotSupported, variantAlsoNegotiates, notExtended,
      networkAuthenticationRequired,
    ].map { (status: HTTPStatusCode) in (status.code, status) })
}
