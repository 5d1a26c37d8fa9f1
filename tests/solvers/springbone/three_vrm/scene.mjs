// A glTF file's nodes as three.js objects, and its springs as three-vrm's plugin loads them.

import { readFileSync } from "node:fs";
import { VRMSpringBoneLoaderPlugin } from "@pixiv/three-vrm-springbone";
import { Matrix4, Object3D } from "three";

const kGlbMagic = "glTF";
const kGlbJsonStart = 20;

// `root` holds the scene's root nodes; `nodes` is in the file's order.
export async function loadScene(path, { ownLength = false } = {}) {
  const json = readJson(path);
  const nodes = json.nodes.map(nodeObject);
  json.nodes.forEach((node, i) => node.children?.forEach((child) => nodes[i].add(nodes[child])));
  const root = new Object3D();
  root.add(...json.scenes[json.scene ?? 0].nodes.map((i) => nodes[i]));
  root.updateMatrixWorld(true);

  fillGaps(json.extensions?.VRMC_springBone ?? {});
  const parser = { json, getDependencies: async () => nodes };
  const gltf = { parser, scene: root, userData: {} };
  await new VRMSpringBoneLoaderPlugin(parser).afterRoot(gltf);
  const manager = gltf.userData.vrmSpringBoneManager;
  if (!manager) throw new Error(`${path} has no springs`);
  if (!ownLength) manager.joints.forEach(holdRestLength);
  return { root, nodes, manager };
}

function readJson(path) {
  const bytes = readFileSync(path);
  if (bytes.toString("latin1", 0, 4) !== kGlbMagic) return JSON.parse(bytes);
  const length = bytes.readUInt32LE(12);
  return JSON.parse(bytes.toString("utf8", kGlbJsonStart, kGlbJsonStart + length));
}

function nodeObject(node) {
  const object = new Object3D();
  if (node.matrix) object.applyMatrix4(new Matrix4().fromArray(node.matrix));
  if (node.translation) object.position.fromArray(node.translation);
  if (node.rotation) object.quaternion.fromArray(node.rotation);
  if (node.scale) object.scale.fromArray(node.scale);
  return object;
}

// The plugin takes drag 0.4 where the schema says 0.5, and throws on a spring without joints, on a
// collider without a base shape, and on an extended one without a version.
function fillGaps({ springs = [], colliders = [] }) {
  for (const spring of springs) {
    spring.joints ??= [];
    for (const joint of spring.joints) joint.dragForce ??= 0.5;
  }
  for (const collider of colliders) {
    collider.shape ??= {};
    const extended = collider.extensions?.VRMC_springBone_extended_collider;
    if (extended) extended.specVersion ??= "1.0";
  }
}

// The package measures a bone anew in each frame, from its child's place in the frame before.
function holdRestLength(joint) {
  joint._calcWorldSpaceBoneLength();
  joint._calcWorldSpaceBoneLength = () => {};
}
