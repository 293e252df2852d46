internal import CFiles
internal import Glibc
internal import RequestBasics

/// The ends of the two pipes of a process that this program has.
struct HostPipes {
  /// Written to: the standard input of the process.
  private(set) var input: Int32
  /// Read from: its standard output.
  private(set) var output: Int32
}

extension HostPipes {
  /// Starts a process.
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

  /// Writes what the process takes now. If nobody reads, fails without a signal.
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
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    // Messages of the engine would be written over the screen.
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    cfiles_close_from(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, every) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&every)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &every)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let words = arguments(options).map { strdup($0) } + [nil]
    let variables = environment(options).map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var process = pid_t()
    let code = posix_spawn(&process, options.command[0], &actions, &attributes, words, variables)
    guard code == 0 else { throw .notStarted("\(options.command[0]): \(SystemText.reason(code))") }
    return process
  }

  private static func arguments(_ options: ScriptHost.Options) -> [String] {
    options.command + (options.runsUnconfined ? ["--sandbox-optional"] : [])
  }

  /// Nothing of this program's environment, which may have secrets.
  private static func environment(_ options: ScriptHost.Options) -> [String] {
    ["WORKBENCH_SCRIPT_MEMORY=\(options.memory)"] + (options.timeZone.map { ["TZ=" + $0] } ?? [])
  }
}
