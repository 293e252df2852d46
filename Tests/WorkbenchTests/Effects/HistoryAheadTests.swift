import Foundation
import RequestStore
import Testing

@testable import Workbench

/// The history that is opened before it is known whether the command needs it.
struct HistoryAheadTests {
  @Test func theHistoryThatIsMadeAheadIsTheOneOfTheCommand() throws {
    let sandbox = try Sandbox()
    let environment = ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home]
    let isThere = History.makeAhead(environment: environment) != nil
    #expect(!isThere)
    try sandbox.write("home/history.sqlite", "")
    let history = try #require(History.makeAhead(environment: environment))
    let isSame = ["history.sqlite", "other.sqlite"].map { name in
      History.ofUser(path: sandbox.home + "/" + name, environment: environment) === history
    }
    #expect(isSame == [true, false])
    history.openUnlessDamaged()
    #expect(try history.store().count() == 0 && history.takeNote() == nil)
  }

  @Test func aDamagedHistoryIsSetAsideByTheCommandAlone() throws {
    let sandbox = try Sandbox()
    let environment = ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home]
    let text = String(repeating: "no database ", count: 1_000)
    try sandbox.write("home/history.sqlite", text)
    let history = try #require(History.makeAhead(environment: environment))
    history.openUnlessDamaged()
    #expect(history.takeNote() == nil && sandbox.text("home/history.sqlite") == text)
    #expect(try history.store().count() == 0)
    #expect(history.takeNote()?.contains("History was damaged") == true)
    // It is open already.
    history.openUnlessDamaged()
    #expect(try history.store().count() == 0)
  }
}
