import TerminalUI

extension Layout {
  /// Gives half of the response's place to the pinned one, if there is room.
  mutating func pinResponse() {
    guard let area = response else { return }
    if area.columns >= 80 {
      (pinned, response) = { ($0.left, $0.rest) }(area.splitLeft(area.columns / 2))
    } else if area.rows >= 12 {
      (pinned, response) = { ($0.top, $0.rest) }(area.splitTop(area.rows / 2))
    }
  }

  /// Gives half of the request's place to the pinned one, if there is room.
  mutating func pinRequest() {
    guard let area = request else { return }
    if area.columns >= 80 {
      (pinnedRequest, request) = { ($0.left, $0.rest) }(area.splitLeft(area.columns / 2))
    } else if area.rows >= 12 {
      (pinnedRequest, request) = { ($0.top, $0.rest) }(area.splitTop(area.rows / 2))
    }
  }
}
