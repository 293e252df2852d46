internal import BodyDocument
package import Foundation

/// Finds the answer to a message by a value that both have, such as an id.
package struct AnswerMatch: Sendable {
  private let query: JSONPathQuery

  /// - Parameter text: A JSONPath, or the name of a member: `id` is `$.id`.
  package init(_ text: String) throws(Failure) {
    let path = text.startsExactly(with: "$") ? text : "$." + text
    do throws(JSONPathProblem) {
      query = try JSONPathQuery(path)
    } catch {
      throw Failure(.unprepared, "\"\(text)\" is not a path to a value in messages, such as $.id: \(error)")
    }
  }

  /// The path, for messages.
  package var path: String { query.text }

  /// The first value at the path as compact JSON; `nil` if the message has none.
  package func key(of message: Data) -> String? {
    let document = BodyDocument(json: message, contentType: nil)
    guard let found = try? document.select(query).body, let list = try? JSONText([UInt8](found)).value.array else {
      // It is not JSON and has no such value.
      return nil
    }
    return list.first.flatMap { $0 == .null ? nil : $0.compact }
  }
}
