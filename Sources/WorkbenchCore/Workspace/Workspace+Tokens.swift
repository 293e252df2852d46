import Foundation

/// The known state of a request's OAuth 2 token.
package struct RequestToken: Equatable, Sendable {
  /// The settings it depends on, as far as the files say.
  package struct Basis: Equatable, Sendable {
    var auth: RequestAuth
    var environment: String?
  }

  package var basis: Basis?
  /// The lookup of the kept token, or the request for a new one.
  package var job: SendJob?
  /// The login that the request for a new one waits for.
  package var login: Login?
  package var state: TokenState?

  package var isFetching: Bool { job?.fetchesToken == true }

  /// The text of the Auth tab; `nil` where nothing is known.
  func text(_ clock: Clock, _ keys: KeyMap, now: Date) -> String? {
    let (send, fetch) = (keys.name(of: "request.send"), keys.name(of: "request.fetchToken"))
    if isFetching {
      let login = self.login.map { "Waiting for the login at \($0.host): \(fetch) shows it again" }
      return (login ?? "Fetching a token") + "; Ctrl+C cancels"
    }
    switch state {
    case nil: return nil
    case .missing: return "No token yet: \(send) fetches one and sends, \(fetch) only fetches one"
    case .held(nil): return "Token valid as long as the server accepts it; \(fetch) fetches a new one"
    case .held(let end?) where end <= now:
      return "Token expired \(clock.fullText(end)); \(send) renews it, \(fetch) fetches a new one"
    case .held(let end?): return "Token valid until \(clock.fullText(end)); \(fetch) fetches a new one"
    }
  }
}

// The tokens of requests with OAuth 2.
extension Workspace {
  /// The credentials of what is shown, its own or inherited ones.
  private var effectiveAuth: RequestAuth? { file?.auth ?? scope?.folders.compactMap(\.auth).last }

  /// Why the shown request has no token to get.
  var whyNoToken: String? {
    guard let auth = effectiveAuth, auth.kind == .oauth2 else {
      return "Only a request with OAuth 2 has a token: choose it in the Auth tab"
    }
    if case .folder = subject { return "Select a request that inherits this auth" }
    guard auth["accessToken"]?.string ?? "" == "" else { return "The request has a fixed access token" }
    return whyNothingToSend
  }

  /// Fetches a new token for the shown request without sending it.
  mutating func fetchToken() -> [PaneOutput] {
    let token = items[subject].token
    if token.isFetching, let job = token.job {
      if let login = token.login { return [.open(Confirm.login(login, job.id))] }
      return [.information("Already fetching a token: Ctrl+C cancels it")]
    }
    guard var job = job() else { return stillReading }
    job.fetchesToken = true
    return fetchToken(job, for: subject)
  }

  mutating func fetchToken(_ job: SendJob, for subject: Subject) -> [PaneOutput] {
    let former = items[subject].askedToken
    if let former { items[subject].asked.remove(former) }
    items[subject].askedToken = nil
    (items[subject].token.job, items[subject].token.login) = (job, nil)
    return (former.map { [.dropWaiting(.exchange($0))] } ?? [])
      + [.effect(.send(job)), .information("Fetching a token…")]
  }

  /// Looks up the kept token, where the shown request has another one than at the last time.
  mutating func findToken() -> [PaneOutput] {
    guard case .request = subject, scope != nil, whyNoToken == nil, let auth = effectiveAuth else { return [] }
    let basis = RequestToken.Basis(auth: auth, environment: environment)
    let token = items[subject].token
    guard token.basis != basis, !token.isFetching, let job = job() else { return [] }
    items[subject].token = RequestToken(basis: basis, job: job)
    return [.effect(.exchange(.findToken(job)))]
  }

  /// Takes an event of the lookup of a token, or of a request for one.
  mutating func updateToken(_ event: ExchangeEvent, of subject: Subject, _ job: SendJob) -> [PaneOutput] {
    switch event {
    case .token(let state, let now):
      keep(state, of: subject, now)
      items[subject].token.job = nil
      return job.fetchesToken ? [.notice(Notice(.success, "Token fetched" + state.lifetime(at: now)))] : []
    case .refused(let request): return ask(job, of: subject, refused: request)
    case .prompts(let prompts): return ask(job, of: subject, prompts: prompts)
    case .login(let login):
      items[subject].token.login = login
      return [.effect(.openPage(login.url)), .open(Confirm.login(login, job.id))]
    case .loginEnded:
      items[subject].token.login = nil
      return [.closeLogin(job.id)]
    case .ended(let exchange, _):
      items[subject].token.job = nil
      if items[subject].asked.contains(job.id) { return [] }
      return [exchange.outcome.failure.map { .notice(Notice(.failure, $0.sentence)) } ?? .information("Cancelled")]
    case .started, .sent, .replaced, .head, .progress, .messages, .remasked, .results, .phase, .body: return []
    }
  }

  mutating func keep(_ state: TokenState, of subject: Subject, _ now: Date) {
    self.now = now
    items[subject].token.state = state
  }
}

extension TokenState {
  /// `, expires in 59 min`
  fileprivate func lifetime(at now: Date) -> String {
    guard case .held(let expires?) = self else { return "" }
    let seconds = max(0, Int(expires.timeIntervalSince(now).rounded()))
    switch seconds {
    case ..<120: return ", expires in \(seconds) s"
    case ..<7200: return ", expires in \(seconds / 60) min"
    case ..<172_800: return ", expires in \(seconds / 3600) h"
    default: return ", expires in \(seconds / 86_400) days"
    }
  }
}
