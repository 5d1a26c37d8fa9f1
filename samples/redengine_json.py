"""The shape of WolvenKit's JSON, version 0.0.9: what a rig and a dangle's graph look like as text.

A file holds every field of every class, sorted without regard to case. An object that others refer
to is a Handle: written in full where it is met first, and as a reference from then on.
"""

import json
import struct

LONGEST_LINE = 100


class Handle:
    """An object that may be referred to from several places."""

    def __init__(self, data):
        self.data = data


def number(value):
    """The shortest decimal that reads back to the value's nearest float."""
    nearest = struct.unpack("<f", struct.pack("<f", value))[0]
    if nearest == int(nearest):
        return int(nearest)
    for digits in range(1, 10):
        text = f"{nearest:.{digits}g}"
        if struct.unpack("<f", struct.pack("<f", float(text)))[0] == nearest:
            return float(text)
    raise ValueError(value)


def instance(class_name, **fields):
    ordered = sorted(fields.items(), key=lambda item: item[0].lower())
    return {"$type": class_name, **dict(ordered)}


def name(text="None"):
    return {"$type": "CName", "$storage": "string", "$value": text}


def joint_index(joint):
    return instance("animTransformIndex", name=name(joint))


def vector3(x, y, z):
    return instance("Vector3", X=number(x), Y=number(y), Z=number(z))


def vector4(x, y, z, w):
    return instance("Vector4", X=number(x), Y=number(y), Z=number(z), W=number(w))


def transform(translation, rotation):
    i, j, k, r = (number(component) for component in rotation)
    return instance("QsTransform", Translation=vector4(*translation, 1),
                    Rotation=instance("Quaternion", i=i, j=j, k=k, r=r),
                    Scale=vector4(1, 1, 1, 1))


def no_resource():
    path = {"$type": "ResourcePath", "$storage": "uint64", "$value": "0"}
    return {"DepotPath": path, "Flags": "Default"}


def rig(joints):
    """animRig. Each joint: (name, parent's index, translation, rotation), the base joints first."""
    names = [joint[0] for joint in joints]
    base_joint_count = sum(not joint.startswith("tassel_") for joint in names)
    return instance(
        "animRig", cookingPlatform="PLATFORM_PC", boneNames=[name(joint) for joint in names],
        trackNames=[], rigExtraTracks=[], levelOfDetailStartIndices=[base_joint_count],
        distanceCategoryToLodMap=[], turnOffLOD=-1, turningOffUpdateAndSample=0,
        referenceTracks=[], referencePoseMS=[], aPoseLS=[], aPoseMS=[],
        tags=instance("redTagList", tags=[]), parts=[], retargets=[], ikSetups=[],
        ragdollDesc=[], ragdollNames=[], skipRigValidation=0,
        boneParentIndexes=[joint[1] for joint in joints],
        boneTransforms=[transform(joint[2], joint[3]) for joint in joints])


def particle(joint, is_free, mass, damping, pull, radius):
    return instance(
        "animDyngParticle", bone=joint_index(joint), isFree=int(is_free), mass=number(mass),
        damping=number(damping), pullForceFactor=number(pull),
        collisionCapsuleRadius=number(radius), collisionCapsuleHeightExtent=0,
        collisionCapsuleAxisLS=vector3(0.5, 0, 0), projectionType="ShortestPath",
        isDebugEnabled=1)


def link(joint1, joint2):
    return Handle(instance(
        "animDyngConstraintLink", bone1=joint_index(joint1), bone2=joint_index(joint2),
        linkType="KeepFixedDistance", lengthLowerBoundRatioPercentage=100,
        lengthUpperBoundRatioPercentage=100, lookAtAxis=vector3(1, 0, 0), isDebugEnabled=1))


def cone(kind, attachment, constrained, half_angle):
    """Opens along the attachment's X; a half cone keeps to the side of the attachment's Y."""
    quarter_turn_about_x = (0.707107, 0, 0, 0.707107)
    return Handle(instance(
        "animDyngConstraintCone", coneAttachmentBone=joint_index(attachment),
        constrainedBone=joint_index(constrained), constraintType=kind,
        coneTransformLS=transform((0, 0, 0), quarter_turn_about_x),
        halfOfMaxApertureAngle=number(half_angle), projectionType="ShortestPathRotational",
        collisionCapsuleRadius=0, collisionCapsuleHeightExtent=0, isDebugEnabled=1))


def capsule(joint, translation, rotation, radius, half_length):
    """A capsule along its own Z."""
    return instance(
        "animCollisionRoundedShape", bone=joint_index(joint),
        transformLS=transform(translation, rotation), roundedCornerRadius=number(radius),
        xBoxExtent=0, yBoxExtent=0, zBoxExtent=number(half_length), drawAxis=1)


