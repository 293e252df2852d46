/// A search in history: conditions that must all hold.
///
/// A text such as `status:5xx host:api.x since:2d -tag:old "two words"`. Words without a key are searched in the URL,
/// name, headers and text bodies.
package struct HistoryQuery: Equatable, Hashable, Sendable {
  package var terms: [Term]

  package init(_ terms: [Term] = []) { self.terms = terms }

  package var isEmpty: Bool { terms.isEmpty }

  package struct Term: Equatable, Hashable, Sendable {
    package var condition: Condition
    /// Whether the exchanges that meet the condition are left out.
    package var isNegated: Bool

    package init(_ condition: Condition, isNegated: Bool = false) {
      self.condition = condition
      self.isNegated = isNegated
    }
  }

  package enum Condition: Equatable, Hashable, Sendable {
    /// In the URL, name, method, status, failure, environment, headers, text bodies or note.
    case text(String)
    case url(String)
    case name(String)
    /// Any of these hosts or parts of them.
    case host([String])
    case method([String])
    case environment([String])
    case tag([String])
    case request(String)
    /// The id of a run, or a part of its name.
    case run(String)
    case status([Status])
    case since(Moment)
    case until(Moment)
    /// Nanoseconds.
    case duration(ClosedRange<Int>)
    /// Bytes of the response body.
    case size(ClosedRange<Int>)
    case has(Feature)
  }

  /// The values of `status:`.
  package enum Status: Equatable, Hashable, Sendable {
    case codes(ClosedRange<Int>)
    /// No complete response, of any kind or of this one.
    case failed(Failure.Kind?)
    case cancelled
  }

  /// The values of `has:` and `is:`.
  package enum Feature: String, CaseIterable, Hashable, Sendable {
    /// No complete response, a status of 400 or more, or a failed check.
    case failure
    case note
    case tag
    case pin
    /// A response body.
    case body
  }

  /// A point in time, as written.
  package enum Moment: Equatable, Hashable, Sendable {
    /// Seconds before now.
    case ago(Double)
    /// A year, or a month, day, hour, minute or second of it, in local time.
    case calendar([Int])
    case daysBeforeToday(Int)
  }

  package struct Mistake: Error, Equatable, Sendable, CustomStringConvertible {
    /// Explains the mistake and suggests a correction.
    package var sentence: String
    /// The offset of the word, in characters.
    package var position: Int

    package var description: String { "column \(position + 1): \(sentence)" }
  }

  /// The keys, in the order in which they are suggested.
  package enum Key: String, CaseIterable, Sendable {
    case status, method, host, url, name, env, tag, since, until, time, size, has, `is`, request, run

    /// One line for the completion list.
    package var help: String {
      switch self {
      case .status: "404, 5xx, 200-299, >=400, failed, cancelled"
      case .method: "GET, POST"
      case .host: "a host or a part of it"
      case .url: "a part of the URL"
      case .name: "a part of the request's name"
      case .env: "an environment"
      case .tag: "a tag"
      case .since: "30m, 2d, today, 2026-01-31"
      case .until: "30m, 2d, yesterday, 2026-01"
      case .time: ">1s, <200ms"
      case .size: ">1M, <=64k"
      case .has: "failure, note, tag, pin, body"
      case .is: "pinned, tagged, failed"
      case .request: "a request's id"
      case .run: "a part of a run's name, or its id"
      }
    }
  }
}
