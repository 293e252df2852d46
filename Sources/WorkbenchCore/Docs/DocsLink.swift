/// A link in laid-out lines.
struct DocsLink: Equatable, Sendable {
  struct Place: Equatable, Sendable {
    let line: Int
    let span: Int
  }

  let target: String
  /// Its spans. A wrapped link has several.
  var places: [Place]

  static func all(in lines: [[Span]]) -> [DocsLink] {
    var links: [DocsLink] = []
    for (line, spans) in lines.enumerated() {
      for (index, span) in spans.enumerated() {
        guard let target = span.link else { continue }
        let place = Place(line: line, span: index)
        if let last = links.last, last.target == target, last.isFollowed(by: place, in: spans) {
          links[links.count - 1].places.append(place)
        } else {
          links.append(DocsLink(target: target, places: [place]))
        }
      }
    }
    return links
  }

  /// Whether only a line end, or nothing, is between the link so far and a place.
  private func isFollowed(by place: Place, in spans: [Span]) -> Bool {
    guard let last = places.last else { return false }
    if last.line == place.line { return last.span + 1 == place.span }
    return last.line + 1 == place.line && spans[..<place.span].allSatisfy { $0.text.allSatisfy { " │▏•".contains($0) } }
  }
}
