#ifndef CFILES_H
#define CFILES_H

/// Renames a file or folder. Fails with EEXIST if the target exists.
///
/// renameat2(2), which Swift cannot import. Returns 0, or -1 with `errno` set.
int cfiles_rename_to_free(const char *path, const char *target);

#endif
