"""Generates documents of other tools, and measures their import."""

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path


def openapi(path: Path, operations: int = 1000) -> Path:
    """Writes about 4 MB: each operation has parameters, a body and responses, and its schemas refer to others."""
    schemas = {
        f"Thing{number}": {
            "type": "object",
            "required": ["id", "name"],
            "properties": {
                "id": {"type": "integer", "format": "int64"},
                "name": {"type": "string", "description": "A name that people read. " * 3},
                "status": {"type": "string", "enum": ["new", "open", "closed"]},
                "created": {"type": "string", "format": "date-time"},
                "parent": {"$ref": f"#/components/schemas/Thing{(number + 1) % 400}"},
                "parts": {"type": "array", "items": {"$ref": f"#/components/schemas/Thing{(number + 7) % 400}"}},
            },
        }
        for number in range(400)
    }
    paths: dict = {}
    for number in range(operations):
        reference = {"schema": {"$ref": f"#/components/schemas/Thing{number % 400}"}}
        content = {"application/json": reference}
        paths[f"/area{number // 50}/things{number}/{{id}}"] = {
            ("get", "put", "post", "patch")[number % 4]: {
                "operationId": f"operation{number}",
                "summary": f"Operation {number}",
                "description": "What it does, in a few sentences. " * 60,
                "tags": [f"area {number // 50}"],
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}},
                    {"name": "page", "in": "query", "schema": {"type": "integer", "default": 1}},
                    {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
                ],
                "requestBody": {"content": content},
                "responses": {
                    "200": {"description": "The thing", "content": content},
                    "404": {"description": "There is none " * 20},
                },
            }
        }
    document = {
        "openapi": "3.0.3", "info": {"title": "Large", "version": "1"}, "paths": paths,
        "servers": [{"url": "https://api.example.com/v1"}], "components": {"schemas": schemas},
    }
    path.write_text(json.dumps(document, indent=2))
    return path


def postman(path: Path, megabytes: int = 50) -> Path:
    """Writes a collection of that size: requests with headers, bodies, scripts and a saved response each."""
    body = json.dumps({"items": [{"sku": f"A-{number}", "count": number} for number in range(20)]}, indent=2)

    def request(number: int) -> dict:
        return {
            "name": f"Request {number}", "id": f"id-{number}",
            "event": [{"listen": "test", "script": {"exec": ["pm.test('ok', () => {", "  pm.response.to.be.ok", "})"]}}],
            "request": {
                "method": "POST", "url": f"{{{{base}}}}/orders/{number}?page=1",
                "header": [{"key": "Accept", "value": "application/json"}, {"key": "X-Trace", "value": str(number)}],
                "body": {"mode": "raw", "raw": body, "options": {"raw": {"language": "json"}}},
                "description": "Creates an order. " * 10,
            },
            "response": [{"name": "Created", "code": 201, "status": "Created", "header": [], "body": body}],
        }

    size = len(json.dumps(request(1)))
    count = megabytes * 1_000_000 // size
    folders = [
        {"name": f"Folder {first // 100}", "item": [request(number) for number in range(first, min(first + 100, count))]}
        for first in range(0, count, 100)
    ]
    schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    path.write_text(json.dumps({"info": {"name": "Large", "schema": schema}, "item": folders}))
    return path


