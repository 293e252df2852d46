internal import Foundation
internal import RequestClient
internal import RequestModel

extension RunContext {
  /// Tells of each cookie of the response whether the jar took it, and why not.
  func reportCookies() {
    guard let received = record.received, let hop = received.response.timeline.hops.last,
      let url = try? RequestURL(hop.url)
    else { return }
    let lines = hop.responseHeaders.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
    guard !lines.isEmpty, let jar = client.configuration.cookieJar else { return }
    let isOff = !received.prepared.options.usesCookies
    let refusals = lines.map { isOff ? "Cookies are off for this request" : jar.refusal(of: $0, from: url, at: Date()) }
    log(CookieReport(refusals).event)
  }
}

extension CookieJar {
  /// Why the jar refuses a `Set-Cookie` line. Its secure cookies count: no other may hide one.
  fileprivate func refusal(of line: String, from url: RequestURL, at date: Date) -> String? {
    let copy = CookieJar()
    // Each was sent or set before, so it can be set again.
    for cookie in all where cookie.isSecure { try? copy.set(cookie) }
    do {
      try copy.store(line, from: url, at: date)
      return nil
    } catch {
      return error.description
    }
  }
}
