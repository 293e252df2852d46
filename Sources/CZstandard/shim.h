// libzstd, as it is.
#pragma once
#include <zstd.h>
