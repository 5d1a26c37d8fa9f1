#!/usr/bin/env python3
"""Writes Tassel's sample hairstyle and earring, made for the project from the numbers below.

Usage: make_samples.py [FOLDER]   (default: the folder of this script)

Metres. Z is up and the character faces +Y, so her left is -X: the axes of REDengine's rigs.
"""

import math
import pathlib
import sys

import redengine_json as red

DOWN = (0.0, 0.0, -1.0)


# Vectors and quaternions (x, y, z, w).

def add(a, b, scale=1.0):
    return tuple(p + scale * q for p, q in zip(a, b))


def subtract(a, b):
    return add(a, b, -1.0)


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    return tuple(p / math.sqrt(dot(a, a)) for p in a)


def multiply(a, b):
    vector = add(add(cross(a[:3], b[:3]), b[:3], a[3]), a[:3], b[3])
    return (*vector, a[3] * b[3] - dot(a[:3], b[:3]))


def conjugate(q):
    return (-q[0], -q[1], -q[2], q[3])


def rotate(q, v):
    return multiply(multiply(q, (*v, 0.0)), conjugate(q))[:3]


def frame(x_direction, y_toward):
    """The rotation whose X is x_direction and whose Y is as near y_toward as that allows."""
    x = unit(x_direction)
    y = unit(add(y_toward, x, -dot(y_toward, x)))
    z = cross(x, y)
    # Each row is the quaternion times four times one of its components: the longest is the safest.
    rows = [
        (1 + x[0] - y[1] - z[2], x[1] + y[0], x[2] + z[0], y[2] - z[1]),
        (x[1] + y[0], 1 - x[0] + y[1] - z[2], y[2] + z[1], z[0] - x[2]),
        (x[2] + z[0], y[2] + z[1], 1 - x[0] - y[1] + z[2], x[1] - y[0]),
        (y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + x[0] + y[1] + z[2]),
    ]
    return unit(max(rows, key=lambda row: dot(row, row)))


# Joints, posed in model space and written relative to their parents.

class Joint:
    def __init__(self, name, parent, position, rotation=(0.0, 0.0, 0.0, 1.0)):
        self.name = name
        self.parent = parent
        self.position = position
        self.rotation = rotation

    def local(self):
        if self.parent is None:
            return self.position, self.rotation
        back = conjugate(self.parent.rotation)
        offset = subtract(self.position, self.parent.position)
        return rotate(back, offset), multiply(back, self.rotation)


def rounded(values):
    """Micrometres are plenty, and leave no last digit to the machine's own sine."""
    return tuple(round(value, 6) + 0.0 for value in values)


def rig(joints):
    rows = []
    for joint in joints:
        translation, rotation = joint.local()
        parent = -1 if joint.parent is None else joints.index(joint.parent)
        rows.append((joint.name, parent, rounded(translation), rounded(rotation)))
    return red.rig(rows)


class Capsule:
    """A collision shape: a segment from `start` to `end` in the rest pose, with a radius."""

    def __init__(self, joint, start, end, radius):
        self.joint, self.start, self.end, self.radius = joint, start, end, radius

    def pushed_out(self, point, margin):
        axis = subtract(self.end, self.start)
        share = dot(subtract(point, self.start), axis) / dot(axis, axis)
        nearest = add(self.start, axis, min(max(share, 0.0), 1.0))
        away = subtract(point, nearest)
        reach = self.radius + margin
        return point if dot(away, away) >= reach * reach else add(nearest, unit(away), reach)

    def shape(self):
        axis = subtract(self.end, self.start)
        middle = add(self.start, axis, 0.5)
        back = conjugate(self.joint.rotation)
        z_to_x = (0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5))
        along_axis = multiply(frame(axis, (0.3, 0.9, 0.4)), z_to_x)
        return red.capsule(self.joint.name,
                           rounded(rotate(back, subtract(middle, self.joint.position))),
                           rounded(multiply(back, along_axis)), self.radius, math.sqrt(dot(axis, axis)) / 2)


def upper_body():
    """The joints that the body drives, X along each bone and Y to the back."""
    to_back = (0.0, -1.0, 0.0)
    root = Joint("Root", None, (0.0, 0.0, 0.0))
    spine = Joint("Spine3", root, (0.0, -0.068, 1.352), frame((0.0, -0.02, 1.0), to_back))
    left = Joint("LeftShoulder", spine, (-0.020, -0.014, 1.478),
                 frame((-0.91, -0.40, -0.06), to_back))
    neck = Joint("Neck", spine, (0.0, -0.073, 1.496), frame((0.0, 0.021, 0.060), to_back))
    right = Joint("RightShoulder", spine, (0.020, -0.014, 1.478),
                  frame((0.91, -0.40, -0.06), to_back))
    neck1 = Joint("Neck1", neck, (0.0, -0.052, 1.556), frame((0.0, 0.016, 0.072), to_back))
    head = Joint("Head", neck1, (0.0, -0.036, 1.628), frame((0.0, 0.0, 1.0), to_back))
    return [root, spine, left, neck, right, neck1, head]


# The hairstyle: strands from the crown around the back and both sides of the head.

SKULL_CENTRE = (0.0, -0.018, 1.702)
SKULL_HALF_DEPTH = 0.018
SKULL_RADIUS = 0.078
HAIR_RADIUS = 0.010
HAIR_CLEARANCE = 0.014

