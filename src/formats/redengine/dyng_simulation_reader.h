#pragma once
// An animDangleConstraint_SimulationDyng object to a DyngSimulation.

#include "formats/redengine/resource.h"
#include "tassel/dyng.h"
#include "tassel/redengine.h"
#include "tassel/status.h"

namespace tassel::red {

/// Reads the object into graph.simulation, and adds to its problems what keeps it from being run:
/// another class, flags and values that aren't decoded. Fails where a value has the wrong type.
[[nodiscard]] Status read_simulation(const Resource& resource, const Value& constraint,
                                     AnimGraphFile& graph);

}  // namespace tassel::red
