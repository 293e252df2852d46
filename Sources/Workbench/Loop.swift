import Foundation

/// The main loop: events in, effects out, one frame per batch.
@MainActor
struct Loop {
  let services: Services
  /// The workspaces to open; the services belong to the first one.
  let places: [LaunchTarget]
  let environment: String?
  /// Whether the screen is for a screen reader.
  let isPlain: Bool
  /// Whether each request is shown with its documentation first.
  var opensDocs = false

  func run() async throws {
    let queue = ProgramQueue()
    let screen = try CommandExit.failing(with: CommandExit.usage) {
      try Screen(queue: queue, environment: services.processEnvironment)
    }
    let remembered = WorkspaceState.load(services.folders)
    var program = Program(
      size: screen.size,
      starts: places.map { WorkspaceStart($0, remembered.state, environment: environment, opensDocs: opensDocs) },
      clock: Clock(offset: Self.zoneOffset()), exportFormats: ExportChoice.all,
      home: HomeFolder.path(services.processEnvironment), workingFolder: FileManager.default.currentDirectoryPath,
      isPlain: isPlain, seed: .random(in: .min ... .max))
    // Messages about the settings have the time of the start.
    program.tell(Date())
    let effects = ProgramRunner(services: services, queue: queue, screen: screen)
    do throws(StoreError) {
      effects.run(program.apply(try SettingsFile(services.folders).load()))
    } catch {
      queue.tell(.failure, error.description)
    }
    screen.start()
    queue.send(.terminal(.woke(now: Date())))
    if let reason = places.first?.reason { queue.tell(.information, reason) }
    if let note = remembered.note { queue.tell(.failure, note) }
    effects.run(program.startEffects)
    effects.waitForTree(of: program.shownNumber)
    effects.followSettings()
    var isStarted = false
    for await _ in queue.wakes {
      program.tell(Date())
      guard handle(queue.drain(), in: &program, effects, queue, screen) else { return }
      screen.present(program.render())
      if !isStarted { queue.send(.started) }
      isStarted = true
    }
  }

  /// Handles a batch of events. Input that waits for a change of files goes back to the queue.
  ///
  /// - Returns: `false` once the screen is closed.
  private func handle(
    _ events: [ProgramEvent], in program: inout Program, _ effects: ProgramRunner, _ queue: ProgramQueue,
    _ screen: Screen
  ) -> Bool {
    var holdsInput = false
    var events = events[...]
    while let event = program.next(of: &events) {
      if case .terminal(.input(let input)) = event, holdsInput || queue.isChanging {
        holdsInput = true
        queue.hold(event)
        effects.run(program.update(.inputWaits(input)))
        continue
      }
      let shown = program.shownNumber
      effects.run(program.update(event))
      if screen.isClosed { return false }
      if program.isJustOpened, program.shownNumber != shown { effects.waitForTree(of: program.shownNumber) }
    }
    return true
  }

  /// Seconds east of Greenwich, from the C library because Foundation would load all of its time zone data.
  private static func zoneOffset() -> Int {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return parts.tm_gmtoff
  }
}
