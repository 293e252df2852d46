import Foundation
import Testing

@testable import RequestScript

/// Hosts that do not keep to the protocol, played by a shell.
struct BrokenHostTests {
  private func error(_ script: String) async -> ScriptError? {
    await ScriptHost(HostProgram.played(by: script)).error(of: "", time: .zero)
  }

  @Test func aProgramThatCannotBeStartedIsNamed() async throws {
    var options = ScriptHost.Options()
    options.command = ["/nowhere/workbench", "__script-host"]
    let error = await ScriptHost(options).error(of: "")
    #expect(error?.description == "Cannot start the script host: /nowhere/workbench: no such file or directory")
  }

  @Test func aHostWithoutItsLibrarySaysWhatToInstall() async throws {
    let error = await error(#"printf '\021\0\0\0H{"missing":"it"}'; exit 94"#)
    #expect(
      error?.description
        == "Cannot run scripts: JavaScriptCore is not installed — install it: apt-get install libjavascriptcoregtk-4.1-0"
    )
  }

  @Test func aHostWithoutSandboxSaysHowToAllowIt() async throws {
    let error = await error(#"printf '\024\0\0\0H{"unconfined":"no"}'; exit 94"#)
    #expect(error == .sandboxMissing("no"))
    #expect(error?.description.contains("WORKBENCH_SCRIPTS_WITHOUT_SANDBOX=1") == true)
  }

  @Test func garbageIsAnError() async throws {
    #expect(await error("printf 'Segmentation fault'; sleep 60") == .invalidMessage("a frame of 1835492691 bytes"))
    #expect(await error(#"printf '\3\0\0\0Xab'; sleep 60"#) == .invalidMessage("a frame of type 88"))
    let unknown = #"printf '\3\0\0\0H{}'; printf '\017\0\0\0J{"op":"dance"}'; sleep 60"#
    #expect(await error(unknown) == .invalidMessage("unknown: \"dance\""))
  }

  @Test func anEndWithinAMessageIsAnError() async throws {
    #expect(await error(#"printf '\100\0\0\0J{"op":'"#) == .ended("status 0, within a message"))
  }

  @Test func aHostThatNeverAnswersIsKilled() async throws {
    let script = #"printf '\3\0\0\0H{}'; while :; do sleep 60; done"#
    let start = ContinuousClock.now
    #expect(await error(script) == .unresponsive(.seconds(1)))
    #expect(start.duration(to: .now) < HostProcess.startTime)
  }

  @Test func aHostThatNeverStopsTalkingIsKilled() async throws {
    let script = #"printf '\3\0\0\0H{}'; while :; do printf '\16\0\0\0J{"op":"kept"}'; done"#
    #expect(await error(script) == .unresponsive(.seconds(1)))
  }

  @Test(.timeLimit(.minutes(1))) func aHostThatSaysAgainThatItIsReadyGetsNoMoreTime() async throws {
    let script = #"while :; do printf '\3\0\0\0H{}'; sleep 0.2; done"#
    #expect(await error(script) == .unresponsive(.seconds(1)))
  }

  @Test func aHostThatFallsSilentBetweenTwoJobsIsKilled() async throws {
    let once = #"printf '\3\0\0\0H{}'; head -c 5 >/dev/null; printf '\16\0\0\0J{"op":"done"}'"#
    let host = ScriptHost(HostProgram.played(by: once + "; while :; do sleep 60; done"))
    for expected in [nil, ScriptError.unresponsive(.seconds(1))] {
      #expect(await host.error(of: "", time: .zero) == expected)
    }
  }

  @Test func aHostThatClosesItsOutputAndStaysIsKilled() async throws {
    #expect(await error("exec >&-; sleep 60") == .ended("signal 9"))
  }

  @Test func theEndOfAHostBetweenTwoJobsIsNoError() async throws {
    // It retires when it gets the first job.
    let mark = "/tmp/retired-\(UInt64.random(in: 0 ... .max))"
    let host = ScriptHost(
      HostProgram.played(
        by: "if mkdir \(mark); then exit 92; fi; rmdir \(mark); exec \(HostProgram.path) __script-host"))
    #expect(try await host.lines(of: "console.log('next')") == ["next"])
  }
}
