/// The program that an HTTP file is written for, as far as its text shows it.
enum HTTPFileDialect {
  case restClient
  /// JetBrains' client, httpyac or this program.
  case other
  case unknown

  init(_ text: String) {
    if Self.marksOfOthers.contains(where: { text.containsExactly($0) }) {
      self = .other
    } else {
      self = Self.marksOfRESTClient.contains(where: { text.containsExactly($0) }) ? .restClient : .unknown
    }
  }

  /// Scripts, and variables that REST Client does not have.
  private static let marksOfOthers = [
    "{%", "\n{{\n", "\n?? ", "{{$random.", "{{$env.", "{{$exampleServer", "{{$isoTimestamp", "{{$uuid", "# @workbench ",
  ]

  /// Features of REST Client alone, and of httpyac, which reads its files.
  private static let marksOfRESTClient = [
    "{{$guid}}", "{{$dotenv ", "{{$processEnv ", "{{$localDatetime ", "{{$aadToken", "# @prompt ", "// @prompt ",
    ".response.body.", ".response.headers.", "# @note",
  ]
}
