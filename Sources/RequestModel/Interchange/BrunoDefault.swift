extension Parameter {
  /// The member `x-bruno` of a header that Bruno's client adds after scripts.
  package static let brunoDefault: JSONValue = ["default": true]

  /// Whether Bruno's client adds the header after scripts, which do not see it.
  package var isBrunoDefault: Bool { document["x-bruno"]?.object?["default"]?.bool == true }
}
