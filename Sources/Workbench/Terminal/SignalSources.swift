import Dispatch
import Glibc

/// Delivers signals on the main queue, without the limits of signal handlers.
@MainActor
final class SignalSources {
  private var sources: [any DispatchSourceSignal] = []

  func on(_ number: Int32, _ handler: @escaping @MainActor () -> Void) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { handler() } }
    source.resume()
    sources.append(source)
  }
}
