internal import DequeModule
internal import Glibc

/// The messages between a process and this program. Used by the thread of the process, and by tasks with a job for the
/// process.
struct HostChannel: ~Copyable {
  private(set) var pipes = HostPipes(input: -1, output: -1)
  private var reader = HostFrameReader()
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var outgoing: [UInt8] = []
  /// The number of bytes of it that were written.
  private var written = 0
  /// The offsets at which the responses in it end.
  private var answers = Deque<Int>()

  mutating func open(_ pipes: HostPipes) { self.pipes = pipes }
  mutating func close() { pipes.close() }
  /// Tells the process that there are no further jobs.
  mutating func closeInput() { pipes.closeInput() }

  var mustWrite: Bool { written < outgoing.count }
  var isWithinFrame: Bool { reader.isWithinFrame }

  /// Whether so many responses wait to be read that the process may not ask more questions.
  var isFull: Bool { answers.count >= HostRun.callLimit }

  mutating func add(_ frames: [HostFrame]) {
    for frame in frames {
      frame.write(to: &outgoing)
      if frame.kind == .message || frame.kind == .answer { answers.append(outgoing.count) }
    }
  }

  /// Writes as much as the process accepts now.
  mutating func write() {
    guard mustWrite, pipes.input >= 0 else { return }
    let count = outgoing.withUnsafeBytes { pipes.write(UnsafeRawBufferPointer(rebasing: $0[written...])) }
    if count > 0 { written += count }
    // If the read end is closed, the process has ended. Its earlier output is still read.
    let isGone = count < 0 && errno != EAGAIN && errno != EINTR
    if isGone || written == outgoing.count { (outgoing, written, answers) = ([], 0, []) }
    while let end = answers.first, end <= written { answers.removeFirst() }
    if written > outgoing.count / 2 { removeWritten() }
  }

  private mutating func removeWritten() {
    outgoing.removeFirst(written)
    for index in answers.indices { answers[index] -= written }
    written = 0
  }

  /// Reads the output of the process.
  ///
  /// - Returns: `nil` at the end of the output.
  mutating func read() throws(ScriptError) -> [HostFrame]? {
    let count = Glibc.read(pipes.output, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
    guard count > 0 else { return nil }
    buffer.withUnsafeBytes { reader.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    var frames: [HostFrame] = []
    while let frame = try reader.next() { frames.append(frame) }
    return frames
  }
}
