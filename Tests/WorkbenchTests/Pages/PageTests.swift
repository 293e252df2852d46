import Foundation
import RequestModel
import RequestStore
import TestSupport
import Testing

@testable import Workbench

/// The commands, options, links and numbers of the pages are the program's.
struct PageTests {
  /// README, CONTRIBUTING and all pages below `docs` but the decisions, which tell of earlier times.
  static let pages: [String] = {
    let docs = (try? FileManager.default.subpathsOfDirectory(atPath: Repository.path("docs"))) ?? []
    let names = docs.filter { $0.hasSuffix(".md") && !$0.hasPrefix("decisions/") }.sorted()
    return ["README.md", "CONTRIBUTING.md"] + names.map { "docs/" + $0 }
  }()

  private static func text(_ page: String) throws -> String {
    try String(contentsOf: ProjectFiles.root.appending(path: page), encoding: .utf8)
  }

  /// The page without its blocks of code.
  private static func prose(_ page: String) throws -> String {
    try text(page).replacing(#/(?ms)^ *```.*?^ *```$/#, with: "")
  }

  @Test(arguments: pages) func everyCommandOfAnExampleCanBeRun(page: String) throws {
    for block in try Self.text(page).matches(of: #/(?ms)^```sh\n(.*?)^```$/#) {
      for arguments in ShellBlock(String(block.1)).workbench {
        let mistake = WorkbenchCommand.mistake(in: arguments)
        #expect(mistake == nil, "\(page): workbench \(arguments.joined(separator: " "))\n\(mistake ?? "")")
      }
    }
  }

  /// Commands in sentences may leave out arguments, but have no other mistake.
  @Test(arguments: pages) func everyCommandOfASentenceIsOneOfTheProgram(page: String) throws {
    for span in try Self.prose(page).matches(of: #/`(workbench [^`]+)`/#) {
      let line = span.1.replacing("\n", with: " ")
      // The host of scripts has no argument parser.
      for arguments in ShellBlock(String(line)).workbench where arguments.first != "__script-host" {
        guard let mistake = WorkbenchCommand.mistake(in: arguments) else { continue }
        let leavesOut = ["Missing expected argument", "Missing value for", "Error: Name "].contains {
          mistake.contains($0)
        }
        #expect(leavesOut, "\(page): \(line)\n\(mistake)")
      }
    }
  }

  /// Anybody who sees a report could read a credential that is not declared secret.
  @Test func recipesForCIGiveCredentialsAsSecrets() throws {
    for page in ["docs/ci.md", "docs/coming-from.md"] {
      let runs = try Self.text(page).replacing("\\\n", with: "").matches(of: #/workbench run .*-r junit=.*/#)
      #expect(!runs.isEmpty, "\(page)")
      for run in runs.map(\.output) {
        #expect(run.contains(#/--secret [A-Za-z_]+ /#) && !run.contains("--var "), "\(page): \(run)")
      }
    }
  }

  /// Pages that name options of other programs are left out.
  @Test(
    arguments: pages.filter { page in
      !["coming-from", "from-curl", "library", "architecture", "CONTRIBUTING", "ci"].contains {
        page.hasSuffix($0 + ".md")
      }
    })
  func everyOptionOfAPageIsOneOfTheProgram(page: String) async throws {
    let known = Set(try await CommandDump.read().flatMap(\.names))
    for span in try Self.prose(page).matches(of: #/`(--[a-z][a-z0-9.-]*)/#) {
      let option = String(span.1)
      // The prefix of a family, such as `--reporter-cli-…`, and what the argument parser itself adds.
      guard !option.hasSuffix("-"), !["--help", "--version"].contains(option) else { continue }
      #expect(known.contains(option), "\(page): \(option)")
    }
  }

  @Test func everyVariableAndFileOfTheUserIsOnThePageOfFiles() throws {
    let page = try Self.text("docs/files.md") + Self.text("docs/load.md")
    let ends = ProjectFiles.swift(in: "Sources").flatMap { $0.components(separatedBy: "WORKBENCH_").dropFirst() }
    var variables = Set(ends.map { "WORKBENCH_" + $0.prefix { $0.isUppercase || $0 == "_" } })
    // The beginning of others is no variable, and the last one tells the host of scripts its memory.
    variables = variables.filter { !$0.hasSuffix("_") && $0 != "WORKBENCH_SCRIPT_MEMORY" }
    #expect(variables.count > 10)
    #expect(variables.filter { !page.contains("`\($0)`") } == [])
    let folders = UserFolders(data: "/data")
    let files = [
      folders.history, folders.secrets, folders.consents, folders.prompts, folders.drafts, folders.trash,
      folders.cookies, folders.settings, folders.bases, folders.recents, folders.state, folders.navigation,
    ]
    let names = files.map { String($0.split(separator: "/").last ?? "") }
    #expect(names.filter { !page.contains("`\($0)`") && !page.contains("`\($0)/`") } == [])
  }

  @Test(arguments: pages) func everyTargetOfMakeThatAPageNamesIsThere(page: String) throws {
    let makefile = try Self.text("Makefile")
    let targets = Set(makefile.matches(of: #/(?m)^([a-z-]+):/#).map { String($0.1) })
    for named in try Self.text(page).matches(of: #/(?m)(?:`|^)make ([a-z][a-z-]*)/#) {
      #expect(targets.contains(String(named.1)), "\(page): make \(named.1)")
    }
  }

  /// Links, tests, keys, variables and paths of modules.
  @Test(arguments: ["check-links", "check-claims", "check-names"])
  func whatThePagesNameIsThere(script: String) async throws {
    let result = try await Sandbox().shell("python3 -B '\(Repository.path("scripts/\(script)"))'")
    #expect(result.status == 0, "\(result.error)")
  }

  @Test func theReadmeIsReadInThreeMinutes() throws {
    #expect(try Self.text("README.md").split(whereSeparator: \.isWhitespace).count <= 900)
  }
}

/// A command as the program describes it.
struct CommandDump {
  let path: String
  /// With their hyphens.
  let names: [String]
  /// The options and flags, with all names of each.
  let options: [(names: [String], value: String, meaning: String, isFlag: Bool)]
  let discussion: String
  let isLeaf: Bool

  /// All commands, the hidden ones too.
  static func read() async throws -> [CommandDump] { try await all.value }

  private static let all = Task { try await readProgram() }

  private static func readProgram() async throws -> [CommandDump] {
    let dump = try await Sandbox().run("--experimental-dump-help")
    let root = try #require(try JSONText(dump.text).value.object?["command"]?.object)
    return commands(of: root, [])
  }

  private static func commands(of command: JSONObject, _ parents: [String]) -> [CommandDump] {
    let path = parents + [command["commandName"]?.string ?? ""]
    let children = command["subcommands"]?.array?.compactMap(\.object) ?? []
    let shown = children.filter { $0["shouldDisplay"]?.bool != false }
    let arguments = command["arguments"]?.array?.compactMap(\.object) ?? []
    let options = arguments.filter { $0["kind"]?.string != "positional" }
      .map {
        (
          names: names(of: $0), value: $0["valueName"]?.string ?? "", meaning: $0["abstract"]?.string ?? "",
          isFlag: $0["kind"]?.string == "flag"
        )
      }
    let own = CommandDump(
      path: path.joined(separator: " "), names: arguments.flatMap(names), options: options,
      discussion: command["discussion"]?.string ?? "", isLeaf: shown.isEmpty)
    return [own] + shown.filter { $0["commandName"]?.string != "help" }.flatMap { commands(of: $0, path) }
  }

  private static func names(of argument: JSONObject) -> [String] {
    (argument["names"]?.array?.compactMap(\.object) ?? []).map { name in
      (name["kind"]?.string == "long" ? "--" : "-") + (name["name"]?.string ?? "")
    }
  }
}
