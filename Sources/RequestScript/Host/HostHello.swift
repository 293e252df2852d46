/// The first message of a process, which describes it.
enum HostHello {
  /// - Throws: The reason why it cannot run jobs.
  static func check(_ payload: [UInt8]) throws(ScriptError) {
    guard let object = try? JSONText(payload).value.object else { throw .invalidMessage("no object as its first") }
    if object["missing"] != nil { throw .engineMissing }
    if let reason = object["unconfined"]?.string { throw .sandboxMissing(reason) }
    if let reason = object["failed"]?.string { throw .notStarted(reason) }
  }
}
