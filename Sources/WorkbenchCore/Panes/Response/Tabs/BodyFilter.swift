package import BodyDocument

/// How a body is filtered.
package enum BodyFilter: Equatable, Sendable {
  /// RFC 9535.
  case path(JSONPathQuery)
  /// A command of the user's shell, which gets the body as its input.
  case command(String)

  /// `|` begins a command; everything else is a path.
  package init(_ text: String) throws(Problem) {
    let text = text.trimmingSpaces
    if text.unicodeScalars.first == "|" {
      self = .command(String(text.unicodeScalars.dropFirst()).trimmingSpaces)
      return
    }
    do throws(JSONPathProblem) {
      self = .path(try JSONPathQuery(text))
    } catch {
      throw Problem(error.description)
    }
  }
}

extension String {
  var trimmingSpaces: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
