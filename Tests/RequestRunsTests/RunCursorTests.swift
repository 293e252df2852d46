import RequestModel
import Testing

@testable import RequestRuns

/// Which requests a run sends, and in which order.
struct RunCursorTests {
  private func item(_ path: String, name: String? = nil, id: String? = nil, tags: [String] = []) throws -> RunItem {
    var document: JSONObject = ["url": "http://x"]
    document["id"] = id.map(JSONValue.string)
    document["name"] = name.map(JSONValue.string)
    document["tags"] = .array(tags.map(JSONValue.string))
    return RunItem(root: "/w", address: Address(path), request: try SavedRequest(document: document))
  }

  private func plan() throws -> RunPlan {
    RunPlan([
      try item("a.json", id: "r1", tags: ["smoke"]), try item("b.json", name: "same"),
      try item("c/d.json", name: "same", tags: ["slow", "smoke"]),
    ])
  }

  private func way(_ directions: [RunDirection.Next], failed: Bool = false, limit: Int = 100) throws -> [String] {
    var cursor = RunCursor(try plan(), limit: limit)
    var (way, directions) = ([String](), directions[...])
    while let item = cursor.item {
      way.append(item.address.path)
      var direction = RunDirection()
      direction.next = directions.popFirst() ?? .inOrder
      try cursor.advance(direction, failed: failed)
    }
    return way
  }

  @Test func requestsFollowEachOtherInOrder() throws {
    #expect(try way([]) == ["a.json", "b.json", "c/d.json"])
  }

  @Test(arguments: ["c/d.json", "c/d", "same"]) func aScriptNamesTheNextByPathOrNameAndTheLastOfANameCounts(
    _ name: String
  ) throws {
    #expect(try way([.request(name)]) == ["a.json", "c/d.json"])
  }

  @Test func anIdComesBeforeNames() throws {
    #expect(try way([.inOrder, .request("r1")]) == ["a.json", "b.json", "a.json", "b.json", "c/d.json"])
  }

  @Test func foldersChooseRequestsByNameAndPath() throws {
    var inner = try item("c/d.json", name: "same")
    inner.folders = ["The C"]
    var foreign = try item("1.json", name: "List")
    foreign.place = Address("Orders/List")
    let plan = RunPlan([try item("a.json", id: "r1"), inner, foreign])
    for (names, paths) in [
      (["The C"], ["c/d.json"]), (["c"], ["c/d.json"]), (["Orders"], ["1.json"]),
      (["List", "a"], ["a.json", "1.json"]), ([], ["a.json", "c/d.json", "1.json"]),
    ] {
      #expect(try plan.inFolders(names).items.map(\.address.path) == paths)
    }
    #expect(throws: RunPlanError.noFolder("x")) { try plan.inFolders(["a", "x"]) }
  }

  @Test func ofFoldersOfOneNameInAnotherProgramsFileTheOuterCounts() throws {
    func item(_ path: String, in folders: [String], name: String) throws -> RunItem {
      var item = try self.item(path, name: name)
      (item.folders, item.place) = (folders, Address((folders + [name]).joined(separator: "/")))
      return item
    }
    let plan = RunPlan([
      try item("g/f/1.json", in: ["G", "F"], name: "deep"), try item("f/2.json", in: ["F"], name: "Login"),
      try item("f2/3.json", in: ["F"], name: "b"), try item("4.json", in: [], name: "Login"),
    ])
    for (names, paths) in [
      (["F"], ["f/2.json", "f2/3.json"]), (["Login"], ["4.json"]), (["G", "b"], ["g/f/1.json", "f2/3.json"]),
    ] {
      #expect(try plan.inFolders(names).items.map(\.address.path) == paths)
    }
  }

  @Test func noNextRequestEndsTheIteration() throws {
    #expect(try way([.inOrder, .none]) == ["a.json", "b.json"])
  }

  @Test func theScriptOfAFailedRequestHasNoSay() throws {
    #expect(try way([.none], failed: true) == ["a.json", "b.json", "c/d.json"])
  }

  @Test func anUnknownNextRequestIsAnError() throws {
    #expect(throws: RunCursorError.unknown("x")) { try way([.request("x")]) }
    #expect(RunCursorError.unknown("x").description.contains("\"x\" is not in this run"))
  }

  @Test func aCircleEndsAtTheLimit() throws {
    #expect(throws: RunCursorError.endless(50)) {
      try way(Array(repeating: .request("a"), count: 60), limit: 50)
    }
    #expect(try way([], limit: 3).count == 3)
  }

  @Test func tagsChooseRequests() throws {
    #expect(try plan().tagged(["smoke"]).items.map(\.address.path) == ["a.json", "c/d.json"])
    #expect(try plan().tagged(["smoke"]).without(["slow"]).items.map(\.address.path) == ["a.json"])
    #expect(try plan().tagged([]).without([]).items.count == 3)
  }

  @Test func aRunBeginsWithTheNamedRequest() throws {
    #expect(try plan().from("same").items.map(\.address.path) == ["b.json", "c/d.json"])
    #expect(throws: RunPlanError.noStart("x")) { try plan().from("x") }
  }
}
