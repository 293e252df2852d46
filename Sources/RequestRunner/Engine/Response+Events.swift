internal import Foundation

extension Response {
  /// The data of each event of an event stream, else the body.
  var eventsOrBody: [Data] {
    guard headers.first("Content-Type")?.lowercased().hasPrefix("text/event-stream") == true else { return [body] }
    return ServerSentEvent.all(in: body).map { Data($0.data.utf8) }
  }
}
