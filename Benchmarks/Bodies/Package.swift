// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The modules that show a body, compiled again through the link `Sources`, as their package access is invisible to other
/// packages.
let package = Package(
  name: "bodies",
  targets: [
    .systemLibrary(name: "CPcre2", pkgConfig: "libpcre2-8"),
    .systemLibrary(name: "CPictures", pkgConfig: "libpng"),
    .target(name: "CBinaryItems"),
    .target(name: "RequestBasics", swiftSettings: settings),
    .target(name: "RequestModel", dependencies: ["RequestBasics"], swiftSettings: settings),
    .target(name: "Pictures", dependencies: ["RequestBasics", "CPictures"], swiftSettings: settings),
    .target(
      name: "BodyDocument", dependencies: ["RequestModel", "Pictures", "CBinaryItems", "CPcre2"],
      swiftSettings: settings),
    .executableTarget(
      name: "body-fuzz", dependencies: ["BodyDocument", "RequestBasics"], path: "Fuzz", swiftSettings: settings),
    .executableTarget(
      name: "body-bench", dependencies: ["BodyDocument", "RequestModel"], path: "Bench", swiftSettings: settings),
  ]
)
