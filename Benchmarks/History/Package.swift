// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The modules of history, compiled again through the link `Sources`, as their package access is invisible to other
/// packages.
let package = Package(
  name: "history",
  dependencies: [.package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")],
  targets: [
    .target(name: "CFiles"),
    .target(name: "CSecret"),
    .systemLibrary(name: "CArchive", pkgConfig: "libarchive"),
    .systemLibrary(name: "CZstandard"),
    .target(name: "RequestBasics", swiftSettings: settings),
    .target(name: "RequestModel", dependencies: ["RequestBasics"], swiftSettings: settings),
    .target(
      name: "RequestStore",
      dependencies: [
        "RequestModel", "CArchive", "CFiles", "CSecret", "CZstandard", .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: settings),
    .executableTarget(
      name: "history-bench", dependencies: ["RequestStore", "RequestModel"], path: "Bench", swiftSettings: settings),
  ]
)
