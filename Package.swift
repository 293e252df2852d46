// swift-tools-version: 6.2
import PackageDescription

/// CI treats warnings as errors. Elsewhere, warnings of newer compilers must not break the build.
let strictness: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ] + strictness

/// A target with the common settings.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// Tests are not optimized: that would take longer than it saves.
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.init(stringLiteral: name)] + dependencies,
    swiftSettings: settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))])
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let collections = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let flyingSocks = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")

let package = Package(
  name: "workbench",
  products: [
    .executable(name: "workbench", targets: ["Workbench"]),
    .library(name: "RequestClient", targets: ["RequestClient"]),
    .library(name: "RequestPromises", targets: ["RequestPromises"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", exact: "0.2.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
  ],
  targets: [
    // Dependencies only point down: see docs/architecture.md.
    .systemLibrary(name: "CCurl"),
    .systemLibrary(name: "CCrypto"),
    .systemLibrary(name: "CPcre2", pkgConfig: "libpcre2-8"),
    .systemLibrary(name: "CPictures", pkgConfig: "libpng"),
    .systemLibrary(name: "CPsl"),
    .systemLibrary(name: "CTls"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .target(name: "CBinaryItems"),
    .target(name: "CFiles"),
    .target(name: "CPrograms"),
    .target(name: "CSecret"),
    .target(name: "CVersion"),
    .target(name: "CXPath"),
    .target(name: "CScriptHost", exclude: ["runtime"], linkerSettings: [.linkedLibrary("m")]),
    .systemLibrary(name: "CArchive", pkgConfig: "libarchive"),
    .systemLibrary(name: "CBrotli"),
    .systemLibrary(name: "CExpat", pkgConfig: "expat"),
    .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1"),
    .systemLibrary(name: "CZstandard"),
    .systemLibrary(name: "CHTTP2"),
    .target(name: "CLazyLibraries"),
    .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),

    module("RequestBasics"),
    module("RequestModel", ["RequestBasics"]),
    module(
      "RequestClient",
      ["RequestBasics", "CCurl", "CCrypto", "CHTTP2", "CPsl", "CZlib", "CBrotli", "CZstandard", httpTypes, collections]),
    module("RequestPromises", ["RequestClient", collections]),
    module("RequestScript", ["RequestBasics", "CFiles", collections]),
    module("RequestStore", ["RequestModel", "CArchive", "CFiles", "CSecret", "CZstandard", grdb]),
    module("RequestRuns", ["RequestModel"]),
    module("RequestLoad", ["RequestBasics", histogram]),
    module(
      "RequestRunner",
      [
        "RequestModel", "RequestClient", "RequestStore", "RequestRuns", "RequestLoad", "RequestScript", "BodyDocument",
        "Interchange", "ResponseChecks", "JSONSchema", "CFiles", httpTypes, collections,
      ]),
    module("Pictures", ["RequestBasics", "CPictures"]),
    module("BodyDocument", ["RequestModel", "Pictures", "CBinaryItems", "CPcre2"]),
    module("JSONSchema", ["RequestBasics", "BodyDocument"]),
    module("ResponseChecks", ["RequestModel", "BodyDocument", "JSONSchema", "CXPath"]),
    module("Interchange", ["RequestModel", "CExpat", "CYaml"]),
    module("TerminalUI"),
    module(
      "WorkbenchCore",
      ["RequestModel", "RequestRuns", "RequestLoad", "TerminalUI", "BodyDocument", "Pictures", "ResponseChecks"]),
    module("ChildProcesses", ["RequestBasics", "CPrograms", subprocess]),
    module("Git", ["ChildProcesses", "RequestModel"]),
    module("MockServer", ["RequestModel", "BodyDocument", "CFiles", "CTls", flyingSocks]),
    module("DemoServer", ["RequestModel", "MockServer", "Pictures", "CZlib"]),
    .executableTarget(
      name: "Workbench",
      dependencies: [
        "CFiles", "CNcurses", "CLazyLibraries", "CScriptHost", "CVersion", "WorkbenchCore", "TerminalUI",
        "RequestModel", "RequestRunner", "RequestRuns", "RequestLoad", "RequestScript", "ResponseChecks",
        "RequestClient", "RequestStore", "BodyDocument", "Interchange", "DemoServer", "MockServer", "ChildProcesses",
        "Git",
        argumentParser,
        httpTypes,
      ],
      swiftSettings: settings),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    tests("RequestBasics", ["TestSupport"]),
    tests("RequestModel", ["TestSupport"]),
    tests("RequestClient", ["RequestBasics", "RequestPromises", "TestSupport", "CZlib", httpTypes]),
    tests("RequestPromises", ["RequestClient", "TestSupport"]),
    tests("RequestScript", ["RequestBasics", "TestSupport"]),
    tests("RequestStore", ["RequestModel", "TestSupport", grdb]),
    tests("RequestRuns", ["Interchange", "RequestModel", "TestSupport"]),
    tests("RequestLoad"),
    tests(
      "RequestRunner",
      [
        "RequestModel", "RequestClient", "RequestStore", "RequestRuns", "RequestLoad", "RequestScript", "Interchange",
        "ResponseChecks", "DemoServer", "TestSupport",
      ]),
    tests("BodyDocument", ["RequestModel", "TestSupport"]),
    tests("JSONSchema", ["RequestBasics", "TestSupport"]),
    tests("ResponseChecks", ["RequestModel"]),
    tests("Pictures", ["RequestBasics", "TestSupport"]),
    tests("Interchange", ["RequestModel", "TestSupport"]),
    tests("TerminalUI", ["RequestBasics", "TestSupport"]),
    tests(
      "WorkbenchCore", ["RequestModel", "RequestRuns", "RequestLoad", "TerminalUI", "BodyDocument", "TestSupport"]),
    tests("DemoServer", ["TestSupport"]),
    tests("MockServer", ["RequestModel", "TestSupport"]),
    tests("Git", ["ChildProcesses", "RequestModel", "TestSupport"]),
    tests(
      "Workbench",
      [
        "TestSupport", "RequestModel", "Interchange", "RequestStore", "RequestClient", "RequestRunner", "WorkbenchCore",
        "TerminalUI",
        "BodyDocument", "DemoServer", "CNcurses",
      ]),
  ]
)

// `ONLY=TerminalUI,BodyDocument make test` builds and tests these modules alone, with what they depend on.
if let only = Context.environment["ONLY"], !only.isEmpty {
  var waiting = only.split(separator: ",").map { "\($0)Tests" }
  var kept: Set<String> = []
  while let name = waiting.popLast() {
    guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { continue }
    waiting += target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products = []
}
