import Foundation
import RequestModel
import Testing

@testable import Workbench

/// Output about an exchange for which more messages were sent than the request.
struct AuxiliaryHopTests {
  private static func hop(_ number: Int, _ purpose: Timeline.Hop.Purpose, status: Int) -> Timeline.Hop {
    var hop = Timeline.Hop(
      attempt: 1, method: "POST", url: "http://h/\(number)", start: .milliseconds(number), status: status)
    hop.purpose = purpose
    hop.wire = [WireLine(time: .zero, kind: .receivedHead, text: "HTTP/1.1 \(status) \(number)", byteCount: 0)]
    (hop.sent.head, hop.received.head) = (10, 100)
    return hop
  }

  private static let exchange = Exchange(
    id: ExchangeID(), request: SavedRequest(url: "http://h/"), startedAt: Date(timeIntervalSince1970: 0),
    outcome: .completed(Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [])),
    duration: .seconds(1),
    timeline: Timeline(hops: [
      hop(1, .authentication, status: 307), hop(2, .session, status: 307), hop(3, .session, status: 202),
      hop(4, .request, status: 302), hop(5, .request, status: 200),
    ]))

  @Test func theirHeadsAreNotDumped() {
    #expect(WireText.heads(of: Self.exchange.timeline) == "HTTP/1.1 302 4\nHTTP/1.1 200 5\n")
  }

  @Test func variablesAreAboutTheRequestAlone() throws {
    let format = try WriteOut("%{url} %{url_effective} %{num_redirects} %{size_request} %{size_header}")
    #expect(format.text(of: Self.exchange, exitCode: 0).output == "http://h/4 http://h/5 1 20 200")
  }
}
