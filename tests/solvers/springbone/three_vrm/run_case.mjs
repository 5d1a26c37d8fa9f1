// A case of vrm-cases, run by three-vrm.

import { join } from "node:path";
import { loadScene } from "./scene.mjs";

// The frames of a trace: the local rotation of every head's node.
export async function runCase(testCase, dataDir, options) {
  const { root, nodes, manager } = await loadScene(join(dataDir, testCase.file), options);
  const heads = [...manager.joints]
    .map((joint) => [nodes.indexOf(joint.bone), joint.bone])
    .filter(([node]) => node >= 0); // The plugin makes a VRM 0.x bone's colliders joints, too.
  return testCase.root.map((transform) => {
    root.position.fromArray(transform);
    root.quaternion.fromArray(transform, 3);
    root.updateMatrixWorld();
    manager.update(1 / testCase.fps);
    const rotations = heads.map(([node, bone]) => [node, bone.quaternion.toArray()]);
    return { rotations: Object.fromEntries(rotations) };
  });
}
