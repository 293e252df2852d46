/// Jobs that run one after another in one process, which has the next one before one ends: nothing is lost between them.
///
/// They must have no session.
package final class ScriptLane: Sendable {
  /// Calls a handler that resumes the task of a job that has ended, on the thread that waits for the process.
  let resume: @Sendable (_ handler: () -> Void) -> Void

  package init(resume: @escaping @Sendable (_ handler: () -> Void) -> Void = { $0() }) { self.resume = resume }
}
