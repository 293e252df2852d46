import Foundation
import Testing

@testable import RequestBasics

struct SpawnedProcessTests {
  @Test func aProgramGetsItsArgumentsVariablesAndStreams() throws {
    let file = try #require(AnonymousFile())
    let program = SpawnedProcess(
      ["sh", "-c", #"cat; echo "$0 $NAME""#, "word"], environment: ["NAME=value"],
      streams: [.noInput, .file(file.path, O_WRONLY), .noOutput])
    let (process, code) = program.start()
    #expect(code == 0)
    var status: Int32 = -1
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    #expect(status == 0)
    #expect(try FileHandle(forReadingFrom: URL(filePath: file.path)).readToEnd() == Data("word value\n".utf8))
  }

  /// The 20th signal is SIGTSTP.
  @Test(arguments: [(false, "SigBlk:\t0000000000080000\n"), (true, "SigBlk:\t0000000000000000\n")])
  func theKeyThatStopsIsBlockedOutsideOfAnOwnSession(hasOwnSession: Bool, expected: String) throws {
    let file = try #require(AnonymousFile())
    var program = SpawnedProcess(
      ["grep", "SigBlk", "/proc/self/status"], environment: [],
      streams: [.noInput, .file(file.path, O_WRONLY), .noOutput])
    program.hasOwnSession = hasOwnSession
    let (process, code) = program.start()
    #expect(code == 0)
    var status: Int32 = -1
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    #expect(try FileHandle(forReadingFrom: URL(filePath: file.path)).readToEnd() == Data(expected.utf8))
  }

  @Test func aMissingProgramIsAnErrorNumber() {
    let program = SpawnedProcess(["/nowhere/program"], environment: [], streams: [])
    #expect(program.start().code == ENOENT)
  }
}
