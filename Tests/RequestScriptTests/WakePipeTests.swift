import Foundation
import Testing

@testable import RequestScript

struct WakePipeTests {
  @Test func withoutAFreeDescriptorAScriptFailsAndTheProgramGoesOn() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(7), &limit)  // RLIMIT_NOFILE
      let pipe = WakePipe()
      guard case .notStarted("no pipe: too many open files") = pipe.problem else { exit(2) }
      pipe.signal()
      exit(0)
    }
  }
}
