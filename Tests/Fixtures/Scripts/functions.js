// Every function that scripts of Postman use is there.
const expected = {
  "pm.info": ["eventName", "iteration", "iterationCount", "requestName", "requestId"],
  "pm.globals": ["get", "set", "unset", "has", "clear", "toObject", "replaceIn", "name"],
  "pm.collectionVariables": ["get", "set", "unset", "has", "clear", "toObject", "replaceIn", "name"],
  "pm.environment": ["get", "set", "unset", "has", "clear", "toObject", "replaceIn", "name"],
  "pm.variables": ["get", "set", "unset", "has", "clear", "toObject", "replaceIn"],
  "pm.iterationData": ["get", "set", "unset", "has", "clear", "toObject", "toJSON", "replaceIn"],
  "pm.request": ["url", "method", "headers", "body", "auth", "addHeader", "removeHeader", "upsertHeader", "getHeaders", "forEachHeader", "addQueryParams", "removeQueryParams", "authorizeUsing", "size", "clone", "toJSON", "update", "to"],
  "pm.request.url": ["toString", "getHost", "getPath", "getQueryString", "getPathWithQuery", "getRemote", "query", "variables", "addQueryParams", "removeQueryParams", "update", "protocol", "host", "path"],
  "pm.request.body": ["mode", "raw", "update", "toString", "isEmpty", "toJSON"],
  "pm.response": ["code", "status", "reason", "headers", "responseTime", "responseSize", "text", "json", "jsonp", "size", "contentInfo", "dataURI", "cookies", "encoding", "details", "mime", "stream", "to", "toJSON"],
  "pm.cookies": ["get", "has", "toObject", "jar", "one", "all"],
  "pm.cookies.jar()": ["get", "getAll", "set", "unset", "clear"],
  "pm.execution": ["setNextRequest", "skipRequest", "runRequest", "location"],
  "pm.visualizer": ["set", "clear"],
  "pm.vault": ["get", "set", "unset"],
  "pm.test": ["skip", "index"],
  pm: ["test", "expect", "sendRequest", "require", "setNextRequest"],
  "pm.expect": ["fail"],
  postman: ["setEnvironmentVariable", "getEnvironmentVariable", "clearEnvironmentVariable", "clearEnvironmentVariables", "setGlobalVariable", "getGlobalVariable", "clearGlobalVariable", "clearGlobalVariables", "setNextRequest", "getResponseHeader", "getResponseCookie"],
  insomnia: ["environment", "baseEnvironment", "variables", "globals", "iterationData", "request", "response", "cookies", "execution", "info", "test", "expect", "sendRequest"],
  bru: ["getEnvVar", "setEnvVar", "hasEnvVar", "deleteEnvVar", "getAllEnvVars", "deleteAllEnvVars", "getGlobalEnvVar", "setGlobalEnvVar", "getVar", "setVar", "hasVar", "deleteVar", "getAllVars", "deleteAllVars", "getCollectionVar", "hasCollectionVar", "getFolderVar", "getRequestVar", "getProcessEnv", "getEnvName", "getCollectionName", "interpolate", "setNextRequest", "runner", "sendRequest", "runRequest", "sleep", "cwd", "cookies", "utils", "isSafeMode"],
  "bru.runner": ["skipRequest", "stopExecution", "setNextRequest"],
  req: ["getUrl", "setUrl", "getMethod", "setMethod", "getHeader", "setHeader", "getHeaders", "setHeaders", "deleteHeader", "deleteHeaders", "getBody", "setBody", "setTimeout", "setMaxRedirects", "onFail", "getTags", "getName", "getAuthMode"],
  res: ["status", "headers", "body", "responseTime", "getStatus", "getHeader", "getHeaders", "getBody", "getResponseTime", "getUrl", "getSize", "setBody", "getDataBuffer"],
  "pw.env": ["get", "set", "unset", "resolve"], pw: ["test", "expect", "response"], hopp: ["env", "test", "expect", "request", "response"],
  globalThis: ["setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate", "queueMicrotask", "console", "require", "atob", "btoa", "URL", "URLSearchParams", "TextEncoder", "TextDecoder", "structuredClone", "crypto", "performance", "Buffer", "tests", "globals", "environment", "data", "request", "responseCookies", "responseHeaders", "responseTime", "responseCode", "responseBody", "iteration", "_", "CryptoJS", "tv4", "xml2Json"],
  console: ["log", "info", "warn", "error", "debug", "trace", "assert", "dir", "table", "count", "countReset", "group", "groupCollapsed", "groupEnd", "time", "timeLog", "timeEnd", "clear"],
};
const lists = ["get", "one", "all", "has", "count", "idx", "indexOf", "find", "filter", "each", "map", "reduce", "toObject", "toString", "add", "upsert", "remove", "clear", "populate", "repopulate", "assimilate", "insert", "insertAfter", "prepend", "append"];
for (const name of ["pm.request.headers", "pm.request.url.query", "pm.response.headers", "pm.response.cookies", "pm.cookies"]) expected[name] = [...(expected[name] || []), ...lists];

const assertions = ["status", "statusCode", "statusCodeClass", "statusReason", "header", "body", "json", "jsonBody", "jsonSchema", "withBody", "ok", "info", "success", "redirection", "clientError", "serverError", "error", "accepted", "withoutContent", "badRequest", "unauthorised", "unauthorized", "forbidden", "notFound", "notAcceptable", "rateLimited", "responseTime", "responseSize", "postmanRequest", "postmanResponse"];

for (const [path, names] of Object.entries(expected)) {
  pm.test(`${path}: ${names.length} members`, () => {
    const object = path.split(/\.(?![^(]*\))/).reduce((value, key) => (key.endsWith("()") ? value[key.slice(0, -2)]() : value[key]), globalThis);
    const missing = names.filter(name => !(name in Object(object)));
    pm.expect(missing, path).to.eql([]);
  });
}
pm.test("assertions about requests and responses", () => {
  const { Assertion } = require("chai");
  pm.expect(assertions.filter(name => !(name in Assertion.prototype))).to.eql([]);
});
pm.test("modules", () => {
  for (const name of ["atob", "btoa", "chai", "crypto-js", "tv4", "uuid", "postman-collection", "path", "assert", "buffer", "util", "url", "punycode", "querystring", "string_decoder", "timers", "events"]) {
    pm.expect(require(name), name).to.exist;
  }
});
