// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A contender in Swift.
func contender(_ name: String, _ path: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name, dependencies: ["Measuring"] + dependencies, path: "Sources/" + path, swiftSettings: settings)
}

/// A contender in C that uses the same libcurl.
func curlContender(_ name: String, _ path: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["Measuring"], path: "Sources/" + path, linkerSettings: [.linkedLibrary("curl")])
}

let requestClient = Target.Dependency.product(name: "RequestClient", package: "workbench")

/// A separate package, so that contenders are not dependencies of the project.
let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "workbench", path: ".."),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
  ],
  targets: [
    .target(name: "Measuring"),
    curlContender("curl-easy", "CurlEasy"),
    curlContender("curl-multi", "CurlMulti"),
    curlContender("curl-thread", "CurlThread"),
    curlContender("curl-socket", "CurlSocket"),
    contender("request-client-handlers", "RequestClientHandlers", [requestClient]),
    contender("request-client-async", "RequestClientAsync", [requestClient]),
    contender("request-client-chain", "RequestClientChain", [requestClient]),
    contender("request-client-socket", "RequestClientSocket", [requestClient]),
    contender(
      "ahc", "AsyncHTTPClientContender",
      [.product(name: "AsyncHTTPClient", package: "async-http-client")]),
    contender("url-session", "URLSessionContender"),
    contender("request-client-transfer", "RequestClientTransfer", [requestClient]),
  ]
)
