// The global object of scripts, and the functions that the host calls.
(function (runtime) {
  "use strict";
  const { global, hidden, lazy, use } = runtime;

  // Parts that do not depend on the job are made before it arrives.
  function install() {
    for (const name of ["setTimeout", "setInterval", "setImmediate"]) {
      global(name, () => {
        const { [name]: timer } = { [name]: (...values) => use("timers")[name](...values) };
        const custom = Symbol.for("nodejs.util.promisify.custom");
        if (name !== "setInterval") lazy(timer, custom, () => use("node/timers").promises[name]);
        return timer;
      });
    }
    for (const name of ["clearTimeout", "clearInterval", "clearImmediate"]) {
      global(name, () => id => use("timers").clear(id));
    }
    if (typeof queueMicrotask !== "function") {
      global("queueMicrotask", () => body => { Promise.resolve().then(body); });
    }
    global("pm", () => use("pm"));
    global("console", () => use("console").console);
    global("require", () => name => use("modules").require(name));
    hidden(globalThis, "global", globalThis);
    for (const name of ["atob", "btoa"]) global(name, () => use("base64")[name]);
    for (const name of ["URL", "URLSearchParams"]) global(name, () => use("url")[name]);
    for (const name of ["TextEncoder", "TextDecoder"]) global(name, () => use("encoding")[name]);
    global("structuredClone", () => use("clone"));
    global("crypto", () => use("webCrypto"));
    global("performance", () => use("performance"));
    global("Buffer", () => use("buffer").Buffer);
    use("legacy").install(global);
    use("aliases").install(global);
  }

  // The globals of a response are only there if there is one. Each name with its getter and setter.
  const ofResponse = new Map();

  function showResponse(isThere) {
    if (isThere === ofResponse.size > 0) return;
    if (!isThere) return hideResponse();
    const add = (name, make) => { ofResponse.set(name, global(name, make)); };
    use("legacy").installResponse(add);
    use("aliases").installResponse(add);
  }

  function hideResponse() {
    for (const name of ofResponse.keys()) delete globalThis[name];
    ofResponse.clear();
  }

  // Whether the next job is of the same request as the one before.
  let isContinued = false;

  install();
  // Most tests use these: they are made while the host waits for the next job.
  for (const part of ["chai", "response", "runner"]) use(part);
  return {
    runtime, ofResponse, hideResponse,
    start(job) {
      const continues = isContinued;
      isContinued = false;
      // It calls functions of the previous job and continues it.
      if (job.event === "message") return use("runner").handle(job, continues);
      if (continues) runtime.forget();
      use("job").state = job;
      showResponse(use("exchange").hasResponse());
      use("runner").start();
    },
    // Another job of the same request, whose globals stay.
    again() { isContinued = true; },
    timer(id) { use("runner").timer(id); },
    receive(message) { use("runner").receive(message); },
  };
});
