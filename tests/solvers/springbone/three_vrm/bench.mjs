// node bench.mjs SCENE: the time that three-vrm takes for a frame of a scene, as JSON. A frame sets
// the root and updates the springs, which update the matrices that they need. One scene a process:
// springs with a center slow down what runs after them.
//
// The root's motion, at t = frame / 60 seconds (sines of hertz, metres, radians):
//   x = 0.3 sin(2π 0.5 t)   y = 0.05 sin(2π 1.5 t)   z = 0.2 sin(2π 0.75 t)
//   yaw = 0.8 sin(2π 0.25 t), about +Y: the quaternion (0, sin(yaw/2), 0, cos(yaw/2))
// It comes back to its start every 240 frames.

import { loadScene } from "./scene.mjs";

const kFps = 60;
const kPeriod = 240;
const kWarmUpFrames = 10 * kPeriod;
const kBatches = 31;

function rootAt(frame) {
  const wave = (hertz) => Math.sin((2 * Math.PI * hertz * frame) / kFps);
  const yaw = 0.8 * wave(0.25);
  return {
    position: [0.3 * wave(0.5), 0.05 * wave(1.5), 0.2 * wave(0.75)],
    quaternion: [0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)],
  };
}

function runFrames({ root, manager }, motion, count) {
  const start = process.hrtime.bigint();
  for (let i = 0; i < count; ++i) {
    const { position, quaternion } = motion[i % kPeriod];
    root.position.fromArray(position);
    root.quaternion.fromArray(quaternion);
    manager.update(1 / kFps);
  }
  return Number(process.hrtime.bigint() - start) / 1000 / count;
}

async function timeScene(path) {
  const scene = await loadScene(path, { ownLength: true });
  const motion = Array.from({ length: kPeriod }, (_, frame) => rootAt(frame));
  runFrames(scene, motion, kWarmUpFrames);
  const batches = Array.from({ length: kBatches }, () => runFrames(scene, motion, kPeriod));
  batches.sort((a, b) => a - b);
  return {
    scene: path,
    joints: scene.manager.joints.size,
    colliders: scene.manager.colliders.length,
    medianUsPerFrame: Number(batches[kBatches >> 1].toFixed(1)),
    fastestUsPerFrame: Number(batches[0].toFixed(1)),
  };
}

const result = await timeScene(process.argv[2]);
console.log(JSON.stringify(result, null, 2));
