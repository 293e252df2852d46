import Dispatch
import Git
import Synchronization

/// Allows and fetches bases in the background, one collection after another.
final class BaseEffects: Sendable {
  private let services: Services
  private let queue: EventQueue
  private let fetching = DispatchQueue(label: "workbench.bases")
  private let control = Mutex<ProgramControl?>(nil)

  init(services: Services, queue: EventQueue) { (self.services, self.queue) = (services, queue) }

  /// - Parameters:
  ///   - report: Called with the progress, and finally with `nil`.
  ///   - whenReady: Called once the bases can be used.
  func use(
    _ collection: Address, _ store: CollectionStore, report: @escaping @Sendable (String?) -> Void,
    whenReady: @escaping @Sendable () -> Void
  ) {
    let preparation = BasePreparation(store, collection, services.folders, services.processEnvironment)
    fetching.async { [self] in
      let control = ProgramControl()
      self.control.withLock { $0 = control }
      report("Fetching the base …")
      do {
        try preparation.run(control) { report("Fetching the base: \($0)") }
        let names = preparation.layers.bases.map(\.name.description).joined(separator: ", ")
        queue.tell(.success, "Based on \(names)" + Self.note(on: try preparation.leftOut()))
      } catch let problem as GitProblem where problem.kind == .cancelled {
        queue.tell(.information, "Cancelled: the base was not fetched")
      } catch let problem as GitProblem where problem.kind == .asks {
        queue.tell(.failure, "\(problem) — run: workbench base fetch")
      } catch {
        queue.tell(.failure, "\(error)")
      }
      self.control.withLock { $0 = nil }
      report(nil)
      whenReady()
    }
  }

  /// - Parameter leftOut: The paths of files that are not fetched.
  static func note(on leftOut: [String]) -> String {
    guard let first = leftOut.first else { return "" }
    let more = leftOut.count > 1 ? " and \(Formatting.number(leftOut.count - 1)) more" : ""
    return " — left out \(first.visibleLine)\(more): git would take such a folder for a repository"
  }

  /// Interrupts running work.
  func cancel() { control.withLock { $0 }?.interrupt() }
}
