// Variables: scopes, their precedence, templates, and what a script changes.
(function (runtime) {
  "use strict";
  const { define, defineLasting, host, keep } = runtime;

  defineLasting("variable", use => {
    const { Variable, VariableList } = use("variable/list");
    return { Variable, VariableList };
  });

  // Variables, and lists that find them in a table.
  defineLasting("variable/list", use => {
    const { Property, PropertyList, isObject } = use("lists");

    const readers = {
      string: value => typeof value === "string" ? value : typeof value === "object"
        && value !== null ? JSON.stringify(value) : String(value),
      number: Number,
      boolean: value => typeof value === "string" ? value.toLowerCase() === "true" : Boolean(value),
      array: value => typeof value === "string" ? JSON.parse(value) : value,
      object: value => typeof value === "string" ? JSON.parse(value) : value,
    };

    // How many keys of variables in tables have changed.
    let renamings = 0;

    class Variable extends Property {
      static keyName = "key";
      #key;
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
      // Only for the runtime: counts the changes of a key from now on. Returns whether it can.
      static watch(variable) {
        if (!isObject(variable) || !(#key in variable)) return false;
        const own = Object.getOwnPropertyDescriptor(variable, "key");
        if (own === undefined || own.get !== undefined) return own !== undefined && own.get === watched.get;
        if (!own.configurable) return !own.writable;
        variable.#key = own.value;
        Object.defineProperty(variable, "key", watched);
        return true;
      }
      static keyOf(variable) { return #key in variable ? variable.#key : undefined; }
      static rename(variable, key) {
        if (#key in variable) {
          if (variable.#key !== key) renamings++;
          variable.#key = key;
        } else {
          const own = { value: key, writable: true, enumerable: true, configurable: true };
          Object.defineProperty(variable, "key", own);
        }
      }
    }
    const { watch, keyOf, rename } = Variable;
    for (const name of ["watch", "keyOf", "rename"]) delete Variable[name];
    const watched = keep({
      __proto__: null, enumerable: true, configurable: true,
      get() { return keyOf(this); }, set(key) { rename(this, key); },
    });

    const fewest = 64, searches = 16, none = [];

    // A list that looks variables up in a table, so that the time of a call does not grow with their number. It is
    // searched if it is short, while a script has the array of its members, and for some calls after a key has changed.
    // Removed variables are dropped in batches with a new array, as a script may be iterating over the old one.
    class VariableList extends PropertyList {
      #members = []; #isGiven = false; #removed = new Set(); #removedCount = 0;
      // The place of the first member, if all before it are removed.
      #first = 0;
      // The variables by key; the renamings up to which the table is valid; the searches since then.
      #table; #renamings = 0; #searches = 0;
      constructor(parent, items) {
        super(Variable, parent);
        Object.defineProperty(this, "members", {
          enumerable: true, configurable: true,
          get: () => this.#give(), set: members => {
            this.#put(members);
            this.#isGiven = true;
          },
        });
        this.populate(items);
      }
      #give() {
        const members = this.#whole();
        this.#isGiven = true;
        this.#table = undefined;
        return members;
      }
      #put(members) {
        this.#members = members;
        this.#isGiven = false;
        this.#forgetRemoved();
        this.#table = undefined;
        this.#searches = 0;
      }
      // The members without the removed ones.
      #whole() {
        if (this.#removedCount > 0) this.#members = this.#without(this.#removed);
        this.#forgetRemoved();
        return this.#members;
      }
      #forgetRemoved() {
        this.#removed.clear();
        this.#removedCount = this.#first = 0;
      }
      #without(variables) {
        const left = [];
        for (const variable of this.#members) if (!variables.has(variable)) left[left.length] = variable;
        return left;
      }
      #validTable() {
        if (this.#isGiven || this.#members.length < fewest) return this.#table = undefined;
        if (this.#renamings !== renamings) {
          this.#table = undefined;
          this.#renamings = renamings;
          this.#searches = Math.min(this.#searches, 0);
        }
        if (this.#table === undefined && ++this.#searches > searches) this.#table = this.#made();
        return this.#table;
      }
      // `undefined` if a key may change unnoticed.
      #made() {
        const table = new Map();
        for (const variable of this.#whole()) {
          if (!watch(variable)) {
            this.#searches = -Infinity;
            return undefined;
          }
          VariableList.#note(variable, table);
        }
        return table;
      }
      static #note(variable, table) {
        const key = String(variable.key), others = table.get(key);
        if (others === undefined) table.set(key, [variable]);
        else others[others.length] = variable;
      }
      // The variables with a key.
      #named(key) {
        const table = this.#validTable();
        if (table !== undefined) return table.get(key) || none;
        const members = this.#whole(), found = [];
        for (let index = 0; index < members.length; index++) {
          const other = members[index].key;
          if (other === key || typeof other !== "string" && String(other) === key) found[found.length] = members[index];
        }
        return found;
      }
      add(item) {
        if (item === undefined || item === null) return;
        const variable = item instanceof Variable ? item : new Variable(item);
        if (this.#removed.has(variable)) this.#whole();
        const table = this.#table === undefined ? undefined : this.#validTable();
        this.#members[this.#members.length] = variable;
        if (table === undefined) return;
        if (watch(variable)) VariableList.#note(variable, table);
        else this.#table = undefined;
      }
      one(key) {
        const found = this.#named(String(key));
        return found[found.length - 1];
      }
      has(item, value) {
        if (isObject(item) && !("key" in item)) return false;
        const found = this.#named(String(isObject(item) ? item.key : item));
        if (value === undefined) return found.length > 0;
        const wanted = isObject(value) ? value.value : value;
        return found.some(other => other.valueOf() === wanted);
      }
      count() { return this.#members.length - this.#removedCount; }
      // A script may empty the list by its first or last variable.
      idx(index) {
        if (index !== 0 || this.#removedCount === 0) return this.#whole()[index];
        while (this.#removed.has(this.#members[this.#first])) this.#first++;
        return this.#members[this.#first];
      }
      clear() { this.#put([]); }
      remove(predicate, self) {
        if (typeof predicate === "function") return this.#removeWhere(predicate, self);
        const key = String(isObject(predicate) ? predicate.key : predicate);
        const named = this.#named(key), found = new Set();
        for (const variable of named) if (variable === predicate || !isObject(predicate)) found.add(variable);
        if (this.#table === undefined) {
          this.#members = this.#without(found);
          this.#isGiven = false;
        } else if (found.size > 0) this.#removeNoted(key, found);
      }
      #removeWhere(test, self) {
        const members = this.#whole(), isRemoved = [], { length } = members;
        for (let index = 0; index < length; index++) isRemoved[index] = Boolean(test.call(self, members[index], index));
        const left = [], present = this.#whole();
        for (let index = 0; index < present.length; index++) if (!isRemoved[index]) left[left.length] = present[index];
        this.#put(left);
      }
      #removeNoted(key, found) {
        const left = [];
        for (const variable of this.#table.get(key)) {
          if (found.has(variable)) {
            this.#removed.add(variable);
            this.#removedCount++;
          } else left[left.length] = variable;
        }
        if (left.length > 0) this.#table.set(key, left);
        else this.#table.delete(key);
        const members = this.#members;
        while (members.length > 0 && this.#removed.has(members[members.length - 1])) {
          members.length--;
          this.#removedCount--;
        }
        if (2 * this.#removedCount > members.length) this.#whole();
      }
      // Only for the runtime, which does not change the array that it gets.
      static membersOf(list) { return list instanceof VariableList ? list.#whole() : list.members; }
      static put(list, members) { list.#put(members); }
      static named(list, key) { return list instanceof VariableList ? list.#named(String(key)) : list.members; }
    }
    const { membersOf, put, named } = VariableList;
    for (const name of ["membersOf", "put", "named"]) delete VariableList[name];
    return { Variable, VariableList, membersOf, put, named, isKey: own => own.get === watched.get };
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

  // Changes by scripts, in the order in which the program applies them.
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
      // The changes so far, for the program to apply before the end.
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

  // A new value for each use; nothing for an unknown name. The program has them all.
  defineLasting("dynamic", () => name => {
    const answer = host.ask({ op: "dynamic", name: name.trim() });
    return answer === null || answer.value === null ? undefined : answer.value;
  });

  defineLasting("template", use => {
    const dynamic = use("dynamic");
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
    const lists = use("variable/list"), { Variable, VariableList } = lists;
    const changes = use("changes"), replace = use("template"), { copy } = use("nesting");
    const state = use("job").state;
    // The names of variables that are secrets, whatever a script sets them to.
    let secretNames = new Set(state.secretNames);

    // A scope of variables, such as an environment. It looks variables up in a map and removes them from the list in
    // batches, so that the time of a call does not grow with their number. A script that gets the list may change it,
    // so from then on the list itself is searched.
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
          lists.put(this.#list, lists.membersOf(this.#list).filter(variable => !this.#removed.has(variable)));
          this.#removed.clear();
        }
        return this.#list;
      }
      // The variables with a name.
      #candidates(key) {
        if (this.#isShared) return lists.named(this.#list, key);
        if (this.#named === undefined) {
          this.#named = new Map();
          for (const variable of lists.membersOf(this.#whole())) this.#note(variable);
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
        // A variable that is set to undefined has no value in requests.
        const own = this.#own(name);
        if (value === undefined) return changes.unset(this.#scope, name);
        const sent = sendable(own === undefined ? value : own.valueOf(), name), kind = own && own.type;
        checkType(options.type, name);
        // The changes have only the last value, and a script that does not end reports none.
        if (kind === "secret" || secretNames.has(name)) host.post({ op: "secret", value: sent });
        changes.set(this.#scope, name, sent, kind);
      }
      #add(definition) {
        this.#list.add(definition);
        if (this.#named !== undefined) this.#note(lists.membersOf(this.#list).at(-1));
      }
      unset(key) {
        const name = String(key);
        if (this.#own(name) === undefined) return;
        if (this.#isShared) this.#list.remove(name);
        else this.#remove(name);
        if (this.#scope !== undefined) changes.unset(this.#scope, name);
      }
      #remove(name) {
        for (const variable of this.#named.get(name)) this.#removed.add(variable);
        this.#named.delete(name);
        if (2 * this.#removed.size > lists.membersOf(this.#list).length) this.#whole();
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
        for (const variable of lists.membersOf(this.#whole())) {
          if (!variable.disabled) output[variable.key] = variable.valueOf();
        }
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
      static membersOf(scope) { return lists.membersOf(scope.#whole()); }
      static give(scope, list) { scope.#take(list); }
    }
    const { ownOf, membersOf, give } = VariableScope;
    for (const name of ["ownOf", "membersOf", "give"]) delete VariableScope[name];

    // Only the exact name of a type is one, as in Postman.
    function checkType(type, name) {
      const meant = typeof type === "string" ? type.toLowerCase() : type;
      if (meant === type || !["secret", "string", "number", "boolean", "array", "object"].includes(meant)) return;
      use("console").warnOnce(`The type "${type}" of the variable "${name}" has no effect; use "${meant}"`);
    }

    // Values without a JSON form are sent as text.
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
    const shared = state.foldersOverrideEnvironment ? [folders, environment] : [environment, folders];
    const variables = new VariableScope(
      { values: state.variables }, [requestVariables, data, ...shared, collectionVariables, globals],
      { scope: "variables" }
    );

    // Takes the variables as another request has left them.
    function renew(given) {
      const lists = {
        globals: given.globals, collectionVariables: given.collectionVariables, variables: given.variables,
        environment: given.environment && given.environment.values,
      };
      secretNames = new Set(given.secretNames);
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
