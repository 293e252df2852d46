import Foundation
import RequestModel
import RequestStore
import TerminalUI
import WorkbenchCore

/// The main loop: events in, effects out, one frame per batch.
@MainActor
struct Loop {
  private let services: Services
  private let place: LaunchTarget
  private let environment: String?

  init(services: Services, place: LaunchTarget, environment: String?) {
    self.services = services
    self.place = place
    self.environment = environment
  }

  func run() async throws {
    let queue = EventQueue()
    let screen: Screen
    do {
      screen = try Screen(queue: queue, environment: services.processEnvironment)
    } catch {
      throw CommandExit.fail(error.description, CommandExit.usage)
    }
    let remembered = WorkspaceState.load(services.folders)
    let last = remembered.state.roots[place.root]
    var workbench = Workbench(
      size: screen.size, root: place.root, environment: environment,
      chosenEnvironments: environment == nil ? remembered.state.roots.compactMapValues(\.environment) : [:],
      selection: place.selection ?? last?.selected, filters: remembered.state.filters,
      clock: Clock(offset: Self.zoneOffset()), exportFormats: ExportChoice.all,
      seed: .random(in: .min ... .max))
    let effects = EffectRunner(services: services, queue: queue, screen: screen)
    var settings: [Effect] = []
    do throws(StoreError) {
      settings = workbench.apply(try SettingsFile(services.folders).load())
    } catch {
      queue.send(.notice(Notice(.failure, error.description)))
    }
    effects.run(settings)
    screen.start()
    queue.send(.woke(now: Date()))
    if let reason = place.reason { queue.send(.notice(Notice(.information, reason))) }
    if let note = remembered.note { queue.send(.notice(Notice(.failure, note))) }
    effects.run(workbench.startEffects)
    effects.waitForTree()
    effects.followSettings()
    for await _ in queue.wakes {
      for event in queue.drain() {
        effects.run(workbench.update(event))
        if screen.isClosed { return }
      }
      screen.present(workbench.render())
    }
  }

  /// Seconds east of Greenwich, from the C library because Foundation would load all of its time zone data.
  private static func zoneOffset() -> Int {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return parts.tm_gmtoff
  }
}
