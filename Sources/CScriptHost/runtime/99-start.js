// The global object of scripts, and the functions that the host calls.
(function () {
  "use strict";
  const { lazy, hidden, use } = __runtime;

  const shared = (name, make) => lazy(globalThis, name, make);

  // What does not depend on the job is there before it comes.
  function install() {
    for (const name of ["setTimeout", "setInterval", "setImmediate"]) {
      hidden(globalThis, name, (...values) => use("timers")[name](...values));
    }
    for (const name of ["clearTimeout", "clearInterval", "clearImmediate"]) {
      hidden(globalThis, name, id => use("timers").clear(id));
    }
    if (typeof queueMicrotask !== "function") {
      hidden(globalThis, "queueMicrotask", body => { Promise.resolve().then(body); });
    }
    shared("pm", () => use("pm"));
    shared("console", () => use("console").console);
    hidden(globalThis, "require", name => use("modules").require(name));
    hidden(globalThis, "global", globalThis);
    for (const name of ["atob", "btoa"]) shared(name, () => use("base64")[name]);
    for (const name of ["URL", "URLSearchParams"]) shared(name, () => use("url")[name]);
    for (const name of ["TextEncoder", "TextDecoder"]) shared(name, () => use("encoding")[name]);
    shared("structuredClone", () => use("clone"));
    shared("crypto", () => use("webCrypto"));
    shared("performance", () => use("performance"));
    shared("Buffer", () => use("buffer").Buffer);
    use("legacy").install(shared);
    use("aliases").install(shared);
  }

  function installResponse() {
    use("legacy").installResponse(shared);
    use("aliases").installResponse(shared);
  }

  install();
  // Most tests use these: they are made while the host waits for the next job.
  for (const part of ["chai", "response", "runner"]) use(part);
  let isStarted = false;
  globalThis.__start = job => {
    if (isStarted) return;
    isStarted = true;
    use("job").state = job;
    if (use("exchange").hasResponse()) installResponse();
    use("runner").start();
  };
  globalThis.__timer = id => use("runner").timer(id);
  globalThis.__receive = message => use("runner").receive(message);
  for (const name of ["__start", "__timer", "__receive"]) {
    Object.defineProperty(globalThis, name, { enumerable: false, writable: false, configurable: false });
  }
  delete globalThis.__runtime;
})();
