/// Anything that can change the program's state, with the workspace it belongs to.
package enum ProgramEvent: Sendable {
  /// An event of the terminal or a signal, for the workspace on the screen.
  case terminal(Event)
  /// A key, a paste or a click waits for a change of files. It must not answer what the change asks.
  case inputWaits(TerminalInput)
  /// A change of files takes so long that input no longer waits for it; `false` once it has ended.
  case slowChange(Bool)
  /// The result of an effect of a workspace. Results for closed workspaces are dropped.
  case workspace(WorkspaceNumber, Event)
  /// The first frame is on the screen.
  case started
  /// The user's settings have changed.
  case settings(Settings)
  /// The result of `.find`.
  case found(Result<WorkspaceStart, Problem>)
  /// The result of `.listRecents`, the most recent first.
  case recents([RecentWorkspace])
  /// The result of `.completeFolder`: the text completed as far as it is unique, and the matching folders.
  case completedFolder(String, by: String, folders: [String])
}

/// Work to do outside the program's state.
package enum ProgramEffect: Equatable, Sendable {
  case run(WorkspaceNumber, [Effect])
  /// Finds the folder or file that was typed or chosen, and its state from the last run.
  case find(path: String)
  /// Creates the runner of a new workspace's effects.
  case open(WorkspaceNumber, root: String)
  /// Cancels the work of a workspace, after its pending changes of files.
  case close(WorkspaceNumber)
  case listRecents
  /// Puts a folder first among the recent ones.
  ///
  /// - Parameter requests: The number of its requests, if they are loaded.
  case keepRecent(root: String, requests: Int?)
  case forgetRecent(root: String)
  case completeFolder(String)
  /// Writes the tutorial's files unless they are there, starts the demo server, and finds the folder; `.found` follows.
  case openTutorial([Tutorial.File])
  /// Sets a setting, or removes it, by its names from the root; `.settings` follows.
  case set([String], JSONValue?)
  /// Keeps the layout of a workspace for later runs.
  case keepLayout(LayoutChoices, root: String)
  /// Opens the file of the settings in the editor.
  case editSettings
  /// Uses settings that were loaded or have changed.
  case use(Settings, ThemeChoice)
  case quit
}

/// The requests of a workspace to the program.
package enum ProgramRequest: Equatable, Sendable {
  /// Lists the open and recent workspaces.
  case list
  case show(WorkspaceNumber)
  /// Opens a folder, a collection or a request.
  case open(path: String)
  /// Closes a workspace, or the shown one; asks first if there are unsaved edits or running requests.
  case close(WorkspaceNumber?)
  case closeNow(WorkspaceNumber, UnsavedEdits)
  case forgetRecent(root: String)
  case completeFolder(String)
  case openTutorial
  case set([String], JSONValue?)
  /// Uses a theme without setting it; `nil` restores the set one.
  case previewTheme(String?)
  /// Keeps the layout of the workspace for later runs.
  case keepLayout(LayoutChoices)
  case editSettings
  /// Quits all workspaces.
  case quit(UnsavedEdits)
}

/// Identifies an open workspace. A folder that is opened again gets another number.
package struct WorkspaceNumber: Hashable, Sendable {
  package let rawValue: Int

  package init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// A folder to open, and its state from the last run.
package struct WorkspaceStart: Equatable, Sendable {
  /// An absolute path with links resolved.
  package var root: String
  package var selection: Address?
  /// The initial environment of collections that have an environment of that name.
  package var environment: String?
  /// The environments chosen for collections, by their paths.
  package var chosenEnvironments: [String: String]
  /// The body filters used before, newest last.
  package var filters: [String]
  /// The layout of the last run.
  package var layout: LayoutChoices
  /// Whether each request is shown with its documentation first.
  package var opensDocs: Bool

  package init(
    root: String, selection: Address? = nil, environment: String? = nil, chosenEnvironments: [String: String] = [:],
    filters: [String] = [], layout: LayoutChoices = LayoutChoices(), opensDocs: Bool = false
  ) {
    self.root = root
    self.selection = selection
    self.environment = environment
    self.chosenEnvironments = chosenEnvironments
    self.filters = filters
    self.layout = layout
    self.opensDocs = opensDocs
  }
}

/// A folder that was open before.
package struct RecentWorkspace: Equatable, Sendable {
  package var root: String
  /// The number of its requests when it was last open.
  package var requests: Int?
  package var isMissing: Bool

  package init(root: String, requests: Int? = nil, isMissing: Bool = false) {
    self.root = root
    self.requests = requests
    self.isMissing = isMissing
  }
}