def simulation(particles, constraints, shapes):
    container = instance(
        "animDyngParticlesContainer", particles=particles, gravityWS=number(9.81),
        externalForceWS=vector3(0, 0, 0), externalForceWsLink=instance("animVectorLink", node=None))
    return Handle(instance(
        "animDangleConstraint_SimulationDyng", particlesContainer=container,
        dyngConstraint=Handle(instance("animDyngConstraintMulti", innerConstraints=constraints)),
        collisionRoundedShapes=shapes, alpha=1, substepTime=number(0.01), solverIterations=1,
        rotateParentToLookAtDangle=1, dangleAltersTransformsOfItsChildren=0,
        parentRotationAltersTransformsOfDangleAndItsChildren=0,
        parentRotationAltersTransformsOfNonDanglesAndItsChildren=0, HACK_checkDangleTeleport=0,
        jsonCollisionShapes=no_resource(), jsonCollisionShapesLoadedSuccessfully=1,
        debugDrawingEnabled=0, drawDebugAxis=0, drawDebugCollisionCapsule=0,
        drawDebugCollisionShapes=0, drawDebugConstraint=0, drawDebugText=0))


def node(class_name, **fields):
    color = instance("Color", Red=0, Green=0, Blue=0, Alpha=0)
    common = dict(id=4294967295, debugName=name(), visPrePose=0, visPrePoseColor=color,
                  visPostPose=0, visPostPoseColor=color, visRigPartMask=name(), visAxes=0,
                  visNames=0, visMask=None, poseInfoLogger=None, visWhenActive=0)
    return Handle(instance(class_name, **{**common, **fields}))


def pose_link(source=None):
    return instance("animPoseLink", node=source)


def graph(dangle_constraint):
    """animAnimGraph with the five nodes that every dangle graph has, around a simulation."""
    reference = node("animAnimNode_ReferencePoseTerminator", visWhenActive=1)
    shared = node("animAnimNode_SharedMetaPose", inputLink=pose_link(reference),
                  weightLink=instance("animFloatLink", node=None))
    to_model = node("animAnimNode_PoseLsToMs", inputLink=pose_link(shared))
    dangle = node("animAnimNode_Dangle", inputLink=pose_link(to_model),
                  dangleConstraint=dangle_constraint)
    to_local = node("animAnimNode_PoseMsToLs", inputLink=pose_link(dangle))
    output = node("animAnimNode_Output", node=pose_link(to_local))
    nodes = [output, reference, shared, to_model, to_local, dangle]
    root = node("animAnimNode_Root", nodes=nodes, outputNode=pose_link())
    variables = {kind + "Variables": []
                 for kind in ("bool", "int", "float", "vector", "quaternion", "transform")}
    return instance(
        "animAnimGraph", cookingPlatform="PLATFORM_PC", rootNode=root,
        nodesToInit=[root, output, to_local, dangle, to_model, shared, reference],
        variables=Handle(instance("animAnimVariableContainer", **variables)), animFeatures=[],
        additionalAnimDatabases=[], timeDeltaMultiplier=1, isPaused=0, oneFrameToggle=0,
        hasMixerSlot=0, hackAlwaysSample=0, useAnimCommands=0, useAnimCommandsForCrowd=0,
        useAnimStaticCommands=0, useLunaticMode=0, staticCommandsRig=no_resource(),
        jsonFilesDirectory="")


def number_handles(value, ids):
    """Handles as WolvenKit writes them, ids counting from 0 in the order of writing."""
    if isinstance(value, Handle):
        if value in ids:
            return {"HandleRefId": ids[value]}
        ids[value] = str(len(ids))
        return {"HandleId": ids[value], "Data": number_handles(value.data, ids)}
    if isinstance(value, dict):
        return {key: number_handles(item, ids) for key, item in value.items()}
    if isinstance(value, list):
        return [number_handles(item, ids) for item in value]
    return value


def layout(value, indent=0):
    """JSON text in which everything short stays on one line."""
    line = json.dumps(value)
    if not isinstance(value, (dict, list)) or len(line) <= LONGEST_LINE:
        return line
    break_outside = "\n" + " " * indent
    break_inside = break_outside + "  "
    if isinstance(value, dict):
        items = [f"{json.dumps(key)}: {layout(item, indent + 2)}" for key, item in value.items()]
        return "{" + break_inside + ("," + break_inside).join(items) + break_outside + "}"
    items = [layout(item, indent + 2) for item in value]
    return "[" + break_inside + ("," + break_inside).join(items) + break_outside + "]"


def write(path, root):
    document = {
        "Header": {"WolvenKitVersion": "0.0.0-tassel", "WKitJsonVersion": "0.0.9",
                   "GameVersion": 2310, "ExportedDateTime": "2026-01-01T00:00:00.0000000Z",
                   "DataType": "CR2W", "ArchiveFileName": path.name.removesuffix(".json")},
        "Data": {"Version": 195, "BuildVersion": 0, "RootChunk": number_handles(root, {}),
                 "EmbeddedFiles": []},
    }
    path.write_text(layout(document) + "\n", encoding="utf-8")
