/// A variable that a response sets in a file of the collection.
package struct CapturedVariable: Equatable, Sendable {
  package enum Place: Equatable, Sendable {
    case environment(String)
    case collection
  }

  package var name: String
  package var value: String
  package var isSecret: Bool
  package var place: Place
  /// The file of the request.
  package var origin: Exchange.Origin
}