# Degrees from straight back toward her right; length in metres; joints.
STRANDS = [(-108, 0.28, 7), (-86, 0.31, 7), (-64, 0.36, 7), (-42, 0.41, 8), (-20, 0.44, 8),
           (0, 0.44, 8),
           (20, 0.44, 8), (42, 0.41, 8), (64, 0.36, 7), (86, 0.31, 7), (108, 0.28, 7)]


def body_capsules(joints):
    _, spine, left, neck, right, _, head = joints
    depth = (0.0, SKULL_HALF_DEPTH, 0.0)
    return [
        Capsule(head, subtract(SKULL_CENTRE, depth), add(SKULL_CENTRE, depth), SKULL_RADIUS),
        Capsule(neck, (0.0, -0.066, 1.500), (0.0, -0.048, 1.580), 0.052),
        Capsule(left, (-0.045, -0.040, 1.462), (-0.165, -0.062, 1.452), 0.050),
        Capsule(right, (0.045, -0.040, 1.462), (0.165, -0.062, 1.452), 0.050),
        Capsule(spine, (-0.075, -0.046, 1.385), (0.075, -0.046, 1.385), 0.105),
    ]


def strand_path(degrees_from_back, length, count, capsules):
    """Leaves the scalp along its surface, bends down, and keeps clear of the body."""
    angle = math.radians(degrees_from_back)
    outward = (math.sin(angle), -math.cos(angle), 0.0)
    elevation = math.radians(60)
    normal = add(tuple(math.cos(elevation) * c for c in outward), DOWN, -math.sin(elevation))
    core = add(SKULL_CENTRE, (0.0, outward[1] * SKULL_HALF_DEPTH, 0.0))
    path = [add(core, normal, SKULL_RADIUS)]
    direction = add(tuple(math.sin(elevation) * c for c in outward), DOWN, math.cos(elevation))
    for _ in range(count - 1):
        point = add(path[-1], unit(direction), length / (count - 1))
        for capsule in capsules:
            point = capsule.pushed_out(point, HAIR_RADIUS + HAIR_CLEARANCE)
        path.append(point)
        direction = add(unit(subtract(path[-1], path[-2])), DOWN, 2.5)
    return path, outward


def strand_joints(name, head, path, outward):
    """X along the strand; Y away from the head, so that half cones keep the hair out of it."""
    joints = []
    for index, point in enumerate(path):
        start = min(index, len(path) - 2)
        rotation = frame(subtract(path[start + 1], path[start]), outward)
        joints.append(Joint(f"{name}_{index + 1:02}", joints[-1] if joints else head, point, rotation))
    return joints


def hair():
    body = upper_body()
    capsules = body_capsules(body)
    joints, particles, constraints = list(body), [], []
    for number, (degrees_from_back, length, count) in enumerate(STRANDS, start=1):
        path, outward = strand_path(degrees_from_back, length, count, capsules)
        strand = strand_joints(f"tassel_hair_{number:02}", body[-1], path, outward)
        joints += strand
        for index, joint in enumerate(strand):
            share = index / (count - 1)
            particles.append(red.particle(joint.name, index > 0, mass=round(0.5 - 0.2 * share, 2),
                                          damping=1.1, pull=round(7 - 5 * share, 1),
                                          radius=HAIR_RADIUS))
        for index, (parent, child) in enumerate(zip(strand, strand[1:])):
            kind = "HalfCone" if index < 3 else "Cone"
            constraints.append(red.link(parent.name, child.name))
            constraints.append(red.cone(kind, parent.name, child.name, 12 + 9 * index))
    shapes = [capsule.shape() for capsule in capsules]
    return rig(joints), red.graph(red.simulation(particles, constraints, shapes))


# The earring: a hook that is fixed to each ear, a link and a drop that swing below it.

def earring():
    root = Joint("Root", None, (0.0, 0.0, 0.0))
    head = Joint("Head", root, (0.0, -0.036, 1.628), frame((0.0, 0.0, 1.0), (0.0, -1.0, 0.0)))
    joints, particles, constraints = [root, head], [], []
    for side, x in (("left", -0.077), ("right", 0.077)):
        path = [(x, -0.020, 1.662), (x * 1.02, -0.020, 1.641), (x * 1.02, -0.020, 1.603)]
        chain = strand_joints(f"tassel_earring_{side}", head, path, unit((x, 0.0, 0.0)))
        joints += chain
        for index, joint in enumerate(chain):
            particles.append(red.particle(joint.name, index > 0, mass=(0.2, 0.3, 0.6)[index],
                                          damping=0.3, pull=0, radius=0.004))
        for (parent, child), half_angle in zip(zip(chain, chain[1:]), (50, 65)):
            constraints.append(red.link(parent.name, child.name))
            constraints.append(red.cone("Cone", parent.name, child.name, half_angle))
    return rig(joints), red.graph(red.simulation(particles, constraints, shapes=[]))


def main():
    here = pathlib.Path(__file__).resolve().parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here
    for kind, (rig_root, graph_root) in (("hair", hair()), ("earring", earring())):
        (folder / kind).mkdir(parents=True, exist_ok=True)
        red.write(folder / kind / f"tassel_{kind}.rig.json", rig_root)
        red.write(folder / kind / f"tassel_{kind}.animgraph.json", graph_root)


if __name__ == "__main__":
    main()
