import Foundation
import Glibc
import RequestModel
import TerminalUI
import WorkbenchCore

/// Measures typing in long texts, from the key to the frame. Prints a line per figure: its name, a tab, milliseconds of
/// the thread's own time, so that other work on the machine does not count.
@main struct TypingBench {
  static func main() throws {
    let lines = (0..<30_000).map { "  {\"id\": \($0), \"name\": \"user \($0)\"}," }.joined(separator: "\n")
    let line = "[" + (0..<30_000).map { "{\"id\": \($0), \"name\": \"user \($0)\"}" }.joined(separator: ", ")
    for (name, text) in [("1 MB of lines", lines), ("a line of 1 MB", line)] {
      for (place, keys) in [("start", [Key.controlHome]), ("middle", [.controlHome] + down), ("end", [.controlEnd])] {
        try measure("\(name), \(place)", text, keys)
      }
    }
  }

  private static let down = Array(repeating: Key.pageDown, count: 1_500)

  private static func measure(_ name: String, _ text: String, _ keys: [Key]) throws {
    var bench = try opened(text)
    for key in keys { _ = bench.update(.input(.key(key))) }
    report("\(name): typing", &bench, (0..<2_000).map { .character($0 % 7 == 0 ? " " : "x") })
    report("\(name): deleting", &bench, Array(repeating: .backspace, count: 1_000))
    report("\(name): moving", &bench, (0..<1_000).map { $0 % 100 < 50 ? .left : .right })
    report("\(name): new lines", &bench, Array(repeating: .enter, count: 200))
    report("\(name): undo", &bench, Array(repeating: .control("z"), count: 200))
  }

  /// A workbench with the text as the body of an open request, under edit.
  private static func opened(_ text: String) throws -> Workbench {
    var bench = Workbench(size: Size(columns: 160, rows: 48), root: "/c", seed: 1)
    let address = Address("a/b.json")
    let tree = CollectionTree(
      root: "/c",
      nodes: [
        CollectionNode(address: Address("a"), depth: 0, kind: .folder(isCollection: true), title: "a"),
        CollectionNode(address: address, depth: 1, kind: .request(method: "GET", id: nil), title: "b"),
      ])
    let id = bench.workspace.id
    var request = try SavedRequest(document: ["method": "POST", "url": "http://localhost"])
    request.body = .text(text, type: "application/json")
    _ = bench.update(.workspace(id, .loaded(tree)))
    _ = bench.update(.workspace(id, .opened(address, .success(.request(request)))))
    _ = bench.update(.workspace(id, .scope(address, RequestContext(collection: "/c/a", environments: []))))
    for key in [Key.character("2"), .character("]"), .character("]"), .end, .character("e")] {
      _ = bench.update(.input(.key(key)))
    }
    guard bench.requestPane.editing?.target.isMultiline == true else { fatalError("The text is not under edit") }
    return bench
  }

  private static func report(_ name: String, _ bench: inout Workbench, _ keys: [Key]) {
    var times: [Double] = []
    for key in keys {
      let start = time()
      _ = bench.update(.input(.key(key)))
      let frame = bench.render()
      times.append(time() - start)
      if frame.cursor == nil { fatalError("The cursor is not on the screen") }
    }
    times.sort()
    let p99 = times[times.count * 99 / 100]
    print("\(name)\t\(format(times[times.count / 2]))\tp99 \(format(p99))")
  }

  /// Milliseconds that the thread has run.
  private static func time() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  private static func format(_ milliseconds: Double) -> String { String(format: "%.3f", milliseconds) }
}
