// The module is its header; the package manager wants a source all the same.
#include "FuzzDriver.h"
