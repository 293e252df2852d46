/// One pass through the requests of a run.
package struct RunIteration: Equatable, Sendable {
  /// The index, from 0.
  package var index: Int
  package var count: Int
  /// Its row of the data file.
  package var row: JSONObject?
  /// Whether iterations that run at the same time share what scripts set.
  var isConcurrent = false
}