def payments(path: Path, operations: int = 580, megabytes: float = 7.4) -> Path:
    """Writes a document of the size and shape of Stripe's: large schemas that refer to each other, and long forms."""
    names = [f"resource_{number}" for number in range(600)]

    def schema(number: int) -> dict:
        properties: dict = {
            "id": {"description": "Unique identifier for the object. " * 2, "maxLength": 5000, "type": "string"},
            "object": {"enum": [names[number]], "type": "string"},
            "created": {"description": "Seconds since the Unix epoch.", "format": "unix-time", "type": "integer"},
            "metadata": {"additionalProperties": {"maxLength": 500, "type": "string"}, "type": "object"},
        }
        for place in range(6):
            target = {"$ref": f"#/components/schemas/{names[(number * 7 + place * 13) % len(names)]}"}
            properties[f"member_{place}"] = {
                "anyOf": [{"maxLength": 5000, "type": "string"}, target],
                "description": "Says what the member is about, in a sentence or two. " * 2,
                "nullable": True, "x-expansionResources": {"oneOf": [target]},
            }
        return {
            "description": "A resource, with a few sentences about it. " * 4, "properties": properties,
            "required": ["id", "object"], "title": f"Resource{number}", "type": "object",
            "x-expandableFields": [f"member_{place}" for place in range(6)],
        }

    def form(depth: int) -> dict:
        properties = {
            f"field_{place}": {"description": "What the field is for. " * 3, "maxLength": 500, "type": "string"}
            for place in range(6)
        }
        if depth:
            properties["details"] = form(depth - 1)
            properties["other"] = {"anyOf": [form(depth - 1), {"enum": [""], "type": "string"}]}
        return {"properties": properties, "type": "object"}

    error = {"$ref": f"#/components/schemas/{names[0]}"}
    range_of_times = {
        "properties": {name: {"type": "integer"} for name in ("gt", "gte", "lt", "lte")}, "type": "object"}
    paths: dict = {}
    for number in range(operations):
        name = names[number % len(names)]
        is_list = number % 2 == 0
        place = f"/v1/{name}" if is_list else f"/v1/{names[number - 1]}/{{id}}"
        parameters = [
            {"in": "query", "name": "created", "style": "deepObject", "explode": True,
             "schema": {"anyOf": [range_of_times, {"type": "integer"}]}},
            {"in": "query", "name": "expand", "style": "deepObject", "explode": True,
             "schema": {"items": {"maxLength": 5000, "type": "string"}, "type": "array"}},
        ]
        if not is_list:
            parameters.append({"in": "path", "name": "id", "required": True, "schema": {"type": "string"}})
        method = "get" if number % 4 < 2 else "post"
        body = {"application/x-www-form-urlencoded": {
            "encoding": {"details": {"explode": True, "style": "deepObject"}},
            "schema": form(2) if method == "post" else {"properties": {}, "type": "object"}}}
        paths.setdefault(place, {})[method] = {
            "description": "<p>Does something with the resource, and says how.</p> " * 3,
            "operationId": f"{method.capitalize()}{number}", "parameters": parameters, "requestBody": {"content": body},
            "responses": {
                "200": {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}},
                        "description": "Successful response."},
                "default": {"content": {"application/json": {"schema": error}}, "description": "Error response."},
            },
        }
    document = {
        "openapi": "3.0.0", "info": {"title": "Payments", "version": "1"}, "servers": [{"url": "https://api.example.com/"}],
        "components": {"schemas": {name: schema(number) for number, name in enumerate(names)},
                       "securitySchemes": {"bearerAuth": {"scheme": "bearer", "type": "http"}}},
        "security": [{"bearerAuth": []}], "paths": paths,
    }
    missing = int(megabytes * 1_000_000) - len(json.dumps(document, indent=2))
    document["info"]["description"] = "Words about the API. " * max(0, missing // 21)
    path.write_text(json.dumps(document, indent=2))
    return path


def long_bodies(folder: Path, megabytes: int = 55) -> Path:
    """Creates a collection of that size: each request has a megabyte of text in which searches find nothing."""
    folder.mkdir(parents=True)
    (folder / "collection.json").write_text(json.dumps({"name": "Long bodies"}) + "\n")
    text = "the quick brown fox number one jumps over a lazy dog; " * (1_000_000 // 54)
    for number in range(megabytes):
        request = {"method": "POST", "url": "http://127.0.0.1:1/x", "body": {"text": text}}
        (folder / f"request-{number:02}.json").write_text(json.dumps(request) + "\n")
    return folder


def check(binary: Path, collection: Path, scratch: Path) -> float:
    """Checks a collection, which may have errors. Returns the milliseconds."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(scratch / "home")}
    start = time.perf_counter()
    done = subprocess.run([binary, "check", collection], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    duration = (time.perf_counter() - start) * 1000
    if done.returncode not in (0, 3):
        raise RuntimeError(f"the check of {collection} failed with {done.returncode}: {done.stderr.decode()}")
    return duration


def run(
    binary: Path, document: Path, scratch: Path, *options: str, folder: Path | None = None
) -> tuple[float, float]:
    """Imports a document into a new folder. Returns the milliseconds and the megabytes of memory at the most."""
    # A folder of its own: ext4 takes seconds to find inodes among thousands that were freed just before.
    target = folder or Path(tempfile.mkdtemp(prefix="imported-", dir=scratch))
    environment = {"PATH": os.environ["PATH"], "HOME": str(scratch / "home")}
    start = time.perf_counter()
    process = subprocess.Popen(
        [binary, "import", document, "--into", target, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    duration = (time.perf_counter() - start) * 1000
    if status != 0:
        raise RuntimeError(f"the import of {document.name} failed with {status}")
    return duration, usage.ru_maxrss / 1024
