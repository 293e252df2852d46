internal import DequeModule
internal import Glibc
internal import RequestBasics

/// What a process and this program say to each other. The thread of the process uses it, and tasks that have a job for
/// the process.
struct HostChannel: ~Copyable {
  private(set) var pipes = HostPipes(input: -1, output: -1)
  private var reader = HostFrameReader()
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var outgoing: [UInt8] = []
  /// How much of it is written.
  private var written = 0
  /// Where the answers in it end.
  private var answers = Deque<Int>()

  mutating func open(_ pipes: HostPipes) { self.pipes = pipes }
  mutating func close() { pipes.close() }
  /// Tells the process that there are no further jobs.
  mutating func closeInput() { pipes.closeInput() }

  var mustWrite: Bool { written < outgoing.count }
  /// Whether a frame has begun and not ended.
  var isWithinFrame: Bool { reader.isWithinFrame }

  /// Whether so many answers wait to be read that the process may not ask more.
  var isFull: Bool { answers.count >= HostRun.callLimit }

  mutating func add(_ frames: [HostFrame]) {
    for frame in frames {
      frame.write(to: &outgoing)
      if frame.kind == .message || frame.kind == .answer { answers.append(outgoing.count) }
    }
  }

  /// Writes what the process takes now.
  mutating func write() {
    guard mustWrite, pipes.input >= 0 else { return }
    let count = outgoing.withUnsafeBytes { pipes.write(UnsafeRawBufferPointer(rebasing: $0[written...])) }
    if count > 0 { written += count }
    // If nobody reads, the process has ended. What it has said before is still to be read.
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

  /// Reads what the process has said.
  ///
  /// - Returns: `nil` if it says nothing more.
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
