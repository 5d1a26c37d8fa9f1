// node synthetic_scene.mjs OUT.gltf JOINTS COLLIDERS: writes a VRM 1.0 scene without meshes, the
// same bytes each time: chains of ten simulated joints that hang around a head and neck of
// spheres, each chain tested against all of them.

import { writeFileSync } from "node:fs";

const kChainJoints = 10;
const kBoneLength = 0.04;
const kRingRadius = 0.12;
const kGoldenAngle = 2.399963;
const kHeadNode = 1;
const kJoint = { hitRadius: 0.02, stiffness: 1, gravityPower: 0.2, dragForce: 0.4 };

// Six decimals hide how engines round sines.
const rounded = (numbers) => numbers.map((x) => Number(x.toFixed(6)));

function sphere(i, count) {
  const angle = i * kGoldenAngle;
  const offset = [0.05 * Math.cos(angle), -0.4 * (i / count), 0.05 * Math.sin(angle)];
  return { node: kHeadNode, shape: { sphere: { offset: rounded(offset), radius: 0.08 } } };
}

// Node i of a chain of eleven; the last one is only a tail.
function chainNode(first, i, angle) {
  const children = i < kChainJoints ? { children: [first + i + 1] } : {};
  if (i > 0) return { translation: [0, -kBoneLength, 0], ...children };
  const at = [kRingRadius * Math.sin(angle), 0.05, kRingRadius * Math.cos(angle)];
  const turn = [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
  return { translation: rounded(at), rotation: rounded(turn), ...children };
}

function scene(jointCount, colliderCount) {
  const nodes = [
    { name: "root", children: [kHeadNode] },
    { name: "head", translation: [0, 1.5, 0], children: [] },
  ];
  const springs = [];
  const chainCount = jointCount / kChainJoints;
  for (let chain = 0; chain < chainCount; ++chain) {
    const first = nodes.length;
    const indices = Array.from({ length: kChainJoints + 1 }, (_, i) => i);
    nodes[kHeadNode].children.push(first);
    nodes.push(...indices.map((i) => chainNode(first, i, (2 * Math.PI * chain) / chainCount)));
    const joints = indices.map((i) => ({ node: first + i, ...(i < kChainJoints ? kJoint : {}) }));
    springs.push({ joints, colliderGroups: [0] });
  }
  const colliders = Array.from({ length: colliderCount }, (_, i) => sphere(i, colliderCount));
  const colliderGroups = [{ colliders: colliders.map((_, i) => i) }];
  return {
    asset: { version: "2.0" },
    extensionsUsed: ["VRMC_springBone"],
    extensions: { VRMC_springBone: { specVersion: "1.0", colliders, colliderGroups, springs } },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes,
  };
}

const [outPath, jointCount, colliderCount] = process.argv.slice(2);
if (jointCount % kChainJoints !== 0) throw new Error(`JOINTS is no multiple of ${kChainJoints}`);
writeFileSync(outPath, JSON.stringify(scene(Number(jointCount), Number(colliderCount))));
