#pragma once

// The commit that the program was built from and its date: "0123456789ab 2026-01-31"; empty if unknown. `make build` links an
// object file with another definition, see scripts/commit-object.
const char *cversion_commit(void);
