import RequestModel
import TerminalUI

// Runs of folders.
extension Command {
  static let runs = [
    Command(
      "runs.open", "Run", "Run the requests of the folder: choose them, the environment, iterations and a data file.",
      in: .everywhere, keys: [], go: "r", opensField: true,
      whyUnavailable: {
        $0.workspace.tree.nodes.contains { !$0.isFolder } ? nil : "There are no requests to run"
      },
      run: { $0.openRunForm() }),
    Command(
      "runs.toggle", "Show run", "Show the last run and its results, or what was shown before.",
      in: .everywhere, keys: [], go: "R", whyUnavailable: { $0.whyNoRun }, run: { $0.toggleRun() }),
  ]
}
