extension Conversation {
  struct State {
    var run: Run?
    var hasInput = false
    var isOver = false
    /// Whether it was asked to close, so that no input is sent any more.
    var isClosing = false
    /// Whether that was because of what arrived. The rest of the input is not missed then.
    var isSatisfied = false
    var received = 0
    var unsent = 0
    /// Messages and lines that are taken and not yet given to the run.
    var inHand = 0
    /// Whether `unsent` has all of them, and whether there may be more of the input.
    var isCounted = false
    var hasMoreInput = false
    /// The lines of input that were wrong, each named when it was read.
    var mistakes = 0
    var isFound = false
    /// When the pings without an answer were typed.
    var pings: [ContinuousClock.Instant] = []
    /// Messages to send in place of standard input.
    var script: ReplayedMessages?
    /// The time for the whole conversation, and whether it was over.
    var deadline: Duration?
    var isExpired = false
    var lastMessage = ContinuousClock.now
    /// Joins the pieces of a text; `nil` prints messages.
    var pieces: TextPieces?
    var hasPiece = false
    /// The head of the response, and whether it was printed.
    var head: Response.Head?
    var hasPrintedHead = false
    var closeText: String?
    var problem: OutputProblem?
  }
}
