// Variables: scopes, their precedence, templates, and what a script changes.
(function (runtime) {
  "use strict";
  const { define, defineLasting, host } = runtime;

  defineLasting("variable", use => {
    const { Property, PropertyList } = use("lists");

    const readers = {
      string: value => typeof value === "string" ? value : typeof value === "object"
        && value !== null ? JSON.stringify(value) : String(value),
      number: Number,
      boolean: value => typeof value === "string" ? value.toLowerCase() === "true" : Boolean(value),
      array: value => typeof value === "string" ? JSON.parse(value) : value,
      object: value => typeof value === "string" ? JSON.parse(value) : value,
    };

    class Variable extends Property {
      static keyName = "key";
      constructor(definition) {
        super({});
        this.update(definition || {});
      }
      update(given) {
        if (given.key !== undefined || given.id !== undefined) {
          this.key = given.key === undefined ? given.id : given.key;
        }
        if (given.type !== undefined) this.type = given.type;
        if ("value" in given) this.value = given.value;
        if (given.disabled !== undefined) this.disabled = Boolean(given.disabled);
      }
      // The value as its type says. One that is not of the type stays as it is.
      valueOf() {
        const read = readers[this.type];
        if (read === undefined || this.value === undefined) return this.value;
        try { return read(this.value); } catch { return this.value; }
      }
      get() { return this.valueOf(); }
      set(value) { this.value = value; }
      toString() { return readers.string(this.valueOf()); }
      static isVariable(value) { return value instanceof Variable; }
    }

    class VariableList extends PropertyList {
      constructor(parent, items) { super(Variable, parent, items); }
    }
    return { Variable, VariableList };
  });

  // How deep values of scripts may be nested. The program reads JSON of 512 levels, with what is around the values in
  // messages and files.
  defineLasting("nesting", () => {
    const limit = 500;

    function isDeep(value, levels = limit) {
      if (value === null || typeof value !== "object") return false;
      if (levels === 0) return true;
      if (!Array.isArray(value)) value = Object.values(value);
      for (let index = 0; index < value.length; index++) if (isDeep(value[index], levels - 1)) return true;
      return false;
    }

    // A copy of a value as JSON. `name` is what errors say.
    function copy(value, name) {
      let made;
      try { made = JSON.parse(JSON.stringify(value)); } catch (error) {
        throw new TypeError(`${name} must be JSON: ${error.message}`);
      }
      if (isDeep(made)) throw new RangeError(`${name} is nested deeper than ${limit} levels`);
      return made;
    }
    return { isDeep, copy };
  });

  // What scripts change, in the order in which the program applies it.
  define("changes", () => {
    const scopes = { __proto__: null };
    const of = scope => scopes[scope] || (scopes[scope] = { isCleared: false, keys: new Map() });
    return {
      set(scope, key, value, type) {
        const { keys } = of(scope);
        keys.delete(key);
        keys.set(key, { scope, op: "set", key, value, type });
      },
      unset(scope, key) { of(scope).keys.set(key, { scope, op: "unset", key }); },
      clear(scope) { scopes[scope] = { isCleared: true, keys: new Map() }; },
      // What was changed so far, for the program to apply before the end.
      take() {
        const list = this.list();
        for (const scope of Object.keys(scopes)) delete scopes[scope];
        return list;
      },
      list() {
        return Object.keys(scopes).flatMap(scope => [
          ...(scopes[scope].isCleared ? [{ scope, op: "clear" }] : []),
          ...scopes[scope].keys.values(),
        ]);
      },
    };
  });

  defineLasting("template", () => {
    const pattern = /\{\{([^{}]*?)\}\}/g, passes = 19;

    function text(source, value) {
      let output = source;
      for (let pass = 0; pass < passes; pass++) {
        let isChanged = false;
        output = output.replace(pattern, (token, name) => {
          const found = name.startsWith("$") ? dynamic(name) : value(name);
          if (found !== null && !["string", "number", "boolean", "object"].includes(typeof found)) return token;
          isChanged = true;
          // Like in requests: lists with commas, objects as JSON.
          return found === null || typeof found !== "object" || Array.isArray(found)
            ? String(found)
            : JSON.stringify(found);
        });
        if (!isChanged) break;
      }
      return output;
    }

    // A new value for each use. The program has them all.
    function dynamic(name) {
      const answer = host.ask({ op: "dynamic", name: name.trim() });
      return answer === null || answer.value === null ? undefined : answer.value;
    }

    // Replaces `{{name}}` in a text, or in the texts of an array or object. A name without a value stays as it is.
    function replace(source, value) {
      if (typeof source === "string") return text(source, value);
      if (Array.isArray(source)) return source.map(item => replace(item, value));
      if (source === null || typeof source !== "object") return source;
      return Object.fromEntries(Object.entries(source).map(([key, item]) => [key, replace(item, value)]));
    }
    return replace;
  });

  define("scopes", use => {
    const { Variable, VariableList } = use("variable");
    const changes = use("changes"), replace = use("template"), { copy } = use("nesting");
    const state = use("job").state;

    // A scope of variables, such as an environment. It looks variables up in a map and removes them from the list in
    // batches, so that the time of a call does not grow with their number. A script that gets the list may change it, so
    // the list is searched from then on, without a call for each variable.
    class VariableScope {
      #scope; #layers; #list; #isShared; #named; #removed = new Set();
      constructor(definition, layers, options = {}) {
        const isList = Array.isArray(definition) || definition instanceof VariableList;
        const given = isList ? { values: definition } : definition || {};
        this.id = given.id;
        this.name = given.name;
        this.#list = new VariableList(this, given.values);
        this.#isShared = Array.isArray(given.values) && given.values.some(Variable.isVariable);
        Object.defineProperty(this, "values", {
          get: () => this.#share(this.#whole()), set: list => { this.#share(list); }, enumerable: true,
        });
        this.#layers = layers || [];
        this.#scope = options.scope;
      }
      #share(list) {
        this.#take(list);
        this.#isShared = true;
        return list;
      }
      #take(list) {
        this.#list = list;
        this.#isShared = false;
        this.#named = undefined;
        this.#removed.clear();
      }
      // The list without the removed variables.
      #whole() {
        if (this.#removed.size > 0) {
          this.#list.members = this.#list.members.filter(variable => !this.#removed.has(variable));
          this.#removed.clear();
        }
        return this.#list;
      }
      // The variables with a name; all of them if a script has the list.
      #candidates(key) {
        if (this.#isShared) return this.#list.members;
        if (this.#named === undefined) {
          this.#named = new Map();
          for (const variable of this.#whole().members) this.#note(variable);
        }
        return this.#named.get(key) || [];
      }
      #note(variable) {
        const others = this.#named.get(variable.key);
        if (others === undefined) this.#named.set(variable.key, [variable]);
        else others.push(variable);
      }
      #own(key) {
        const candidates = this.#candidates(key);
        for (let index = candidates.length - 1; index >= 0; index--) {
          const variable = candidates[index];
          if (variable.key === key && !variable.disabled) return variable;
        }
        return undefined;
      }
      variables() { return new VariableList(this, this.#whole().toJSON()); }
      get(key) {
        const own = this.#own(key);
        if (own !== undefined) return own.valueOf();
        for (const layer of this.#layers) if (layer.has(key)) return layer.get(key);
        return undefined;
      }
      has(key) { return this.#own(key) !== undefined || this.#layers.some(layer => layer.has(key)); }
      set(key, value, type) {
        if (key === undefined || key === null) return;
        const name = String(key), options = typeof type === "string" ? { type } : type || {};
        const old = this.#own(name);
        if (old === undefined) this.#add({ key: name, value, ...options });
        else old.update({ value, ...options });
        // The options may rename it.
        if (options.key !== undefined || options.id !== undefined) this.#named = undefined;
        if (this.#scope === undefined) return;
        // What has no value is a name without one in requests.
        const own = this.#own(name);
        if (value === undefined) changes.unset(this.#scope, name);
        else changes.set(this.#scope, name, sendable(own === undefined ? value : own.valueOf(), name), own && own.type);
      }
      #add(definition) {
        this.#list.add(definition);
        if (this.#named !== undefined) this.#note(this.#list.members[this.#list.members.length - 1]);
      }
      unset(key) {
        const name = String(key);
        if (this.#isShared) {
          if (!this.#removeShared(name)) return;
        } else {
          if (this.#own(name) === undefined) return;
          this.#remove(name);
        }
        if (this.#scope !== undefined) changes.unset(this.#scope, name);
      }
      // Gives the list other members, as a script may go through the present ones. Returns whether the variable is there.
      #removeShared(name) {
        const { members } = this.#list, places = [];
        let isThere = false;
        for (let index = members.length - 1; index >= 0; index--) {
          const { key, disabled } = members[index];
          if (key !== name && (typeof key === "string" || String(key) !== name)) continue;
          places[places.length] = index;
          if (key === name && !disabled) isThere = true;
        }
        if (!isThere) return false;
        const left = members.slice();
        for (const place of places) left.splice(place, 1);
        this.#list.members = left;
        return true;
      }
      #remove(name) {
        for (const variable of this.#named.get(name)) this.#removed.add(variable);
        this.#named.delete(name);
        if (2 * this.#removed.size > this.#list.members.length) this.#whole();
      }
      clear() {
        this.#list.clear();
        this.#named = undefined;
        this.#removed.clear();
        if (this.#scope !== undefined) changes.clear(this.#scope);
      }
      toObject() {
        const output = {};
        for (const layer of [...this.#layers].reverse()) Object.assign(output, layer.toObject());
        for (const variable of this.#whole().members) if (!variable.disabled) output[variable.key] = variable.valueOf();
        return output;
      }
      syncVariablesTo(object) { return Object.assign(object || {}, this.toObject()); }
      toJSON() { return { id: this.id, name: this.name, values: this.#whole().toJSON() }; }
      replaceIn(template) { return replace(template, name => this.get(name)); }
      [Symbol.for("nodejs.util.inspect.custom")](depth, options, inspect) {
        return depth < 0 ? "[VariableScope]" : `VariableScope ${inspect(this.toJSON(), { ...options, depth })}`;
      }
      static isVariableScope(value) { return value instanceof VariableScope; }
      // Only for the runtime.
      static ownOf(scope, key) { return scope.#own(key); }
      static membersOf(scope) { return scope.#whole().members; }
      static give(scope, list) { scope.#take(list); }
    }
    const { ownOf, membersOf, give } = VariableScope;
    for (const name of ["ownOf", "membersOf", "give"]) delete VariableScope[name];

    // What has no JSON form is sent as text.
    function sendable(value, name) {
      if (typeof value === "function" || typeof value === "bigint" || typeof value === "symbol") return String(value);
      if (typeof value === "number" && !Number.isFinite(value)) return String(value);
      return value !== null && typeof value === "object" ? copy(value, `The value of the variable "${name}"`) : value;
    }

    const globals = new VariableScope({ name: "globals", values: state.globals }, [], { scope: "globals" });
    const collectionVariables = new VariableScope(
      { name: state.collectionName, values: state.collectionVariables }, [], { scope: "collectionVariables" }
    );
    const environment = new VariableScope(state.environment || {}, [], { scope: "environment" });
    const folders = new VariableScope({ values: state.folderVariables });
    const requestVariables = new VariableScope({ values: state.requestVariables });
    const data = new VariableScope(
      { values: Object.entries(state.data || {}).map(([key, value]) => ({ key, value })) }
    );
    const variables = new VariableScope(
      { values: state.variables },
      [requestVariables, data, environment, folders, collectionVariables, globals],
      { scope: "variables" }
    );

    // Takes the variables as another request has left them.
    function renew(given) {
      const lists = {
        globals: given.globals, collectionVariables: given.collectionVariables, variables: given.variables,
        environment: given.environment && given.environment.values,
      };
      for (const [name, scope] of Object.entries({ globals, collectionVariables, variables, environment })) {
        if (lists[name] !== undefined) give(scope, new VariableList(scope, lists[name]));
      }
    }

    return {
      renew, ownOf, membersOf, VariableScope, globals, collectionVariables, environment, folders, requestVariables, data,
      variables,
    };
  });
});
