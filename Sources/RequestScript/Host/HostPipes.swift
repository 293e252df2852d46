internal import CFiles
internal import Glibc

/// This program's ends of the two pipes of a process.
struct HostPipes {
  /// For writing to the standard input of the process.
  private(set) var input: Int32
  /// For reading from its standard output.
  private(set) var output: Int32
}

extension HostPipes {
  static func start(_ options: ScriptHost.Options) throws(ScriptError) -> (HostPipes, pid_t) {
    let (theirInput, input) = try makePipe()
    let (output, theirOutput) = try makePipe()
    defer {
      Glibc.close(theirInput)
      Glibc.close(theirOutput)
    }
    for descriptor in [input, output] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    var pipes = HostPipes(input: input, output: output)
    do throws(ScriptError) {
      return (pipes, try spawn(options, theirInput, theirOutput))
    } catch {
      pipes.close()
      throw error
    }
  }

  mutating func close() {
    closeInput()
    if output >= 0 { Glibc.close(output) }
    output = -1
  }

  /// Writes as much as the process accepts now. If the read end is closed, fails without a signal.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    var (signal, former, noTime) = (sigset_t(), sigset_t(), timespec())
    sigemptyset(&signal)
    sigaddset(&signal, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signal, &former)
    let count = Glibc.write(input, bytes.baseAddress, bytes.count)
    let reason = errno
    if count < 0, reason == EPIPE { sigtimedwait(&signal, nil, &noTime) }
    pthread_sigmask(SIG_SETMASK, &former, nil)
    errno = reason
    return count
  }

  /// Tells the process that there are no further jobs.
  mutating func closeInput() {
    if input >= 0 { Glibc.close(input) }
    input = -1
  }

  private static func makePipe() throws(ScriptError) -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    guard cfiles_make_pipe(&ends) == 0 else { throw .notStarted("no pipe: \(SystemText.reason(errno))") }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ options: ScriptHost.Options, _ input: Int32, _ output: Int32
  ) throws(ScriptError) -> pid_t {
    // Discard standard error: messages of the engine would overwrite the screen.
    let streams: [SpawnedProcess.Stream] = [.descriptor(input), .descriptor(output), .noOutput]
    let (process, code) = SpawnedProcess(
      arguments(options), environment: environment(options), streams: streams
    ).start { cfiles_close_from(&$0, 3) }
    guard code == 0 else { throw .notStarted("\(options.command[0]): \(SystemText.reason(code))") }
    return process
  }

  private static func arguments(_ options: ScriptHost.Options) -> [String] {
    options.command + (options.runsUnconfined ? ["--sandbox-optional"] : [])
  }

  /// Passes on nothing from this program's environment, which may contain secrets.
  private static func environment(_ options: ScriptHost.Options) -> [String] {
    ["WORKBENCH_SCRIPT_MEMORY=\(options.memory)"] + (options.timeZone.map { ["TZ=" + $0] } ?? [])
  }
}
