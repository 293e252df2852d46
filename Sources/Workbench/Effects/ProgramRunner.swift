import ChildProcesses
import Dispatch
import Foundation

/// Runs the effects of the program. Each open workspace has a runner for its own effects.
@MainActor
final class ProgramRunner {
  private var services: Services
  private let tutorial: TutorialSession
  private let queue: ProgramQueue
  private let screen: Screen
  private let recents: RecentEffects
  private let settings: SettingsEffects
  /// The editor and the pager of the settings.
  private var editor = ExternalEditor()
  private var runners: [WorkspaceNumber: EffectRunner] = [:]
  /// The runners of closed workspaces, until their work has ended.
  private var closing: [WorkspaceNumber: EffectRunner] = [:]

  /// - Parameter services: The services of the first workspace.
  init(services: Services, queue: ProgramQueue, screen: Screen) {
    (self.services, self.queue, self.screen) = (services, queue, screen)
    recents = RecentEffects(folders: services.folders, queue: queue)
    tutorial = TutorialSession(folders: services.folders)
    settings = SettingsEffects(file: SettingsFile(services.folders), queue: queue)
  }

  func run(_ effects: [ProgramEffect]) {
    for effect in effects { run(effect) }
  }

  private func run(_ effect: ProgramEffect) {
    switch effect {
    // Effects of a closed workspace are dropped.
    case .run(let number, let effects): runners[number]?.run(effects)
    case .find(let path): find(path)
    case .open(let number, let root): open(number, root)
    case .close(let number): close(number)
    case .listRecents: recents.list()
    case .keepRecent(let root, let requests): recents.keep(root, requests: requests)
    case .forgetRecent(let root): recents.remove(root)
    case .completeFolder(let text):
      Task.detached(executorPreference: TaskQueue(label: "workbench.completion")) { [queue] in
        let found = PathCompletion(text, onlyFolders: true)
        queue.send(.completedFolder(text, by: found.text, folders: found.paths))
      }
    case .openTutorial(let files): openTutorial(files)
    case .set(let path, let value): settings.set(path, to: value)
    case .keepLayout(let choices, let root): recents.keep(choices, of: root)
    case .editSettings: editSettings()
    case .use(let settings, let theme): use(settings, theme)
    case .quit: quit()
    }
  }

  private func open(_ number: WorkspaceNumber, _ root: String) {
    runners[number] = EffectRunner(
      services: runners.isEmpty ? services : services.beside(root: root),
      queue: EventQueue(program: queue, workspace: number), screen: screen)
    runners[number]?.programs.editor = editor
  }

  private func close(_ number: WorkspaceNumber) {
    guard let runner = runners.removeValue(forKey: number) else { return }
    runner.close()
    closing[number] = runner
    runner.whenClosed { [weak self] in self?.closing[number] = nil }
  }

  /// Opens the tutorial in addition to the open workspaces. Its server runs until the program ends.
  private func openTutorial(_ files: [Tutorial.File]) {
    Task {
      do throws(Problem) {
        let prepared = try await self.tutorial.prepare(files, in: nil)
        self.services = self.services.with(builtIn: prepared.builtIn)
        self.queue.send(
          .found(
            .success(
              WorkspaceStart(root: prepared.root, environment: Tutorial.environment, opensDocs: true))))
      } catch {
        self.queue.send(.found(.failure(error)))
      }
    }
  }

  // MARK: Settings

  /// Applies the settings again whenever their file changes.
  func followSettings() { settings.follow() }

  private func use(_ settings: Settings, _ theme: ThemeChoice) {
    editor = ExternalEditor(editor: settings["editor", "command"]?.string, pager: settings["pager"]?.string)
    for runner in runners.values { runner.programs.editor = editor }
    screen.use(theme)
  }

  private func editSettings() {
    guard let path = settings.fileToEdit() else { return }
    screen.releaseTerminal { [queue, settings, editor] in
      do throws(ChildProcessError) {
        try await editor.open(path)
      } catch {
        queue.send(.terminal(.notice(Notice(error))))
      }
      settings.read()
    }
  }

  /// Waits briefly for the tree of a workspace that was just opened, so that its first frame can show it.
  func waitForTree(of number: WorkspaceNumber) { runners[number]?.files.waitForTree() }

  private func find(_ path: String) {
    let closed = closing.values.map { $0.files }
    Task.detached(executorPreference: TaskQueue(label: "workbench.open")) { [queue, services] in
      // Their state and drafts may belong to the workspace being opened.
      for files in closed { files.waitForWrites() }
      let (state, note) = WorkspaceState.load(services.folders)
      queue.send(.found(Result { () throws(Problem) in try WorkspaceStart(at: path, services, state) }))
      if let note { queue.tell(.failure, note) }
    }
  }

  /// Cancels running work, and waits up to a second for pending records and writes.
  private func quit() {
    let deadline = DispatchTime.now() + Self.patience
    let all = Array(runners.values) + Array(closing.values)
    for runner in all { runner.interrupt() }
    for runner in all { runner.finish(by: deadline) }
    settings.finish(by: deadline)
    recents.finish()
    screen.quit()
    for sentence in queue.drain().compactMap(\.failure) { StandardError.write(sentence) }
  }

  private static let patience = DispatchTimeInterval.seconds(1)
}

extension ProgramEvent {
  /// The failure in an event that the screen no longer shows.
  fileprivate var failure: String? {
    switch self {
    case .terminal(.notice(let notice)), .workspace(_, .notice(let notice)):
      notice.kind == .failure ? notice.text : nil
    case .workspace(_, .workspace(_, .failed(let problem))): problem.sentence
    case .workspace(_, .message(let message)):
      if case .failed(let problem)? = message as? HistoryEvent { problem.sentence } else { nil }
    default: nil
    }
  }
}

extension WorkspaceStart {
  /// A folder typed or chosen on the screen, with its state from the last run.
  fileprivate init(at path: String, _ services: Services, _ state: WorkspaceState) throws(Problem) {
    let full = HomeFolder.expanding(path, services.processEnvironment)
    let place = try LaunchTarget(at: full, services.folders)
    self.init(place, state)
  }

  /// - Parameter environment: The environment of the command line. It takes precedence over those chosen in the last
  ///   run.
  init(_ place: LaunchTarget, _ state: WorkspaceState, environment: String? = nil, opensDocs: Bool = false) {
    self.init(
      root: place.root, selection: place.selection ?? state.roots[place.root]?.selected, environment: environment,
      chosenEnvironments: environment == nil ? state.environments(in: place.root) : [:], filters: state.filters,
      layout: state.layout(of: place.root), opensDocs: opensDocs)
  }
}
