// Postman's old globals, and the names that other programs have for ours.
(function (runtime) {
  "use strict";
  const { define, defineLasting, hidden, isMade, later } = runtime;
  const { deleteProperty } = Reflect;

  // SugarJS, with which Postman extends arrays, dates, numbers, objects and texts. An error names it.
  defineLasting("sugar", () => {
    const methods = new Set((
      "abbr add advance after any average bytes camelize capitalize chars codes compact count create dasherize daysInMonth debounce "
      + "decodeBase64 downto each encodeBase64 escapeHTML escapeRegExp escapeURL exclude extended findAll first format from "
      + "fromQueryString future getISOWeek getUTCOffset getWeekday groupBy has hex human humanize inGroups inGroupsOf insert "
      + "intersect isAfter isBefore isBetween isBlank isBoolean isDate isEmpty isEven isFunction isFuture isLeapYear "
      + "isMultipleOf isNumber isObject isOdd isPast isRegExp isString isToday isTomorrow isUTC isValid isWeekday isWeekend "
      + "isYesterday last lazy least lines max metric min most none normalize once ordinalize pad padLeft padRight paragraphs "
      + "parameterize past pluralize random randomize range reject relative remove removeAt removeTags rewind sample setISOWeek "
      + "setWeekday short singularize spacify stripTags subtract sum tap throttle times titleize toNumber toQueryString truncate "
      + "underscore unescapeHTML unescapeURL union unique upto words zip"
    ).split(" "));
    const units = "(?:milli)?seconds?|minutes?|hours?|days?|weeks?|months?|years?";
    const dates = new RegExp(
      `^(?:(?:${units})(?:After|Ago|Before|FromNow|Since|Until)|add(?:${units})|(?:beginning|end)Of(?:${units})|`
        + "is(?:Last|Next|This)(?:Week|Month|Year)|is(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$", "i"
    );
    const isSugar = method => methods.has(method) || dates.test(method);
    return {
      hint: method => isSugar(method)
        ? `. SugarJS, which has a method ${method} in Postman, is not part of this program; require("lodash") and moment do much of it`
        : "",
    };
  });

  // `tests["name"] = condition`: reported when the job ends, once.
  define("legacyTests", use => {
    const tests = {};
    return {
      tests,
      report() {
        for (const name of Object.keys(tests)) {
          const error = tests[name] ? undefined : Object.assign(
            new Error(`expected ${use("inspect").inspect(tests[name])} to be truthy`), { name: "AssertionError" }
          );
          use("tests").report(name, error === undefined ? "passed" : "failed", error);
          deleteProperty(tests, name);
        }
      },
    };
  });

  // `environment` and `globals`: the values at the start of a script, and what `postman.set…Variable` sets.
  define("legacyVariables", use => {
    const scopes = use("scopes");
    const objects = { __proto__: null };
    const clear = object => { for (const name of Object.keys(object)) delete object[name]; };
    return {
      object: name => objects[name] || (objects[name] = scopes[name].toObject()),
      // Changes by earlier scripts.
      refresh() {
        for (const name of Object.keys(objects)) {
          clear(objects[name]);
          Object.assign(objects[name], scopes[name].toObject());
        }
      },
      set(name, key, value) {
        const text = value === false || value ? String(value) : value;
        this.object(name)[key] = text;
        scopes[name].set(key, text);
      },
      unset(name, key) {
        delete this.object(name)[key];
        scopes[name].unset(key);
      },
      clear(name) {
        clear(this.object(name));
        scopes[name].clear();
      },
    };
  });

  defineLasting("legacy", use => {
    const request = () => {
      const { request: now } = use("exchange");
      const shown = use("jetbrains").asRequest({
        id: now.id, name: now.name, method: now.method, url: now.url.toString(),
        description: now.description === undefined ? undefined : String(now.description),
        headers: now.getHeaders({ enabled: true }),
        data: now.body && now.body.mode ? (
          now.body.mode === "raw"
            ? now.body.raw
            : (now.body[now.body.mode].toObject || (() => now.body[now.body.mode])).call(now.body[now.body.mode])
        ) : {},
      });
      // Only what Postman had is old: JetBrains' members of the same object are not listed.
      return new Proxy(shown, {
        get(object, name) {
          if (Object.prototype.propertyIsEnumerable.call(object, name)) warn("request", "pm.request");
          return object[name];
        },
      });
    };
    const response = () => use("exchange").response;

    // Postman's returns nothing for what is not XML, and the script goes on.
    function xml2Json(text) {
      let output;
      const options = { explicitArray: false, async: false, trim: true, mergeAttrs: false };
      use("modules").require("xml2js").parseString(text, options, (error, result) => {
        if (error) use("console").warn(`xml2Json: ${error.message}`);
        output = result;
      });
      return output;
    }

    // A library that may not be installed, so that scripts can ask for its type.
    function library(name, module) {
      try { return use("modules").require(module); } catch (error) {
        if (error.code !== "MODULE_NOT_FOUND") throw error;
        use("console").warnOnce(`${name} is undefined: ${error.message}`);
        return undefined;
      }
    }

    // Each name: how to make it, and what to use instead; `request` says so itself.
    const names = {
      tests: [() => use("legacyTests").tests, "pm.test"],
      globals: [() => use("legacyVariables").object("globals"), "pm.globals"],
      environment: [() => use("legacyVariables").object("environment"), "pm.environment"],
      data: [() => use("scopes").data.toObject(), "pm.iterationData"],
      iteration: [() => use("pm").info.iteration, "pm.info.iteration"],
      request: [request],
      _: [() => use("lodash3"), 'require("lodash")'],
      CryptoJS: [() => use("cryptoJS"), 'require("crypto-js")'],
      tv4: [() => use("tv4"), "pm.expect(value).to.have.jsonSchema(schema)"],
      xml2Json: [() => xml2Json, 'require("xml2js")'],
      Backbone: [() => library("Backbone", "backbone"), 'require("backbone")'],
      cheerio: [() => library("cheerio", "cheerio"), 'require("cheerio")'],
    };
    const responseNames = {
      responseCookies: [() => response().cookies.toJSON(), "pm.response.cookies"],
      responseHeaders: [() => response().headers.toObject(false, true), "pm.response.headers"],
      responseTime: [() => response().responseTime, "pm.response.responseTime"],
      responseCode: [
        () => ({ code: response().code, name: response().reason(), detail: response().details().detail }),
        "pm.response.code",
      ],
      responseBody: [() => response().text(), "pm.response.text()"],
    };

    const warn = (name, instead) => use("console").warnOnce(`${name} is deprecated; use ${instead}`);

    const install = (shared, all) => {
      for (const name of Object.keys(all)) {
        shared(name, () => {
          // Libraries look for names such as `_` when they are loaded.
          if (isMade("modules") && use("modules").isLoading()) return later;
          const value = all[name][0]();
          if (value !== undefined && all[name][1] !== undefined) warn(name, all[name][1]);
          return value;
        });
      }
    };

    return {
      warn,
      install(shared) {
        install(shared, names);
        shared("postman", () => use("postman"));
        // Postman's oldest snippet: `responseBody.has("text")`.
        hidden(String.prototype, "has", function (part) {
          return part instanceof RegExp ? this.search(part) >= 0 : this.includes(part);
        });
        // Postman's `JSON` reads texts with a byte order mark, also one whose bytes were taken for characters.
        const { parse } = JSON, mark = /^(?:[\ufeff\ubbbf]|\xef\xbb\xbf|\xfe\xff|\xff\xfe)/;
        hidden(JSON, "parse", {
          parse(text, reviver) {
            return parse(typeof text === "string" && text.charCodeAt(0) > 0x7f ? text.replace(mark, "") : text, reviver);
          },
        }.parse);
      },
      installResponse(shared) { install(shared, responseNames); },
    };
  });

  defineLasting("aliases", use => ({
    install(shared) {
      shared("test", () => use("tests").promised);
      shared("expect", () => use("chai").expect);
      shared("insomnia", () => use("insomnia"));
      shared("bru", () => use("bruno").bru);
      shared("req", () => use("bruno").req);
      shared("pw", () => use("hoppscotch").pw);
      shared("hopp", () => use("hoppscotch").hopp);
      shared("client", () => use("jetbrains").client);
      shared("$random", () => use("jetbrains/dynamic").random());
      for (const [name, convert] of [["uuid", String], ["timestamp", Number], ["isoTimestamp", String], ["randomInt", Number]]) {
        shared(`$${name}`, () => use("jetbrains/dynamic").value(`$${name}`, convert), { isMadeEachTime: true });
      }
    },
    installResponse(shared) {
      shared("res", () => use("bruno").res);
      shared("response", () => use("jetbrains").response);
    },
  }));
});
