// What scripts cannot reach.
pm.test("functions of the host are not on the global object", () => {
  for (const name of ["__post", "__ask", "__setTimer", "__clearTimer", "__now", "__bodyText", "__bodyBytes", "__bodyLength", "__evaluate", "__onRejection", "__fileOf", "__fileCount", "__load", "__gc"]) {
    pm.expect(name in globalThis, name).to.be.false;
  }
});
pm.test("there is no process, no file and no network", () => {
  for (const name of ["process", "fetch", "XMLHttpRequest", "WebSocket", "Deno", "Bun", "java", "load", "readFile", "$vm", "module", "importScripts"]) {
    pm.expect(typeof globalThis[name], name).to.equal("undefined");
  }
  pm.expect(() => require("fs")).to.throw("scripts have no access to files");
  pm.expect(() => require("node:net")).to.throw("scripts have no network");
});
pm.test("constructors give no other global object", () => {
  const reached = (function () {}).constructor("return this")();
  pm.expect(reached).to.equal(globalThis);
  pm.expect("__post" in reached).to.be.false;
});
pm.test("a job cannot be started again", () => {
  for (const name of ["__start", "__timer", "__receive", "start", "hooks"]) pm.expect(name in globalThis, name).to.be.false;
});
pm.test("errors of the runtime have no frames of it", () => {
  const { inspect } = require("util");
  try { pm.expect(1).to.equal(2); } catch (error) { pm.expect(inspect(error)).to.not.match(/\d\d-[a-z]+\.js/); }
});
