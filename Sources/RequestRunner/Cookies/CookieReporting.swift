internal import Foundation

extension RunContext {
  /// Reports for each cookie of the response whether the jar stored it, and if not, why.
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
  /// The reason why the jar refuses a `Set-Cookie` line. Secure cookies of the jar are included: they cannot be
  /// overlaid by others.
  fileprivate func refusal(of line: String, from url: RequestURL, at date: Date) -> String? {
    let copy = CookieJar()
    // Each was sent or set before, so setting it succeeds.
    for cookie in all where cookie.isSecure { try? copy.set(cookie) }
    do {
      try copy.store(line, from: url, at: date)
      return nil
    } catch {
      return error.description
    }
  }
}
