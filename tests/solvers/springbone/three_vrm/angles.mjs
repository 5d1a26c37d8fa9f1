// How far two traces' rotations are apart: the largest angle in radians, with its node and frame,
// and the largest of each node.

export function compareTraces(oracle, tassel) {
  if (oracle.frames.length !== tassel.frames.length) throw new Error("the frame counts differ");
  const frames = oracle.frames.map((frame, i) => [i, frame.rotations, tassel.frames[i].rotations]);
  return compareFrames(frames);
}

// Each frame: its number and two maps of rotations by node.
export function compareFrames(frames, ignored = []) {
  const result = { worst: -1, node: null, frame: null, nodes: {} };
  for (const [frame, expected, actual] of frames) {
    for (const node of Object.keys({ ...expected, ...actual })) {
      if (ignored.includes(Number(node))) continue;
      const angle = angleBetween(expected[node], actual[node]);
      if (!Number.isFinite(angle)) throw new Error(`frame ${frame}, node ${node}: no rotation`);
      result.nodes[node] = Math.max(result.nodes[node] ?? 0, angle);
      if (angle > result.worst) Object.assign(result, { worst: angle, node: Number(node), frame });
    }
  }
  return result;
}

function angleBetween([ax, ay, az, aw] = [], [bx, by, bz, bw] = []) {
  const x = aw * bx - ax * bw - ay * bz + az * by;
  const y = aw * by - ay * bw - az * bx + ax * bz;
  const z = aw * bz - az * bw - ax * by + ay * bx;
  const w = ax * bx + ay * by + az * bz + aw * bw;
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
}
