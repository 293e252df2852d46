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


def run(binary: Path, document: Path, scratch: Path, *options: str) -> tuple[float, float]:
    """Imports a document into a new folder. Returns the milliseconds and the megabytes of memory at the most."""
    # A folder of its own: ext4 takes seconds to find inodes among thousands that were freed just before.
    target = Path(tempfile.mkdtemp(prefix="imported-", dir=scratch))
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
