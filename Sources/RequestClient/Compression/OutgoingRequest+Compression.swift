internal import Foundation

extension OutgoingRequest {
  /// The bytes in memory, if there are any.
  var compressibleBody: Data? {
    guard case .data(let data) = body, !data.isEmpty else { return nil }
    return data
  }

  var contentEncoding: String? { headers.first("Content-Encoding") }

  /// The request with another body and with the headers that belong to it.
  func withBody(_ data: Data, encodedAs encoding: String) -> OutgoingRequest {
    var request = self
    request.body = .data(data)
    request.headers.remove(name: "Content-Length")
    request.headers.update(name: "Content-Encoding", value: encoding)
    return request
  }
}
