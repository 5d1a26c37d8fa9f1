#pragma once
// Everything: `#include <tassel/tassel.h>`. docs/ and the headers below are the manual.

#include "tassel/dyng.h"
#include "tassel/gltf.h"
#include "tassel/math.h"
#include "tassel/play.h"
#include "tassel/redengine.h"
#include "tassel/skeleton.h"
#include "tassel/springbone.h"
#include "tassel/status.h"
