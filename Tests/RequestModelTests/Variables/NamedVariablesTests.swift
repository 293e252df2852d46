import RequestModel
import Testing

struct NamedVariablesTests {
  private func named(_ names: some Sequence<Int>) -> NamedVariables {
    var variables = NamedVariables()
    for name in names { variables.set(Variable("\(name)", .value("a"))) }
    return variables
  }

  @Test func removedOnesLeaveTheOrderOfTheOthers() {
    var variables = named(0..<100)
    for name in 0..<100 where name % 7 != 3 { variables.remove("\(name)") }
    variables.set(Variable("10", .value("b")))
    variables.set(Variable("4", .value("c")))
    let left = (0..<100).filter { $0 % 7 == 3 }
    #expect(variables.all.map(\.name) == left.map(String.init) + ["4"])
    #expect(variables.all.map(\.text) == left.map { $0 == 10 ? "b" : "a" } + ["c"])
  }

  @Test func onesThatWereRemovedMakeNoDifference() {
    var variables = named(0..<3)
    variables.remove("1")
    variables.remove("none")
    #expect(variables == named([0, 2]))
    #expect(variables != named([2, 0]))
  }
}
