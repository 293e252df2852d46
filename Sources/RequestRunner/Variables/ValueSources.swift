/// The sources outside of the files for the variables of a collection.
package struct ValueSources: Sendable {
  /// The collection's folder: paths are relative to it, and commands run in it.
  package var folder: String
  /// The folder of the environment, in place of `folder`, if another one than the collection has it.
  var environmentFolder: String?
  /// The base of relative paths of `.env` files, in place of `folder`.
  var dotenvFolder: String?
  /// The values that the user typed for this send, keyed by the names of the variables.
  package var answers: [String: String] = [:]
  /// The user's last reply to a prompt.
  var lastAnswer: @Sendable (_ name: String) -> String? = { _ in nil }
  /// Stores a reply for the next time.
  var keepAnswer: @Sendable (_ name: String, _ answer: String) throws -> Void = { _, _ in }
  /// Creates the job that sends another request of the collection, named by its path there.
  var job: @Sendable (_ request: String) throws(Failure) -> SendEngine.Job = ValueSources.withoutCollection
  /// Creates the job that sends the request with that id, name or path, for scripts.
  var namedJob: @Sendable (_ request: String) throws(Failure) -> SendEngine.Job = ValueSources.withoutCollection

  @Sendable private static func withoutCollection(_ request: String) throws(Failure) -> SendEngine.Job {
    throw Failure(.unprepared, "There is no request \"\(request)\": this request belongs to no collection")
  }
}

/// The values that were fetched for one send.
struct FetchedValues: Sendable {
  var variables: [Variable: String] = [:]
  var responses: [ResponseReference: JSONValue] = [:]
}
