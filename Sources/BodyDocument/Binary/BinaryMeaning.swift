package import Foundation
package import RequestModel

// Callers that use the JSON that bytes encode, without showing the bytes.
extension BodyDocument {
  /// The values of MessagePack or CBOR as JSON; `nil` for other and unreadable bodies.
  ///
  /// It is on one line; the values of a sequence are on a line each.
  ///
  /// - Parameter isMasked: Whether secrets are masked in the body. Those in strings of bytes are asterisks then.
  package static func meaning(
    of body: Data, contentType: String?, isMasked: Bool = false, isStopped: () -> Bool = { Task.isCancelled }
  ) -> Data? {
    BinaryDocument.text(of: body, as: ContentType(contentType), isMasked: isMasked, unless: isStopped)
  }
}

extension LogEvent.Message {
  /// The JSON that a binary message means; `nil` for other messages.
  package var meaning: Data? { meaning(isMasked: false) }

  /// The same for a message with masked secrets, which are asterisks in strings of bytes.
  package var maskedMeaning: Data? { meaning(isMasked: true) }

  private func meaning(isMasked: Bool) -> Data? {
    type == "binary" ? BodyDocument.meaning(of: body.content, contentType: nil, isMasked: isMasked) : nil
  }
}

extension LogEvent {
  /// A message as a line of JSON, where `json` has the values of binary content as shown; `nil` for other events.
  package var messageLine: Data? {
    guard case .message(let message) = content else { return nil }
    // JSON of too many levels is left out.
    return jsonLine(meaning: message.maskedMeaning.flatMap { try? JSONText([UInt8]($0)).value })
  }
}
