internal import RequestModel

/// How a run reaches what the variables of its collection take from outside of the files.
package struct ValueSources: Sendable {
  /// The collection's folder: paths are relative to it, and commands run there.
  package var folder: String
  /// Where relative paths of `.env` files begin instead.
  var dotenvFolder: String?
  /// What the user typed for this send, by the names of the variables.
  package var answers: [String: String] = [:]
  /// The last answer to a prompt.
  var lastAnswer: @Sendable (_ name: String) -> String? = { _ in nil }
  /// Keeps an answer for the next time.
  var keepAnswer: @Sendable (_ name: String, _ answer: String) throws -> Void = { _, _ in }
  /// Makes the job that sends another request of the collection, named by its path there.
  var job: @Sendable (_ request: String) throws(Failure) -> SendEngine.Job = { name throws(Failure) in
    throw Failure(.unprepared, "There is no request \"\(name)\": this request belongs to no collection")
  }

  /// Makes the job that sends the request of that id, name or path, for scripts.
  var namedJob: @Sendable (_ request: String) throws(Failure) -> SendEngine.Job = { name throws(Failure) in
    throw Failure(.unprepared, "There is no request \"\(name)\": this request belongs to no collection")
  }

  package init(folder: String) { self.folder = folder }
}

/// The values that were fetched for one send.
struct FetchedValues: Sendable {
  var variables: [Variable: String] = [:]
  var responses: [ResponseReference: JSONValue] = [:]
}
