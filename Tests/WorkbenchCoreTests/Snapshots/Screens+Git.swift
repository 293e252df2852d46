import RequestModel
import TerminalUI

@testable import WorkbenchCore

extension Screen {
  static let git = [
    wide("git-tree") { app in
      var status = GitStatus.shop
      status.ignored = ["api/shop/odd.json"]
      app.receive(.git(.status(status)))
    },
    wide("git-tree-conflict") { $0.receive(.git(.status(.stopped))) },
    wide("git-changes") { $0.showChanges() },
    wide("git-difference") { app in
      app.showChanges()
      app.press("<Enter>")
    },
    wide("git-difference-lines") { app in
      app.showChanges(FileDifference(patch: ["@@ -1,2 +1,2 @@", " int x;", "-int y;", "+int z;"]))
    },
    wide("git-nothing-changed") { app in
      var status = GitStatus.shop
      status.entries = []
      app.receive(.git(.status(status)))
      app.press("<C-g>")
    },
    wide("git-no-repository") { app in
      app.press("<C-g>")
      app.receive(.git(.noStatus(Problem("/collections is not in a git repository: git init makes it one"))))
    },
    wide("git-running") { app in
      app.showChanges()
      app.press("P")
      app.receive(.git(.progress(.push(upstream: nil), "Writing objects:  45% (9/20), 1.2 MiB | 300 KiB/s")))
    },
    wide("git-hook-failed") { app in
      app.showChanges()
      let output = "style: list.json has no name\nstyle: 1 problem"
      app.receive(
        .git(.failed(.commit(message: "x"), GitFailure(.other, "Cannot commit: style: 1 problem", output: output))))
      app.press("<F12>")
    },
    wide("git-branches") { app in
      app.showChanges()
      let branches = [
        GitReference(name: "main", isCurrent: true, subject: "Add a request"),
        GitReference(name: "feature/x", remote: "origin", subject: "Try something"),
      ]
      app.waitForResult(of: .git(.listBranches))
      app.receive(.git(.branches(branches)))
    },
    wide("git-conflict") { $0.showConflict() },
    wide("git-conflict-decided") { app in
      app.showConflict()
      app.press("t")
    },
    wide("git-merge-edits") { app in
      app.press("e <Path> /x <Esc> <C-s>")
      app.receive(.workspace(.changedOnDisk("shop/list.json")))
      var disk = SavedRequest.list
      (disk.method, disk.url) = ("PUT", "{{base}}/other")
      app.press("m")
      app.receive(.workspace(.onDisk("shop/list.json", .request(disk))))
    },
  ]
}

extension Harness {
  fileprivate mutating func showChanges(_ difference: FileDifference? = nil) {
    receive(.git(.status(.shop)))
    press("<C-g>")
    let lists = ConflictVersions.list
    let fields = FileDifference(old: lists.base, new: lists.ours, role: .request)
    for case .compare(let comparison)? in effects.map({ $0.work(GitEffect.self) }) {
      if let shown = difference ?? fields { receive(.git(.compared(comparison, shown))) }
    }
  }

  fileprivate mutating func showConflict() {
    receive(.git(.status(.stopped)))
    press("<C-g> <Enter>")
    receive(.git(.conflict(.sample("api/shop/list.json", conflict: .bothModified), .list)))
  }
}
