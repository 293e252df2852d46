import Foundation
import RequestClient

extension OutgoingRequest {
  /// A request to `http://h/` followed by `path`.
  static func to(
    _ method: HTTPRequest.Method = .get, _ reference: String = "", headers: [HTTPHeader] = []
  ) throws -> OutgoingRequest {
    try OutgoingRequest(method: method, url: RequestURL("http://h/" + reference), headers: .init(headers))
  }

  var bodyData: Data? {
    if case .data(let data) = body { data } else { nil }
  }
  var bodyText: String? { bodyData.map { String(decoding: $0, as: UTF8.self) } }
  var contentType: String? { headers.first("Content-Type") }
}
